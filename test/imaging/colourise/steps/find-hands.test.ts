import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { faceIn } from '../../../../scripts/eval/coverings.ts';
import { photoOf } from '../../../../scripts/eval/measures.ts';
import { findHands } from '../../../../src/imaging/colourise/steps/find-hands.ts';
import { markHand } from '../../../../src/imaging/colourise/steps/mark-hand.ts';
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

describe('findHands', () => {
  it('finds no hand in a portrait without hands', async () => {
    assert.deepEqual(await greyHandsOf(portrait()), []);
  });

  it('finds a hand below the face, and markHand marks its palm, its fingers and nothing beyond the arm', async () => {
    const [left, top, side] = [250, 600, 200];
    const overlay = { input: await hand().resize(side).png().toBuffer(), left, top };
    const photo = sharp(await portrait().composite([overlay]).png().toBuffer());
    const [found] = await greyHandsOf(photo);
    assert.ok(found !== undefined, 'no hand');
    const plane = emptyPlane(625, 800);
    const isNear = (x: number, y: number, px: number) =>
      x >= left - px && x < left + side + px && y >= top - px && y < top + side + px;
    markHand(
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
