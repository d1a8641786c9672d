/**
 * The warning about an object before the face, on a portrait onto which objects are drawn. `npm run eval -- coverings`
 * tests it on many portraits.
 */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { faceIn } from '../../../scripts/eval/coverings.ts';
import { type DrawnFace, drawCovering } from '../../../scripts/eval/draw-covering.ts';
import { drawObject, heldObjects, objectPlaces } from '../../../scripts/eval/draw-object.ts';
import { photoOf } from '../../../scripts/eval/measures.ts';
import { coveringsOf } from '../../../src/imaging/id-photo/coverings.ts';
import type { RgbBytes } from '../../../src/imaging/pixels/plane.ts';
import { buildPyramid } from '../../../src/imaging/pixels/pyramid.ts';
import { portrait } from '../portraits.ts';

/** @returns null if no face is found, which refuses the photo. */
async function warningsOf(photo: RgbBytes): Promise<readonly string[] | null> {
  const drawn = await faceIn(photo);
  return drawn === null ? null : coveringsOf(buildPyramid(drawn.photo), drawn.face);
}

describe('check_photo of a portrait', () => {
  let face: DrawnFace;
  before(async () => {
    face = (await faceIn(await photoOf(portrait()))) ?? assert.fail('no face');
  });

  it('does not warn of an object before the bare face', async () => {
    assert.deepEqual(await warningsOf(face.photo), []);
  });

  it('warns of an object before the face, or finds no face', async () => {
    const missed: string[] = [];
    for (const object of heldObjects) {
      for (const place of Object.keys(objectPlaces) as (keyof typeof objectPlaces)[]) {
        const warnings = await warningsOf(drawObject(face, object, place, 3));
        if (warnings?.length === 0) missed.push(`${object} ${place}`);
      }
    }
    assert.deepEqual(missed, []);
  });

  it('warns of sunglasses and of a mask only as such', async () => {
    assert.deepEqual(await warningsOf(drawCovering(face, 'sunglasses', 1)), ['eyes_covered']);
    assert.deepEqual(await warningsOf(drawCovering(face, 'mask', 1)), ['mouth_covered']);
  });
});
