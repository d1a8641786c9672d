import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { markHand } from '../../../../src/imaging/colourise/steps/mark-hand.ts';
import type { DetectedHand } from '../../../../src/imaging/nets/hand-detector.ts';
import { emptyPlane } from '../../../../src/imaging/pixels/plane.ts';
import { drawnPlane } from '../../planes.ts';

/** A hand that points upwards, with its wrist at 50, 50. */
const upright: DetectedHand = {
  centre: { x: 50, y: 42 },
  palmPx: 20,
  presence: 1,
  joints: [{ x: 50, y: 50 }, ...[40, 45, 50, 55, 60].flatMap((x) => [34, 29, 24, 19].map((y) => ({ x, y })))],
};

/** Which rows of the column of the wrist are marked, if the lightness below row `sleeveFrom` is `sleeve`. */
function markedRows(sleeveFrom: number, sleeve: number): readonly number[] {
  const hands = emptyPlane(100, 100);
  markHand(
    hands,
    drawnPlane(100, 100, (_, y) => (y < sleeveFrom ? 60 : sleeve)),
    upright,
  );
  return Array.from({ length: 100 }, (_, y) => y).filter((y) => hands.data[y * 100 + 50] === 1);
}

describe('markHand', () => {
  it('marks a bare forearm up to 2.2 palms from the wrist', () => {
    const rows = markedRows(100, 60);
    assert.ok((rows.at(-1) ?? 0) > 92, `to ${rows.at(-1)}`);
  });

  it('ends at a sleeve that is lighter or darker than the hand', () => {
    for (const sleeve of [75, 45]) {
      const last = markedRows(70, sleeve).at(-1) ?? 0;
      assert.ok(last > 62 && last < 75, `to ${last}`);
    }
  });
});
