/** The nets that find covered heads and faces: their squares, and their independence of the roll of the head. */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { faceIn } from '../../../scripts/eval/coverings.ts';
import type { DrawnFace } from '../../../scripts/eval/draw-covering.ts';
import { photoOf } from '../../../scripts/eval/measures.ts';
import {
  coveredFaceProbability,
  headCoveringProbability,
  headSquare,
} from '../../../src/imaging/nets/head-nets.ts';
import { buildPyramid, photoPoint } from '../../../src/imaging/pixels/pyramid.ts';
import { portrait } from '../portraits.ts';

describe('headSquare', () => {
  let upright: DrawnFace;
  let face: DrawnFace;
  before(async () => {
    upright = (await faceIn(await photoOf(portrait()))) ?? assert.fail('no face');
    const turned = await portrait().rotate(20, { background: '#c8ccd0' }).png().toBuffer();
    face = (await faceIn(await photoOf(sharp(turned)))) ?? assert.fail('no face');
  });

  it('is level with the eyes, and its middle is above them by the given distance', () => {
    const { eyes, eyeToChin, rollRad } = face.face;
    assert.ok(Math.abs(rollRad - upright.face.rollRad - (20 * Math.PI) / 180) < 0.1);
    const square = headSquare(face.face, { side: 3.2, middleAboveEyes: 0.5 });
    const below = photoPoint(square, 0.5, 0.5 + 0.5 / 3.2);
    assert.ok(Math.hypot(below.x - eyes.x, below.y - eyes.y) < 1e-6 * eyeToChin);
    assert.ok(Math.abs(square.width - 3.2 * eyeToChin) < 1e-9);
  });

  for (const probabilityOf of [headCoveringProbability, coveredFaceProbability]) {
    it(`gives the net the same head, however the photo is turned: ${probabilityOf.name}`, async () => {
      const probabilities = await Promise.all(
        [upright, face].map((one) => probabilityOf(buildPyramid(one.photo), one.face)),
      );
      for (const probability of probabilities) assert.ok(probability >= 0 && probability < 0.5);
    });
  }
});
