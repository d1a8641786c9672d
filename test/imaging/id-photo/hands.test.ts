/** The warning about a hand at the face. `npm run eval -- coverings` tests it on many photos. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { faceIn } from '../../../scripts/eval/coverings.ts';
import { photoOf } from '../../../scripts/eval/measures.ts';
import { handsOf } from '../../../src/imaging/id-photo/hands.ts';
import { buildPyramid } from '../../../src/imaging/pixels/pyramid.ts';
import { hand, portrait } from '../portraits.ts';

async function warningsOf(photo: Sharp): Promise<readonly string[]> {
  const drawn = await faceIn(await photoOf(photo));
  assert.ok(drawn !== null, 'no face');
  return handsOf(buildPyramid(drawn.photo), drawn.face);
}

/** The portrait with a hand whose upper left corner is at the given place. The middle of the face is at 365, 345. */
async function withHand(left: number, top: number): Promise<Sharp> {
  const overlay = { input: await hand().resize(200).png().toBuffer(), left, top };
  return sharp(await portrait().composite([overlay]).png().toBuffer());
}

describe('handsOf', () => {
  it('does not warn of a portrait without hands', async () => {
    assert.deepEqual(await warningsOf(portrait()), []);
  });

  it('warns of a hand beside the face', async () => {
    assert.deepEqual(await warningsOf(await withHand(110, 330)), ['hand_at_face']);
  });

  it('does not warn of a hand far below the face', async () => {
    assert.deepEqual(await warningsOf(await withHand(250, 600)), []);
  });
});
