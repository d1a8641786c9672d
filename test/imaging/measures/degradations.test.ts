/**
 * Each measure of ISO/IEC 29794-5 rises or falls steadily while a real portrait is degraded artificially in the way
 * that the measure is meant to detect.
 */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { degradations } from '../../../scripts/eval/degradations.ts';
import { followed, photoOf } from '../../../scripts/eval/measures.ts';
import { spearman } from '../../../scripts/eval/spearman.ts';
import { type FaceView, viewFace } from '../../../src/imaging/measures/face-view.ts';
import { portrait } from '../portraits.ts';

/** The portrait at half its width, which is enough to measure and takes a quarter of the time. */
const smallPortrait = async () => sharp(await portrait().png().toBuffer()).resize({ width: 360 });

describe('the measure of', () => {
  let view: FaceView;
  before(async () => {
    view = (await viewFace(await photoOf(await smallPortrait()))) ?? assert.fail('no face');
  });

  for (const degradation of degradations) {
    const { name, what, direction } = degradation;
    it(`${name} ${direction} with ${what} (Spearman at least 0.95)`, async () => {
      const { correlation, values } = await followed(view, degradation);
      assert.ok(correlation >= 0.95, `${correlation}: ${values.join(', ')}`);
    });
  }
});

describe('spearman', () => {
  it('is 1 for the same order, -1 for the reverse and 0 for constant values', () => {
    assert.equal(spearman([1, 2, 3, 4], [10, 20, 30, 99]), 1);
    assert.equal(spearman([1, 2, 3, 4], [4, 3, 2, 1]), -1);
    assert.equal(spearman([1, 2, 3], [5, 5, 5]), 0);
  });
});

describe('viewFace', () => {
  it('finds no face in a picture of one colour', async () => {
    const data = new Uint8Array(300 * 400 * 3).fill(180);
    assert.equal(await viewFace({ width: 300, height: 400, data }), null);
  });
});
