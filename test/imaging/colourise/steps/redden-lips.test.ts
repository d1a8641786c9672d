import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPeople } from '../../../../src/imaging/colourise/steps/find-people.ts';
import { reddenLips } from '../../../../src/imaging/colourise/steps/redden-lips.ts';
import { fitChromaLines } from '../../../../src/imaging/pixels/chroma-lines.ts';
import { lightnessOf } from '../../../../src/imaging/pixels/lab.ts';
import type { Plane } from '../../../../src/imaging/pixels/plane.ts';
import { drawnPlane } from '../../planes.ts';
import { portrait } from '../../portraits.ts';

async function portraitLightness(): Promise<Plane> {
  const { data, info } = await portrait()
    .resize({ width: 400 })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const lightness = new Float32Array(info.width * info.height);
  lightnessOf(data, 0, lightness.length, lightness);
  return { width: info.width, height: info.height, data: lightness };
}

test('the lips of a portrait become redder than the skin, and the skin does not change', async () => {
  const lightness = await portraitLightness();
  const { faces, person } = await findPeople(lightness);
  const [face] = faces;
  assert.ok(face !== undefined && faces.length === 1);
  const skin = drawnPlane(50, 60, () => 15);
  const before = fitChromaLines(lightness, { a: skin, b: skin });
  const after = reddenLips(before, lightness, faces);
  const middleOf = (one: { x: number; y: number } | undefined, other: { x: number; y: number } | undefined) =>
    Math.round(((one?.y ?? 0) + (other?.y ?? 0)) / 2) * lightness.width +
    Math.round(((one?.x ?? 0) + (other?.x ?? 0)) / 2);
  const lowerLip = middleOf(face.lips.outer[5], face.lips.inner[5]);
  const gained = (plane: 'a' | 'b', i: number): number =>
    (after[plane].offset.data[i] ?? 0) - (before[plane].offset.data[i] ?? 0);
  assert.ok(gained('a', lowerLip) > 2, `redder by ${gained('a', lowerLip)}`);
  assert.ok(gained('b', lowerLip) < -1, `less yellow by ${gained('b', lowerLip)}`);
  const cheek = Math.round(face.eyes.y + 0.4 * face.eyeToChin) * lightness.width + Math.round(face.eyes.x);
  assert.equal(gained('a', cheek), 0);
  const at = (x: number, y: number): number => person.data[y * lightness.width + x] ?? 0;
  assert.ok(at(Math.round(face.eyes.x), Math.round(face.eyes.y)) > 0.9, 'the face belongs to the person');
});

test('the lips of a face that the net left grey stay grey', async () => {
  const lightness = await portraitLightness();
  const { faces } = await findPeople(lightness);
  const grey = drawnPlane(50, 60, () => 0);
  const before = fitChromaLines(lightness, { a: grey, b: grey });
  assert.deepEqual(reddenLips(before, lightness, faces).a.offset.data, before.a.offset.data);
});

test('findPeople finds no face and no person in a picture without people', async () => {
  const { faces, person } = await findPeople(drawnPlane(300, 200, (x, y) => 50 + ((x * 7 + y * 3) % 9)));
  assert.equal(faces.length, 0);
  assert.ok(person.data.every((value) => value === 0));
});
