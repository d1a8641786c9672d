import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  brokenLimits,
  checkMatte,
  type MatteEvidence,
  measureMatte,
} from '../../../../src/imaging/id-photo/steps/check-matte.ts';
import { emptyPlane, type Plane, type RgbImage } from '../../../../src/imaging/pixels/plane.ts';

const [width, height] = [59, 83];
const cropFace = {
  outline: [
    { x: 30, y: 20 },
    { x: 42, y: 40 },
    { x: 30, y: 60 },
    { x: 18, y: 40 },
  ],
  chinRow: 60,
};

/** A dark person in front of a wall of the given grey, from 0 to 1. */
function pictureOf(alpha: Plane, wall = 0.8): RgbImage {
  const data = new Float32Array(3 * width * height);
  for (let j = 0; j < data.length; j++) data[j] = (alpha.data[Math.trunc(j / 3)] ?? 0) > 0.5 ? 0.1 : wall;
  return { width, height, data };
}

/** The crop lies inside the photo. */
const whole: Plane = { width, height, data: new Float32Array(width * height).fill(1) };

/** Alpha of a head and shoulders with a hard edge. */
function matte(paint: (x: number, y: number) => number | undefined = () => undefined): Plane {
  const alpha = emptyPlane(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isHead = Math.hypot((x - 30) / 18, (y - 36) / 27) < 1;
      const isBody = y > 64 && Math.abs(x - 30) < 28;
      alpha.data[y * width + x] = paint(x, y) ?? (isHead || isBody ? 1 : 0);
    }
  }
  return alpha;
}

function evidenceOf(alpha: Plane, wall?: number): MatteEvidence {
  const [mask, disagreement] = [matte(), emptyPlane(width, height)];
  return { image: pictureOf(alpha, wall), alpha, mask, disagreement, cropFace, insidePhoto: whole };
}

const broken = (alpha: Plane, changed: Partial<MatteEvidence> = {}) =>
  brokenLimits(measureMatte({ ...evidenceOf(alpha), ...changed }));

it('a clean matte exceeds no limit of the quality gate', () => {
  assert.deepEqual(broken(matte()), []);
  assert.deepEqual(checkMatte(evidenceOf(matte())), {});
});

it('each kind of bad matte exceeds the limit that is meant to detect it', () => {
  const inFace = (x: number, y: number) => Math.hypot(x - 30, y - 40) < 6;
  assert.deepEqual(broken(matte((x, y) => (inFace(x, y) ? 0 : undefined))), ['faceKept']);
  assert.ok(broken(matte((_, y) => (y < 4 ? 1 : undefined))).includes('topShare'));
  assert.ok(broken(matte((x, y) => (x > 50 && y < 60 ? 0.5 : undefined))).includes('veilShare'));
  assert.ok(broken(matte((x, y) => (x > 50 && y < 60 ? 0.5 : undefined))).includes('halfShare'));
  assert.ok(broken(matte(() => 0)).includes('personShare'));
  assert.ok(broken(matte(() => 1)).includes('personShare'));
  assert.ok(broken(matte((x, y) => (x > 44 && y < 60 ? 1 : undefined))).includes('drift'));
  const disagreement = emptyPlane(width, height);
  disagreement.data.fill(0.6);
  assert.deepEqual(broken(matte(), { disagreement }), ['contestedShare']);
});

it('where alpha is 0, a difference between the net’s results for two windows exceeds no limit', () => {
  const disagreement = emptyPlane(width, height);
  for (let y = 0; y < 60; y++) disagreement.data.fill(0.9, y * width, y * width + 10);
  assert.deepEqual(broken(matte(), { disagreement }), []);
});

it('a head whose crown is cut off flat by the upper edge of the photo is refused as cut off', () => {
  const photoFrom = (row: number): Plane => ({
    ...whole,
    data: whole.data.map((_, i) => (i < row * width ? 0 : 1)),
  });
  const verdictOn = (row: number) =>
    checkMatte({
      ...evidenceOf(matte((_, y) => (y < row ? 0 : undefined))),
      insidePhoto: photoFrom(row),
    });
  assert.deepEqual(verdictOn(9), {});
  assert.deepEqual(verdictOn(14), { kind: 'refused', refusal: 'face_cut_off' });
});

it('a dark head in front of a black wall is refused, because its outline cannot be seen', () => {
  assert.deepEqual(checkMatte(evidenceOf(matte(), 0.06)), { kind: 'refused', refusal: 'cut_out_failed' });
  assert.deepEqual(checkMatte(evidenceOf(matte(), 0.2)), {});
});
