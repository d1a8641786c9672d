import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { smoothOutline } from '../../../../src/imaging/id-photo/steps/smooth-outline.ts';
import type { Plane } from '../../../../src/imaging/pixels/plane.ts';
import { drawnPlane } from '../../planes.ts';

const [width, height] = [590, 120];

/** The column at which the person, on the left, ends in each row, in pixels; far from the upper and the lower edge. */
function outline({ data }: Plane): readonly number[] {
  const rows = Array.from({ length: height - 40 }, (_, k) => k + 20);
  return rows.map((y) => data.subarray(y * width, (y + 1) * width).reduce((sum, value) => sum + value, 0));
}

const range = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

describe('smoothOutline', () => {
  it('leaves the inside, the wall, and the place of a straight outline as they are', () => {
    for (const value of [0, 1]) {
      const { data } = smoothOutline(drawnPlane(width, height, () => value));
      assert.ok(data.every((smooth) => Math.abs(smooth - value) < 1e-5));
    }
    const straight = smoothOutline(drawnPlane(width, height, (x) => (x < 300 ? 1 : 0)));
    for (const column of outline(straight)) assert.ok(Math.abs(column - 300) < 0.05, `${column}`);
  });

  it('reduces the teeth of a serrated outline to a third', () => {
    const serrated = drawnPlane(width, height, (x, y) => (x < 300 + 6 * ((y / 8) % 1) ? 1 : 0));
    const teeth = range(outline(serrated));
    assert.ok(range(outline(smoothOutline(serrated))) < teeth / 3);
  });

  it('keeps a single hair visible', () => {
    const hair = drawnPlane(width, height, (_, y) => (y === 60 || y === 61 ? 0.9 : 0));
    assert.ok((smoothOutline(hair).data[60 * width + 300] ?? 0) > 0.15);
  });

  it('is soft across one to three pixels, also at half of the width', () => {
    const small = smoothOutline(drawnPlane(295, 60, (x) => (x < 150 ? 1 : 0)));
    const across = [...small.data.subarray(30 * 295, 31 * 295)].filter(
      (value) => value > 0.05 && value < 0.95,
    );
    assert.ok(across.length >= 1 && across.length <= 3, `${across.length}`);
  });
});
