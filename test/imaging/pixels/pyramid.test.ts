import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { RgbBytes } from '../../../src/imaging/pixels/plane.ts';
import {
  buildPyramid,
  cropPoint,
  photoPoint,
  rotatePhoto,
  sampleCrop,
} from '../../../src/imaging/pixels/pyramid.ts';

function photo(width: number, height: number): RgbBytes {
  return { width, height, data: Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 37) % 251) };
}

it('cropPoint is the inverse of photoPoint for any crop', () => {
  const coordinate = fc.double({ min: -2000, max: 2000, noNaN: true });
  const length = fc.double({ min: 1, max: 3000, noNaN: true });
  const share = fc.double({ min: -1, max: 2, noNaN: true });
  fc.assert(
    fc.property(
      fc.record({ centreX: coordinate, centreY: coordinate, width: length, height: length, rollRad: share }),
      share,
      share,
      (crop, u, v) => {
        const back = cropPoint(crop, photoPoint(crop, u, v));
        assert.ok(Math.abs(back.u - u) < 1e-6 && Math.abs(back.v - v) < 1e-6);
      },
    ),
  );
});

it('two opposite quarter turns return the original photo, and one turn moves the top left corner to the top right', () => {
  const source = photo(5, 3);
  const turned = rotatePhoto(source, 1);
  assert.deepEqual([turned.width, turned.height], [3, 5]);
  assert.deepEqual([...turned.data.subarray(6, 9)], [...source.data.subarray(0, 3)]);
  assert.deepEqual(rotatePhoto(turned, 3), source);
  assert.deepEqual(rotatePhoto(rotatePhoto(source, 2), 2), source);
});

it('a crop of the whole photo at its own size equals the photo', () => {
  const source = photo(40, 30);
  const crop = { centreX: 20, centreY: 15, width: 40, height: 30, rollRad: 0 };
  const sampled = sampleCrop(buildPyramid(source), crop, source, { outside: 'repeat' });
  for (let i = 0; i < source.data.length; i++) {
    assert.ok(Math.abs((sampled.data[i] ?? 0) * 255 - (source.data[i] ?? 0)) < 0.3);
  }
});

it('fine stripes that are shrunk to a sixteenth become one colour, their mean', () => {
  const side = 1024;
  const data = new Uint8Array(side * side * 3);
  for (let i = 0; i < side * side; i++) data.fill((i % side) % 2 === 0 ? 0 : 200, 3 * i, 3 * i + 3);
  const crop = { centreX: 512, centreY: 512, width: 1024, height: 1024, rollRad: 0 };
  const size = { width: 64, height: 64 };
  const sampled = sampleCrop(buildPyramid({ width: side, height: side, data }), crop, size, {
    outside: 'repeat',
  });
  assert.ok(sampled.data.every((value) => Math.abs(value * 255 - 100) < 2));
});

it('the part of a crop outside the photo is black or repeats the edge of the photo, as the option says', () => {
  const white = { width: 8, height: 8, data: new Uint8Array(8 * 8 * 3).fill(255) };
  const crop = { centreX: 40, centreY: 4, width: 8, height: 8, rollRad: 0 };
  const pyramid = buildPyramid(white);
  const size = { width: 4, height: 4 };
  assert.ok(sampleCrop(pyramid, crop, size, { outside: 'black' }).data.every((value) => value === 0));
  assert.ok(sampleCrop(pyramid, crop, size, { outside: 'repeat' }).data.every((value) => value === 1));
});
