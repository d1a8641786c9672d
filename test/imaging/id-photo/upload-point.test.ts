import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { cornersInUpload, turnedPoint } from '../../../src/imaging/id-photo/upload-point.ts';
import { rotatePhoto } from '../../../src/imaging/pixels/pyramid.ts';

const turns = [0, 1, 2, 3] as const;

describe('a point of the upload', () => {
  for (const count of turns) {
    it(`lies where the pixel lies after ${count} quarter turns`, () => {
      const data = new Uint8Array(3 * 4 * 3);
      // The second pixel of the first row.
      data[3] = 255;
      const turned = rotatePhoto({ width: 4, height: 3, data }, count);
      const { x, y } = turnedPoint({ x: 1.5 / 4, y: 0.5 / 3 }, count);
      const pixel = Math.floor(y * turned.height) * turned.width + Math.floor(x * turned.width);
      assert.equal(turned.data[3 * pixel], 255);
    });
  }
});

describe('the corners of a crop', () => {
  for (const count of turns) {
    it(`are those of the whole upload if the crop is the whole photo after ${count} quarter turns`, () => {
      const photo = count % 2 === 0 ? { width: 400, height: 300 } : { width: 300, height: 400 };
      const whole = {
        centreX: photo.width / 2,
        centreY: photo.height / 2,
        width: photo.width,
        height: photo.height,
        rollRad: 0,
      };
      const corners = cornersInUpload(whole, photo, count);
      for (const [name, corner] of [
        ['topLeft', { x: 0, y: 0 }],
        ['topRight', { x: 1, y: 0 }],
        ['bottomLeft', { x: 0, y: 1 }],
      ] as const) {
        const { x, y } = turnedPoint(corners[name], count);
        assert.ok(Math.hypot(x - corner.x, y - corner.y) < 1e-9, name);
      }
    });
  }
});
