import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sharp } from 'sharp';
import { findDamage } from '../../../src/imaging/nets/damage-net.ts';
import { type RgbBytes, resizePlane, shrinkPlane } from '../../../src/imaging/pixels/plane.ts';
import { restoreInMemory } from '../../../src/imaging/restore/pipeline.ts';
import { drawnPlane } from '../planes.ts';
import { portrait } from '../portraits.ts';
import { psnrInside, rgbOf, scratched } from './scratched.ts';

async function restored(image: RgbBytes) {
  const request = { image: { ...image, data: image.data.slice() }, colourNet: null, isEnlarged: false };
  const result = await restoreInMemory.run(request);
  assert.ok(result.kind === 'done');
  return result.values;
}

/** A portrait in front of an even wall, without the window blind beside the person. */
const face = (): Sharp => portrait().resize({ width: 500 });

test('scratches on a colour photo are mended, and no pixel outside the mended places changes', async () => {
  const before = await rgbOf(face());
  const { photo, mask } = scratched(before);
  const { image, opacity } = await restored(photo);
  const [damaged, mended] = [psnrInside(photo, before, mask), psnrInside(image, before, mask)];
  assert.ok(mended > damaged + 6, `${mended} dB after ${damaged} dB`);
  opacity.data.forEach((value, i) => {
    if (value > 0) return;
    for (let p = 3 * i; p < 3 * i + 3; p++) assert.equal(image.data[p], photo.data[p], `byte ${p}`);
  });
});

test('eyes and mouth keep every pixel, also under a scratch', async () => {
  const before = await rgbOf(face());
  // A scratch through the middle of the face crosses an eye and the mouth.
  const photo = { ...before, data: before.data.slice() };
  const { features } = await restored(before);
  const columns = Array.from({ length: before.width }, (_, x) => x).filter((x) =>
    features.kept.some((isKept, i) => isKept === 1 && i % before.width === x),
  );
  const middle = columns[Math.round(columns.length / 4)] ?? 0;
  for (let y = 0; y < before.height; y++)
    photo.data.fill(250, 3 * (y * before.width + middle - 1), 3 * (y * before.width + middle + 2));
  const result = await restored(photo);
  let kept = 0;
  result.features.kept.forEach((isKept, i) => {
    if (isKept === 0) return;
    kept++;
    for (let p = 3 * i; p < 3 * i + 3; p++) assert.equal(result.image.data[p], photo.data[p]);
  });
  assert.ok(kept > 200, `${kept} pixels are kept`);
});

test('an even picture without damage stays exactly as it is', async () => {
  const photo: RgbBytes = { width: 96, height: 64, data: new Uint8Array(3 * 96 * 64).fill(120) };
  const { image, opacity } = await restored(photo);
  assert.ok(opacity.data.every((value) => value === 0));
  assert.deepEqual(image.data, photo.data);
});

test('a picture that is divided into tiles has the same damage as one that is not', async () => {
  // 1000 px are more than one tile; the scratch is far from the seams. Larger pictures are searched in smaller sizes too.
  const plane = drawnPlane(1000, 140, (x, y) =>
    Math.abs(x - 250 - y / 4) < 2 ? 95 : 40 + 5 * Math.sin(x / 40),
  );
  const part = drawnPlane(512, 140, (x, y) => plane.data[y * 1000 + x] ?? 0);
  const [whole, alone] = [await findDamage(plane), await findDamage(part)];
  for (let y = 0; y < 140; y += 5) {
    for (let x = 0; x < 400; x += 5) {
      const difference = (whole.data[y * 1000 + x] ?? 0) - (alone.data[y * 512 + x] ?? 0);
      assert.ok(Math.abs(difference) < 0.05, `${difference} at ${x}, ${y}`);
    }
  }
});

test('what is found in a smaller size of a large picture counts in the large picture too', async () => {
  const large = drawnPlane(900, 640, (x, y) =>
    Math.abs(x - 300 - y / 3) < 6 ? 95 : 40 + 5 * Math.sin(x / 60),
  );
  const [found, ofSmaller] = [await findDamage(large), await findDamage(shrinkPlane(large, 593, 422))];
  const expected = resizePlane(ofSmaller, 900, 640).data;
  const places = [...expected.keys()].filter((i) => (expected[i] ?? 0) >= 0.5);
  const alsoFound = places.filter((i) => (found.data[i] ?? 0) >= 0.5);
  assert.ok(places.length > 1_000);
  // The edges of the line differ between the sizes.
  assert.ok(alsoFound.length > 0.9 * places.length, `${alsoFound.length} of ${places.length} pixels`);
});

test('a larger picture than the enlargement accepts is refused before any work', async () => {
  const image = { width: 2000, height: 1200, data: new Uint8Array(3 * 2000 * 1200) };
  const result = await restoreInMemory.run({ image, colourNet: null, isEnlarged: true });
  assert.deepEqual(result, { kind: 'refused', refusal: 'too_large_to_enlarge' });
});
