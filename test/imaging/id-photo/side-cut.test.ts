import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PersonNear, sideCutShare } from '../../../src/imaging/id-photo/side-cut.ts';
import { drawnPlane } from '../planes.ts';

/** The person fills the lower half of a square of 400 px around the middle of the photo. */
const personNear: PersonNear = {
  mask: drawnPlane(100, 100, (_, y) => (y >= 50 ? 1 : 0)),
  square: { centreX: 150, centreY: 250, width: 400, height: 400, rollRad: 0 },
};
const photo = { width: 300, height: 500 };
/** The lower half of the crop shows the person. */
const crop = { centreX: 150, centreY: 250, width: 200, height: 200, rollRad: 0 };

describe('sideCutShare', () => {
  it('is 0 if the crop lies inside the photo', () => {
    assert.equal(sideCutShare(personNear, photo, crop), 0);
  });

  it('is the share of the rows in which a side of the photo cuts the person', () => {
    const left = { ...crop, centreX: 50 };
    assert.ok(Math.abs(sideCutShare(personNear, photo, left) - 0.5) < 0.02);
    const wide = { ...crop, width: 400 };
    assert.ok(Math.abs(sideCutShare(personNear, photo, wide) - 1) < 0.02, 'both sides count');
  });

  it('is 0 if only the wall beside the head is cut, or only the lower edge cuts the person', () => {
    const wall = { ...crop, centreX: 50, centreY: 140 };
    assert.equal(sideCutShare(personNear, photo, wall), 0);
    assert.equal(sideCutShare(personNear, photo, { ...crop, centreY: 450 }), 0);
  });

  it('counts the rows of a turned crop in which the side of the photo lies inside the crop', () => {
    const turned = { ...crop, width: 290, rollRad: (10 * Math.PI) / 180 };
    const share = sideCutShare(personNear, photo, turned);
    assert.ok(share > 0.02 && share < 0.3, String(share));
  });
});
