import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { findPerson, makesGroup } from '../../../../src/imaging/id-photo/steps/find-person.ts';
import type { DetectedFace } from '../../../../src/imaging/nets/face-detector.ts';
import { portrait } from '../../portraits.ts';

async function find(photo: Sharp) {
  const { data, info } = await photo.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return findPerson({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

describe('findPerson', () => {
  for (const degrees of [-45, -30, 30, 45, 90, 135, 180, 270]) {
    it(`finds a face that leans by ${degrees}°, and returns its angle`, async () => {
      const photo = sharp(await portrait().jpeg().toBuffer()).rotate(degrees, { background: '#b0b0b0' });
      const found = await find(photo);
      assert.ok('face' in found, 'refusal' in found ? found.refusal : '');
      const leaning = (found.face.rollRad * 180) / Math.PI - found.turns * 90;
      const off = ((leaning - degrees + 540 + 720) % 360) - 180;
      assert.ok(Math.abs(off) < 8, `off by ${off}°`);
    });
  }

  it('finds a face of 60 px in a photo of 12 megapixels, although it searches the photo at half size', async () => {
    const face = await portrait().resize({ width: 84 }).toBuffer();
    const wide = sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#8a9a84' } });
    const photo = await wide
      .composite([{ input: face, left: 1350, top: 450 }])
      .png()
      .toBuffer();
    const found = await find(sharp(photo));
    assert.ok('face' in found, 'refusal' in found ? found.refusal : '');
    const xs = found.face.outline.map(({ x }) => x);
    const widthPx = Math.max(...xs) - Math.min(...xs);
    assert.ok(widthPx < 31, `${widthPx} px`);
    assert.ok(found.face.eyes.x > 1350 && found.face.eyes.x < 1434);
  });
});

function face(x: number, width: number): DetectedFace {
  const centre = { x, y: 100 };
  return { score: 0.9, centre, width, height: width, rightEye: centre, leftEye: centre };
}

for (const [what, other, counts] of [
  ['a face of the same size', face(500, 100), true],
  ['a face half as high, at any distance', face(900, 50), true],
  ['a smaller face far away', face(900, 40), false],
  ['a smaller face beside the person', face(230, 35), true],
  ['a face printed on the shirt', face(110, 20), false],
] as const) {
  it(`${what} ${counts ? 'counts' : 'does not count'} as a second person in the photo`, () => {
    assert.equal(makesGroup(face(100, 100), other), counts);
  });
}
