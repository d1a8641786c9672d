import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { faceIn } from '../../../../scripts/eval/coverings.ts';
import { photoOf } from '../../../../scripts/eval/measures.ts';
import { addHand, findHands } from '../../../../src/imaging/colourise/steps/find-hands.ts';
import type { DetectedHand } from '../../../../src/imaging/nets/hand-detector.ts';
import { emptyPlane } from '../../../../src/imaging/pixels/plane.ts';
import { buildPyramid } from '../../../../src/imaging/pixels/pyramid.ts';
import { drawnPlane } from '../../planes.ts';
import { hand, portrait } from '../../portraits.ts';

/** The picture is grey, because the colouriser sees no colours. */
async function greyHandsOf(photo: Sharp) {
  const grey = await sharp(await photo.png().toBuffer())
    .greyscale()
    .toColourspace('srgb')
    .png()
    .toBuffer();
  const drawn = await faceIn(await photoOf(sharp(grey)));
  assert.ok(drawn !== null, 'no face');
  return findHands(buildPyramid(drawn.photo), drawn.face);
}

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
  addHand(
    hands,
    drawnPlane(100, 100, (_, y) => (y < sleeveFrom ? 60 : sleeve)),
    upright,
  );
  return Array.from({ length: 100 }, (_, y) => y).filter((y) => hands.data[y * 100 + 50] === 1);
}

describe('addHand', () => {
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

describe('findHands', () => {
  it('finds no hand in a portrait without hands', async () => {
    assert.deepEqual(await greyHandsOf(portrait()), []);
  });

  it('finds a hand below the face, and addHand marks its palm, its fingers and nothing beyond the arm', async () => {
    const [left, top, side] = [250, 600, 200];
    const overlay = { input: await hand().resize(side).png().toBuffer(), left, top };
    const photo = sharp(await portrait().composite([overlay]).png().toBuffer());
    const [found] = await greyHandsOf(photo);
    assert.ok(found !== undefined, 'no hand');
    const plane = emptyPlane(625, 800);
    const isNear = (x: number, y: number, px: number) =>
      x >= left - px && x < left + side + px && y >= top - px && y < top + side + px;
    addHand(
      plane,
      drawnPlane(625, 800, (x, y) => (isNear(x, y, 0) ? 60 : 20)),
      found,
    );
    const marked = (x: number, y: number) => plane.data[Math.trunc(y) * plane.width + Math.trunc(x)] ?? 0;
    assert.equal(marked(found.centre.x, found.centre.y), 1);
    for (const { x, y } of found.joints) assert.equal(marked(x, y), 1);
    for (let y = 0; y < 800; y++) {
      for (let x = 0; x < 625; x++) {
        assert.ok(isNear(x, y, 20) || marked(x, y) === 0, `${x}, ${y} is no hand and no arm`);
      }
    }
  });
});
