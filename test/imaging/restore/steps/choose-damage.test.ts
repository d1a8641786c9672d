import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Plane } from '../../../../src/imaging/pixels/plane.ts';
import { chooseDamage, mendedShare } from '../../../../src/imaging/restore/steps/choose-damage.ts';
import type { FaceFeatures } from '../../../../src/imaging/restore/steps/find-features.ts';
import { drawnPlane } from '../../planes.ts';

const [width, height] = [60, 40];
const middleX = 30;
/** A vertical scratch of one pixel through the whole picture. */
const scratch = (certainty: number) => (x: number) => (x === middleX ? certainty : 0);

/** A picture in which the rectangle is a face, and its upper half an eye. */
function features(isFace: (x: number, y: number) => boolean, isEye: (x: number, y: number) => boolean) {
  const area = (has: (x: number, y: number) => boolean): Uint8Array =>
    Uint8Array.from(drawnPlane(width, height, (x, y) => (has(x, y) ? 1 : 0)).data);
  return { faces: area(isFace), kept: area(isEye) };
}
const noFace = features(
  () => false,
  () => false,
);

/** An even picture with a light scratch. */
const scratchedWall = (x: number): number => (x === middleX ? 90 : 50);

function chosen(
  certaintyAt: (x: number, y: number) => number,
  where: FaceFeatures = noFace,
  lightnessAt: (x: number, y: number) => number = scratchedWall,
): Plane {
  const certainty = drawnPlane(width, height, certaintyAt);
  const lightness = drawnPlane(width, height, lightnessAt);
  return chooseDamage(lightness, certainty, where);
}
const at = ({ data }: Plane, x: number, y: number): number => data[y * width + x] ?? Number.NaN;

test('a certain scratch and its blurred edge are replaced, and pixels away from it are not', () => {
  const opacity = chosen(scratch(0.985));
  for (const x of [middleX - 1, middleX, middleX + 1]) assert.equal(at(opacity, x, 20), 1);
  for (const x of [0, middleX - 6, middleX + 6, width - 1]) assert.equal(at(opacity, x, 20), 0);
});

test('an uncertain place is replaced only if it continues a certain one', () => {
  const fading = chosen((x, y) => (x !== middleX ? 0 : y < 10 ? 0.985 : 0.7));
  assert.equal(at(fading, middleX, 35), 1);
  assert.ok(chosen(scratch(0.7)).data.every((value) => value === 0));
});

test('a picture without damage is not mended anywhere', () => {
  const opacity = chosen(() => 0.2);
  assert.ok(opacity.data.every((value) => value === 0));
  assert.equal(mendedShare(opacity), 0);
});

test('in a face, only damage that is more certain than elsewhere is mended', () => {
  const inFace = features(
    () => true,
    () => false,
  );
  assert.equal(mendedShare(chosen(scratch(0.985), inFace)), 0);
  assert.ok(mendedShare(chosen(scratch(0.985))) > 0.01);
  assert.ok(mendedShare(chosen(scratch(0.995), inFace)) > 0.01);
});

test('no pixel of an eye or a mouth changes, however certain the damage across it is', () => {
  const isEye = (x: number, y: number): boolean => y >= 15 && y < 25 && x > 20;
  const opacity = chosen(
    scratch(1),
    features(() => true, isEye),
  );
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (isEye(x, y)) assert.equal(at(opacity, x, y), 0);
  }
  assert.equal(at(opacity, middleX, 5), 1, 'the face above is mended');
});

test('the edge of a large light thing and its inside are mended only if the net is nearly sure, and never in a face', () => {
  const glove = (x: number): number => (x >= 20 && x < 40 ? 90 : 30);
  const certain = (certainty: number) => (x: number) => (glove(x) === 90 ? certainty : 0);
  const edge = (x: number): number => (x >= middleX - 1 && x < middleX + 2 ? 0.997 : 0);
  assert.equal(mendedShare(chosen(edge, noFace, (x) => (x >= middleX ? 90 : 30))), 0);
  assert.equal(mendedShare(chosen(certain(0.997), noFace, glove)), 0);
  assert.ok(mendedShare(chosen(certain(0.9999), noFace, glove)) > 0.3);
  const inFace = features(
    () => true,
    () => false,
  );
  assert.equal(mendedShare(chosen(certain(0.9999), inFace, glove)), 0);
});

test('what is darker than its surroundings is mended only with a quarter of the doubt', () => {
  const wire = (x: number): number => (x === middleX ? 15 : 60);
  assert.equal(mendedShare(chosen(scratch(0.95), noFace, wire)), 0);
  assert.ok(mendedShare(chosen(scratch(0.95))) > 0.01);
  assert.equal(at(chosen(scratch(0.999), noFace, wire), middleX, 20), 1);
});

test('a light line in restless surroundings is not mended, and one in calm surroundings is', () => {
  const restless = (x: number, y: number): number => (x === middleX ? 70 : 20 + 35 * ((x + y) % 3));
  assert.equal(mendedShare(chosen(scratch(0.997), noFace, restless)), 0);
  assert.equal(at(chosen(scratch(0.999)), middleX, 20), 1);
});

test('nothing is mended where most of the surroundings may be damaged', () => {
  const stripes = (x: number): number => (x % 3 === 0 ? 90 : 50);
  assert.equal(mendedShare(chosen((x) => (x % 3 === 1 ? 0.2 : 0.997), noFace, stripes)), 0);
});

test('the mended share is the mean of how much of each pixel is replaced', () => {
  assert.equal(mendedShare(drawnPlane(4, 1, (x) => [0, 0.5, 1, 0.5][x] ?? 0)), 0.5);
});
