import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import {
  runNets,
  segmentPerson,
  selfieMask,
  unrefinedMask,
} from '../../../../src/imaging/id-photo/steps/segment-person.ts';
import { buildPyramid, type Pyramid } from '../../../../src/imaging/pixels/pyramid.ts';
import { drawnPlane } from '../../planes.ts';
import { portrait } from '../../portraits.ts';

const size = { width: 59, height: 83 };
const crop = { centreX: 320, centreY: 330, width: 450, height: 630, rollRad: 0 };

describe('segmentPerson', () => {
  let pyramid: Pyramid;

  before(async () => {
    const { data, info } = await portrait().removeAlpha().raw().toBuffer({ resolveWithObject: true });
    pyramid = buildPyramid({ width: info.width, height: info.height, data });
  });

  it('marks the face as person and the corner beside the head as background', async () => {
    const { mask, disagreement } = segmentPerson(await runNets({ pyramid, crop }, null), size);
    assert.deepEqual([mask.width, mask.height], [59, 83]);
    assert.ok((mask.data[40 * 59 + 29] ?? 0) > 0.95, 'the face');
    assert.ok((mask.data[2 * 59 + 2] ?? 1) < 0.2, 'the corner');
    assert.ok(mask.data.every((value) => value >= 0 && value <= 1));
    assert.ok(disagreement.data.every((value) => value >= 0 && value <= 1));
  });

  it('changes the selfie net’s mask only where it is not certain, and returns its disagreement', async () => {
    const results = await runNets({ pyramid, crop }, null);
    const { mask, disagreement } = segmentPerson(results, size);
    const coarse = unrefinedMask(results, size);
    const selfie = await selfieMask({ pyramid, crop }, size);
    assert.deepEqual([coarse, disagreement], [selfie.mask, selfie.disagreement]);
    let changed = 0;
    for (const [i, value] of mask.data.entries()) {
      const before = coarse.data[i] ?? 0;
      if (Math.abs(2 * before - 1) > 0.999)
        assert.ok(Math.abs(value - before) < 0.02, `${before} → ${value}`);
      if (Math.abs(value - before) > 0.05) changed++;
    }
    assert.ok(changed > 0, 'the refinement changes pixels of which the selfie net is not certain');
  });

  it('runs the nets again only for another crop or another photo', async () => {
    const first = await runNets({ pyramid, crop }, null);
    assert.equal(await runNets({ pyramid, crop: { ...crop } }, null, first), first);
    const higher = await runNets({ pyramid, crop: { ...crop, centreY: 300 } }, null, first);
    assert.notDeepEqual(segmentPerson(higher, size).mask, segmentPerson(first, size).mask);
    const otherPhoto = await runNets({ pyramid: { ...pyramid }, crop }, null, first);
    assert.notEqual(otherPhoto, first);
    assert.deepEqual(otherPhoto.windows, first.windows);
  });

  it('with an operator’s net, runs the net on one window, so that no results differ, and returns the part that covers the crop', async () => {
    // The net returns alpha that rises from left to right across its window. The window extends beyond each side of the
    // crop by 0.25 of its width.
    const mattingNet = { sidePx: 96, alphaOf: async () => drawnPlane(96, 96, (x) => (x + 0.5) / 96) };
    const { mask, disagreement } = segmentPerson(await runNets({ pyramid, crop }, mattingNet), size);
    for (const x of [0, 29, 58]) {
      const expected = ((x + 0.5) / 59 + 0.25) / 1.5;
      const found = mask.data[40 * 59 + x] ?? 0;
      assert.ok(Math.abs(found - expected) < 1e-3, `${found}, not ${expected}`);
    }
    assert.ok(disagreement.data.every((value) => value === 0));
  });
});
