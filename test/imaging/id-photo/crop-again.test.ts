/** The second crop of a document's photo, which follows from the first crop and from what the finished file shows. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import type { HeadBands } from '../../../src/domain/documents/head-bands.ts';
import { clearanceOf, type PlacedHead } from '../../../src/domain/documents/place-head.ts';
import { oneInch } from '../../../src/domain/goods/id-photo.ts';
import { correctedCrop, cropAgain, type MadePhoto } from '../../../src/imaging/id-photo/crop-again.ts';
import type { HeadCrop } from '../../../src/imaging/id-photo/steps/crop-head.ts';
import { type Crop, cropPoint } from '../../../src/imaging/pixels/pyramid.ts';
import { refused } from '../../../src/imaging/refused.ts';
import { measureJpeg } from '../../../src/imaging/tasks/measure-file.ts';
import { portrait } from '../portraits.ts';

const open: HeadBands = { headFrom: 'hair', head: null, eyes: null, above: null, faceWidth: null };
const bands: HeadBands = { ...open, head: { min: 0.6, max: 0.7 }, above: { min: 0.06, max: 0.1 } };
const photo = { width: 3000, height: 4000 };

function limits(isCropOnly = false, enlargementMax = 2) {
  const pyramid = { levels: [{ ...photo, data: new Uint8Array(0) }] } as const;
  return { pyramid, size: oneInch, enlargementMax, isCropOnly };
}

/** A head at this angle, whose eyes are at (1500, 1700): 600 px from the eyes to the chin, 700 px to the top of the hair. */
function headIn(crop: Crop): PlacedHead {
  const row = (down: number) => {
    const point = { x: 1500 - down * Math.sin(crop.rollRad), y: 1700 + down * Math.cos(crop.rollRad) };
    return cropPoint(crop, point).v;
  };
  const [hair, crown, eyes, chin] = [row(-700), row(-660), row(0), row(600)];
  return {
    hairToChin: chin - hair,
    crownToChin: chin - crown,
    eyes: 1 - eyes,
    above: hair,
    faceWidth: 780 / crop.height,
  };
}

const firstCrop = (height: number, centreY: number, rollRad = 0): HeadCrop => ({
  crop: { centreX: 1500, centreY, height, width: (height * 295) / 413, rollRad },
  enlargement: 413 / height,
  hasRoomBelowChin: true,
});

