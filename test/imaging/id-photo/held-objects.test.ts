/**
 * The warning about an object before the face, on a portrait onto which objects are drawn. `npm run eval -- coverings`
 * tests it on many portraits.
 */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { faceIn } from '../../../scripts/eval/coverings.ts';
import { type DrawnFace, drawCovering } from '../../../scripts/eval/draw-covering.ts';
import { drawObject, heldObjects, objectPlaces } from '../../../scripts/eval/draw-object.ts';
import { photoOf } from '../../../scripts/eval/measures.ts';
import { coveringsOf } from '../../../src/imaging/id-photo/coverings.ts';
import { type LabPlanes, straightEdge } from '../../../src/imaging/id-photo/straight-edges.ts';
import type { RgbBytes } from '../../../src/imaging/pixels/plane.ts';
import { buildPyramid } from '../../../src/imaging/pixels/pyramid.ts';
import { portrait } from '../portraits.ts';

/** @returns null if no face is found, which refuses the photo. */
async function warningsOf(photo: RgbBytes): Promise<readonly string[] | null> {
  const drawn = await faceIn(photo);
  return drawn === null ? null : coveringsOf(buildPyramid(drawn.photo), drawn.face);
}

describe('check_photo of a portrait', () => {
  let face: DrawnFace;
  before(async () => {
    face = (await faceIn(await photoOf(portrait()))) ?? assert.fail('no face');
  });

  it('does not warn of an object before the bare face', async () => {
    assert.deepEqual(await warningsOf(face.photo), []);
  });

  it('warns of an object before the face, or finds no face, if the object has another hue than the skin', async () => {
    const missed: string[] = [];
    for (const object of heldObjects) {
      for (const place of Object.keys(objectPlaces) as (keyof typeof objectPlaces)[]) {
        const warnings = await warningsOf(drawObject(face, object, place, 3));
        if (warnings?.length === 0) missed.push(`${object} ${place}`);
      }
    }
    // These are brown and golden: nearly the hue of the skin.
    assert.deepEqual(missed, ['cup before an eye', 'cup before a cheek', 'book before an eye']);
  });

  it('warns of sunglasses and of a mask only as such', async () => {
    assert.deepEqual(await warningsOf(drawCovering(face, 'sunglasses', 1)), ['eyes_covered']);
    assert.deepEqual(await warningsOf(drawCovering(face, 'mask', 1)), ['mouth_covered']);
  });
});

describe('straightEdge', () => {
  const side = 64;
  const isInside = (at: number) => at >= 4 && at < side - 4;
  const data = Uint8Array.from({ length: side * side }, (_, i) =>
    isInside(i % side) && isInside(Math.trunc(i / side)) ? 1 : 0,
  );
  const all = { width: side, height: side, data };
  const planesOf = (isLight: (x: number, y: number) => boolean): LabPlanes => {
    const l = Float32Array.from({ length: side * side }, (_, i) =>
      isLight(i % side, Math.trunc(i / side)) ? 60 : 40,
    );
    return { l, a: new Float32Array(l.length), b: new Float32Array(l.length) };
  };

  for (const degrees of [0, 15, 45, 90, 135]) {
    it(`finds an edge at ${degrees}° and returns its difference of lightness, as a share of the lightness of the skin`, () => {
      const [x, y] = [Math.sin((Math.PI * degrees) / 180), Math.cos((Math.PI * degrees) / 180)];
      const planes = planesOf((column, row) => x * (column - 31.5) + y * (row - 31.5) > 0);
      const edge = straightEdge(planes, all, 50);
      assert.ok(edge > 0.36 && edge < 0.6, `${edge}`);
    });
  }

  it('finds only a weak edge in spots, whose edges are short', () => {
    const spots = planesOf((column, row) => column % 16 < 6 && row % 16 < 6);
    assert.ok(straightEdge(spots, all, 50) < 0.25);
  });

  it('returns 0 where no edge fits', () => {
    const dot = { ...all, data: all.data.map((_, pixel) => (pixel === 2000 ? 1 : 0)) };
    const halves = planesOf((column) => column > 31);
    assert.equal(straightEdge(halves, dot, 50), 0);
  });
});
