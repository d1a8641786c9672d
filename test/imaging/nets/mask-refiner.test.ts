import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { selfieMask } from '../../../src/imaging/id-photo/steps/segment-person.ts';
import { type CoarseCut, refineMask, refinerSize } from '../../../src/imaging/nets/mask-refiner.ts';
import type { Plane, RgbImage } from '../../../src/imaging/pixels/plane.ts';
import { buildPyramid, sampleCrop } from '../../../src/imaging/pixels/pyramid.ts';
import { portrait } from '../portraits.ts';

const crop = { centreX: 320, centreY: 330, width: 450, height: 630, rollRad: 0 };

/** Means of the mask in the window with these sides, as shares of the mask's sides. */
function meanIn(
  { width, height, data }: Plane,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  let [sum, count] = [0, 0];
  for (let y = Math.round(top * height); y < bottom * height; y++) {
    for (let x = Math.round(left * width); x < right * width; x++, count++) sum += data[y * width + x] ?? 0;
  }
  return sum / count;
}

/** The mask with one value in the window with these sides. */
function changedIn(
  mask: Plane,
  value: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): Plane {
  const data = mask.data.slice();
  for (let y = Math.round(top * mask.height); y < bottom * mask.height; y++) {
    data.fill(
      value,
      y * mask.width + Math.round(left * mask.width),
      y * mask.width + Math.round(right * mask.width),
    );
  }
  return { ...mask, data };
}

describe('refineMask', () => {
  let cut: CoarseCut;

  before(async () => {
    const { data, info } = await portrait().removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const pyramid = buildPyramid({ width: info.width, height: info.height, data });
    const size = refinerSize(crop);
    const image = sampleCrop(pyramid, crop, size, { outside: 'repeat' });
    cut = { image, ...(await selfieMask({ pyramid, crop }, size)) };
  });

  it('removes a part of the wall from the mask that the selfie net took for the person', async () => {
    const mask = changedIn(cut.mask, 0.9, 0.02, 0.02, 0.25, 0.3);
    const refined = await refineMask({ ...cut, mask });
    assert.ok(meanIn(refined.mask, 0.04, 0.04, 0.2, 0.25) < 0.3);
  });

  it('returns a part of the chest that the selfie net missed', async () => {
    const mask = changedIn(cut.mask, 0.1, 0.4, 0.85, 0.65, 1);
    const refined = await refineMask({ ...cut, mask });
    assert.ok(meanIn(refined.mask, 0.43, 0.88, 0.62, 0.98) > 0.7);
  });

  it('keeps the face and the corner of the wall, a quarter as large as its input, with limits around each value', async () => {
    const { mask, lowest, highest } = await refineMask(cut);
    assert.deepEqual([mask.width, mask.height], [72, 96]);
    assert.ok(meanIn(mask, 0.45, 0.4, 0.55, 0.5) > 0.95);
    assert.ok(meanIn(mask, 0.02, 0.02, 0.1, 0.1) < 0.05);
    assert.ok(
      mask.data.every((value, i) => value >= (lowest.data[i] ?? 2) && value <= (highest.data[i] ?? -1)),
    );
  });

  it('returns the mirror image of the mask for the mirror image of the crop', async () => {
    const { width, height } = cut.mask;
    const opposite = (i: number) => i + width - 1 - 2 * (i % width);
    const mirrored = (plane: Plane): Plane => ({
      ...plane,
      data: plane.data.map((_, i) => plane.data[opposite(i)] ?? 0),
    });
    const image: RgbImage = {
      width,
      height,
      data: cut.image.data.map((_, j) => cut.image.data[3 * opposite(Math.trunc(j / 3)) + (j % 3)] ?? 0),
    };
    const [one, other] = [
      await refineMask(cut),
      await refineMask({ image, mask: mirrored(cut.mask), disagreement: mirrored(cut.disagreement) }),
    ];
    const { width: columns, data } = one.mask;
    assert.ok(
      data.every(
        (value, i) => Math.abs(value - (other.mask.data[i + columns - 1 - 2 * (i % columns)] ?? 2)) < 1e-4,
      ),
    );
  });
});

it('the net takes crops 384 px high, and wider crops wider', () => {
  assert.deepEqual(refinerSize({ width: 295, height: 413 }), { width: 288, height: 384 });
  assert.deepEqual(refinerSize({ width: 600, height: 600 }), { width: 384, height: 384 });
});