describe('the corrected crop', () => {
  it('places the measured head inside all bands of the rule, wherever the first crop placed it', () => {
    const firsts = fc.record({
      height: fc.double({ min: 1700, max: 2300, noNaN: true }),
      centreY: fc.double({ min: 1600, max: 1900, noNaN: true }),
      rollRad: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
      headFrom: fc.constantFrom('hair', 'crown'),
    });
    fc.assert(
      fc.property(firsts, ({ height, centreY, rollRad, headFrom }) => {
        const first = firstCrop(height, centreY, rollRad);
        const asked = { ...bands, headFrom } as const;
        const head = headIn(first.crop);
        const corrected = correctedCrop(first, head, asked, limits());
        if (clearanceOf(head, asked) > 1 / oneInch.heightPx) return corrected === null;
        assert.ok(corrected !== null);
        assert.ok(clearanceOf(headIn(corrected.crop), asked) > 0, JSON.stringify(headIn(corrected.crop)));
        const { height: after, width, rollRad: turned } = corrected.crop;
        assert.ok(Math.abs(width / after - 295 / 413) < 1e-9 && turned === rollRad);
        assert.ok(Math.abs(corrected.enlargement - 413 / after) < 1e-9);
        return true;
      }),
    );
  });

  it('is made for a head less than a pixel inside its band, and not for one that is farther inside', () => {
    const first = firstCrop(2000, 1850);
    const { above } = headIn(first.crop);
    const edge = (insidePx: number) => ({
      ...open,
      above: { min: above - insidePx / 413, max: above + 0.1 },
    });
    const correctedAt = (insidePx: number) =>
      correctedCrop(first, headIn(first.crop), edge(insidePx), limits());
    assert.ok(correctedAt(-3) !== null);
    assert.ok(correctedAt(0.9) !== null);
    assert.equal(correctedAt(1.1), null);
  });

  it('does not reach below the photo, and for a photo that is only cropped not beyond its sides', () => {
    const first = firstCrop(2000, 1850);
    const head = headIn(first.crop);
    const inPhoto = (width: number, height: number, isCropOnly: boolean) => ({
      ...limits(isCropOnly),
      pyramid: { levels: [{ width, height, data: new Uint8Array(0) }] as const },
    });
    const low = { ...open, above: { min: 0.02, max: 0.05 } };
    const bottomIn = (height: number) => {
      const { crop } =
        correctedCrop(first, head, low, inPhoto(3000, height, false)) ?? assert.fail('no crop');
      return crop.centreY + crop.height / 2;
    };
    assert.ok(bottomIn(4000) > 2861);
    assert.ok(bottomIn(2860) <= 2860.5);
    // The first crop lies inside this photo. A smaller head needs a wider crop, which does not.
    const smaller = { ...open, head: { min: 0.5, max: 0.55 } };
    assert.ok(correctedCrop(first, head, smaller, inPhoto(2240, 4000, false)) !== null);
    assert.equal(correctedCrop(first, head, smaller, inPhoto(2240, 4000, true)), null);
  });

  it('does not enlarge the photo more than allowed', () => {
    const first = firstCrop(2600, 1850);
    const head = headIn(first.crop);
    assert.ok(correctedCrop(first, head, bands, limits(false, 0.22)) !== null);
    assert.equal(correctedCrop(first, head, bands, limits(false, 0.17)), null);
  });

  it('is not made if no place of the measured head is inside all bands', () => {
    const first = firstCrop(2000, 1850);
    const never = { ...bands, eyes: { min: 0.9, max: 0.95 } };
    assert.equal(correctedCrop(first, headIn(first.crop), never, limits()), null);
  });
});

describe('the photo that is kept', () => {
  /** Stands for a finished photo. With more wall above the head, the head is lower. */
  const fileOf = (wallPx: number) =>
    portrait().extend({ top: wallPx, background: '#d0d0d0' }).jpeg({ quality: 95 }).toBuffer();
  const madeOf = (jpeg: Uint8Array): MadePhoto => ({ headCrop: firstCrop(2000, 1850), jpeg });

  async function kept(again: MadePhoto | null) {
    const first = madeOf(await fileOf(0));
    const { above } = await measureJpeg(first.jpeg);
    assert.ok(above !== null);
    const size = { ...oneInch, bands: { ...open, above: { min: above + 0.02, max: above + 0.2 } } };
    let remade = 0;
    const { best, viewed } = await cropAgain(first, { ...limits(), size }, async () => {
      remade++;
      return again === null ? refused('cut_out_failed') : { kind: 'done', values: again };
    });
    assert.equal(remade, 1);
    assert.equal(viewed?.bytes, best.jpeg);
    return best === first ? 'first' : best === again ? 'second' : 'neither';
  }

  it('is the second one if its head is farther inside the bands', async () => {
    assert.equal(await kept(madeOf(await fileOf(80))), 'second');
  });

  it('is the first one if the second one is refused, shows no face, or is not better', async () => {
    assert.equal(await kept(null), 'first');
    const wall = { width: 295, height: 413, channels: 3, background: '#ffffff' } as const;
    assert.equal(await kept(madeOf(await sharp({ create: wall }).jpeg().toBuffer())), 'first');
    assert.equal(await kept(madeOf(await fileOf(0))), 'first');
  });

  it('is neither measured nor made again if the size has no bands', async () => {
    const first = madeOf(new Uint8Array(0));
    const remake = async () => assert.fail('made again');
    assert.deepEqual(await cropAgain(first, limits(), remake), { best: first, viewed: null });
  });
});
