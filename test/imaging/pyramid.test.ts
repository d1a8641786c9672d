import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { RgbBytes } from '../../src/imaging/plane.ts';
import {
  buildPyramid,
  photoPoint,
  sampleFraming,
  turnPhoto,
  windowPoint,
} from '../../src/imaging/pyramid.ts';

function photo(width: number, height: number): RgbBytes {
  return { width, height, data: Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 37) % 251) };
}

it('windowPoint is the inverse of photoPoint for any framing', () => {
  const coordinate = fc.double({ min: -2000, max: 2000, noNaN: true });
  const length = fc.double({ min: 1, max: 3000, noNaN: true });
  const share = fc.double({ min: -1, max: 2, noNaN: true });
  fc.assert(
    fc.property(
      fc.record({ centreX: coordinate, centreY: coordinate, width: length, height: length, rollRad: share }),
      share,
      share,
      (framing, u, v) => {
        const back = windowPoint(framing, photoPoint(framing, u, v));
        assert.ok(Math.abs(back.u - u) < 1e-6 && Math.abs(back.v - v) < 1e-6);
      },
    ),
  );
});

it('four quarter turns are none, and one puts the top left at the top right', () => {
  const source = photo(5, 3);
  const turned = turnPhoto(source, 1);
  assert.deepEqual([turned.width, turned.height], [3, 5]);
  assert.deepEqual([...turned.data.subarray(6, 9)], [...source.data.subarray(0, 3)]);
  assert.deepEqual(turnPhoto(turned, 3), source);
  assert.deepEqual(turnPhoto(turnPhoto(source, 2), 2), source);
});

it('a framing of the whole photo at its own size is the photo', () => {
  const source = photo(40, 30);
  const framing = { centreX: 20, centreY: 15, width: 40, height: 30, rollRad: 0 };
  const sampled = sampleFraming(buildPyramid(source), framing, source, { outside: 'repeat' });
  for (let i = 0; i < source.data.length; i++) {
    assert.ok(Math.abs((sampled.data[i] ?? 0) * 255 - (source.data[i] ?? 0)) < 0.3);
  }
});

it('shrinking fine stripes sixteen times gives their mean, not a pattern of its own', () => {
  const side = 1024;
  const data = new Uint8Array(side * side * 3);
  for (let i = 0; i < side * side; i++) data.fill((i % side) % 2 === 0 ? 0 : 200, 3 * i, 3 * i + 3);
  const framing = { centreX: 512, centreY: 512, width: 1024, height: 1024, rollRad: 0 };
  const size = { width: 64, height: 64 };
  const sampled = sampleFraming(buildPyramid({ width: side, height: side, data }), framing, size, {
    outside: 'repeat',
  });
  assert.ok(sampled.data.every((value) => Math.abs(value * 255 - 100) < 2));
});

it('beyond the photo a framing is black, or repeats the edge, as asked', () => {
  const white = { width: 8, height: 8, data: new Uint8Array(8 * 8 * 3).fill(255) };
  const framing = { centreX: 40, centreY: 4, width: 8, height: 8, rollRad: 0 };
  const pyramid = buildPyramid(white);
  const size = { width: 4, height: 4 };
  assert.ok(sampleFraming(pyramid, framing, size, { outside: 'black' }).data.every((value) => value === 0));
  assert.ok(sampleFraming(pyramid, framing, size, { outside: 'repeat' }).data.every((value) => value === 1));
});
