import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type IdPhotoSize, idPhotoSizes, oneInch } from '../../../../src/domain/goods/id-photo.ts';
import { photoSpecOf } from '../../../../src/domain/goods/photo-details.ts';
import {
  cropHead,
  type HeadCrop,
  type HeadInPhoto,
  highestRowOfHead,
} from '../../../../src/imaging/id-photo/steps/crop-head.ts';
import { emptyPlane } from '../../../../src/imaging/pixels/plane.ts';
import { photoPoint } from '../../../../src/imaging/pixels/pyramid.ts';
import { drawnPlane } from '../../planes.ts';

it('the crown is the highest row of the mask that is connected to the eyes; an object above the head does not count', () => {
  const mask = emptyPlane(256, 256);
  for (let y = 60; y < 256; y++) mask.data.fill(1, 256 * y + 100, 256 * y + 156);
  for (let y = 10; y < 40; y++) mask.data.fill(1, 256 * y + 110, 256 * y + 146);
  assert.equal(highestRowOfHead(mask, 110), 60);
});

it('if the head reaches the highest row of the mask, the crown is in this row', () => {
  const mask = emptyPlane(256, 256);
  mask.data.fill(1);
  assert.equal(highestRowOfHead(mask, 110), 0);
});

const eyeToChin = 200;

/** A head in a photo of 600 × 1000 px that ends beside the shoulders. */
function headIn({
  middle,
  degrees = 0,
  isPerson = () => false,
}: {
  readonly middle: number;
  readonly degrees?: number;
  /** Whether the photo shows the person at this point. */
  readonly isPerson?: (x: number, y: number) => boolean;
}): HeadInPhoto {
  const eyes = { x: middle, y: 500 };
  const side = 5.6 * eyeToChin;
  const square = { centreX: middle, centreY: 560, width: side, height: side, rollRad: 0 };
  return {
    pyramid: { levels: [{ width: 600, height: 1000, data: new Uint8Array(0) }] },
    face: {
      ...{ score: 1, eyes, chin: { x: middle, y: 700 }, foreheadTop: { x: middle, y: 350 }, eyeToChin },
      ...{ rollRad: (degrees * Math.PI) / 180, noseShare: 0.5, noseDrop: 0.37 },
      eyeCorners: [
        [eyes, eyes],
        [eyes, eyes],
      ],
      outline: [
        { x: middle - 150, y: 500 },
        { x: middle + 150, y: 500 },
      ],
      lips: { outer: [], inner: [] },
    },
    crownDistance: 1.2,
    personNear: {
      mask: drawnPlane(256, 256, (x, y) => {
        const point = photoPoint(square, (x + 0.5) / 256, (y + 0.5) / 256);
        return isPerson(point.x, point.y) ? 1 : 0;
      }),
      square,
    },
    originalLongSidePx: 1000,
  };
}

function cropOf(head: HeadInPhoto, size: IdPhotoSize = oneInch, isCropOnly = false): HeadCrop {
  const cropped = cropHead(head, size, isCropOnly);
  assert.ok('headCrop' in cropped, 'the photo is refused');
  return cropped.headCrop;
}

it('a head that leans too little to be levelled needs no room for a turned crop in a photo that is only cropped', () => {
  const best = (2.2 * eyeToChin) / oneInch.headShare;
  const leaning = cropOf(headIn({ middle: 248, degrees: 1.9 }), oneInch, true);
  assert.equal(leaning.crop.height, best);
  const levelled = cropOf(headIn({ middle: 248, degrees: 2.1 }), oneInch, true);
  assert.ok(levelled.crop.height < best, 'the levelled crop must be smaller to lie in the photo');
});

describe('in a photo that is too narrow for the usual crop', () => {
  const shoulders = (_: number, y: number) => y > 740;
  const usualWidth = (size: IdPhotoSize) => (2.2 * eyeToChin * size.widthPx) / size.heightPx / size.headShare;
  /** The middle of a head from which the usual crop reaches beyond the left edge by a share of its width. */
  const middleFor = (size: IdPhotoSize, beyond: number) => (0.5 - beyond) * usualWidth(size);

  it('the head is cropped larger, so that the side of the photo cuts no shoulder, and stays inside the rule of the size', () => {
    for (const size of [oneInch, idPhotoSizes.korea_visa]) {
      const head = headIn({ middle: middleFor(size, 0.02), isPerson: shoulders });
      const { crop, hasRoomBelowChin } = cropOf(head, size);
      assert.ok(photoPoint(crop, 0, 1).x >= 0, 'the crop must lie inside the photo at the shoulders');
      const share = (2.2 * eyeToChin) / crop.height;
      assert.ok(share > size.headShare && share <= (size.limits.head?.max ?? 0), String(share));
      const room = (500 - 1.2 * eyeToChin - photoPoint(crop, 0, 0).y) / crop.height;
      const { min, max } = size.limits.above ?? { min: 0.02, max: 1 };
      assert.ok(room >= min && room <= max, String(room));
      assert.equal(hasRoomBelowChin, true, 'the crop obeys the rule, so there is nothing to warn of');
    }
  });

  it('the usual crop is kept if the side of the photo cuts only the wall', () => {
    const { crop } = cropOf(headIn({ middle: middleFor(oneInch, 0.02) }));
    assert.equal(crop.height, (2.2 * eyeToChin) / oneInch.headShare);
  });

  it('the usual crop is kept if no place inside the rule of the size avoids the cut', () => {
    const { crop } = cropOf(headIn({ middle: middleFor(oneInch, 0.1), isPerson: shoulders }));
    assert.equal(crop.height, (2.2 * eyeToChin) / oneInch.headShare);
  });

  it('the head stays inside the bands of a document', () => {
    const { size } = photoSpecOf({ document: 'jp_passport' });
    const usual = cropOf(headIn({ middle: 300 }), size).crop;
    const narrow = headIn({ middle: 0.48 * usual.width, isPerson: shoulders });
    const { crop } = cropOf(narrow, size);
    assert.ok(crop.width < usual.width && photoPoint(crop, 0, 1).x >= 0);
    const share = (2.2 * eyeToChin) / crop.height;
    assert.ok(share >= 32 / 45 && share <= 36 / 45, String(share));
  });

  it('a document without a range for the head gets no larger head than studios sell', () => {
    const { size } = photoSpecOf({ document: 'in_exam' });
    const usual = cropOf(headIn({ middle: 300 }), size).crop;
    const isCut = headIn({ middle: 0.48 * usual.width, isPerson: shoulders });
    assert.ok(cropOf(isCut, size).crop.height < usual.height);
    const isCutMore = headIn({ middle: 0.4 * usual.width, isPerson: shoulders });
    assert.equal(cropOf(isCutMore, size).crop.height, usual.height);
  });
});
