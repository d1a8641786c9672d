import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paintChroma } from '../../../../src/imaging/colourise/steps/paint-chroma.ts';
import { type ChromaPlanes, fitChromaLines } from '../../../../src/imaging/pixels/chroma-lines.ts';
import { shrinkLightness } from '../../../../src/imaging/pixels/lab.ts';
import { type Plane, type RgbBytes, shrinkPlane } from '../../../../src/imaging/pixels/plane.ts';
import { drawnPlane, greyBytes } from '../../planes.ts';

/** Red minus blue of a pixel, a measure of how warm its colour is. */
function warmth({ data, width }: RgbBytes, x: number, y: number): number {
  const p = (y * width + x) * 3;
  return (data[p] ?? 0) - (data[p + 2] ?? 0);
}

function both(plane: Plane): ChromaPlanes {
  return { a: plane, b: plane };
}

test('at a sharp edge of the picture, the colour changes almost completely within an eighth of a cell of the coarse chroma', () => {
  // A cell of the coarse chroma covers 32 pixels of the picture. Test edges at several places in a cell.
  for (const edge of [192, 197, 203, 208, 216, 223]) {
    const image = greyBytes(400, 320, (x) => (x < edge ? 60 : 190));
    const guide = shrinkLightness(image, 100, 80);
    const coarse = shrinkPlane(
      drawnPlane(400, 320, (x) => (x < edge ? 0 : 30)),
      13,
      10,
    );
    paintChroma(image, fitChromaLines(guide, both(coarse)));
    const full = warmth(image, 390, 160);
    assert.ok(
      warmth(image, edge - 5, 160) < 0.15 * full,
      `${edge}: ${warmth(image, edge - 5, 160)} of ${full}`,
    );
    assert.ok(
      warmth(image, edge + 4, 160) > 0.8 * full,
      `${edge}: ${warmth(image, edge + 4, 160)} of ${full}`,
    );
    assert.ok(Math.abs(warmth(image, 100, 160)) <= 1, 'farther from the edge the dark side has no colour');
  }
});

test('if the coarse chroma is the same everywhere, a grey picture of any size gets the same colour everywhere', () => {
  for (const [width, height] of [
    [64, 40],
    [333, 127],
  ] as const) {
    const image = greyBytes(width, height, () => 128);
    const guide = shrinkLightness(image, 32, 20);
    paintChroma(image, fitChromaLines(guide, both(drawnPlane(8, 5, () => 20))));
    const first = [...image.data.subarray(0, 3)];
    for (let p = 0; p < image.data.length; p += 3)
      assert.deepEqual([...image.data.subarray(p, p + 3)], first);
  }
});

test('dark skin gets its colour, and black gets no colour', () => {
  const warmthOf = (level: number): number => {
    const image = greyBytes(64, 64, () => level);
    paintChroma(image, fitChromaLines(shrinkLightness(image, 64, 64), both(drawnPlane(8, 8, () => 8))));
    return warmth(image, 32, 32);
  };
  assert.ok(warmthOf(30) > 12, `${warmthOf(30)}`);
  assert.equal(warmthOf(0), 0);
});
