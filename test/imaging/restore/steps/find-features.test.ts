import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { lightnessOf } from '../../../../src/imaging/pixels/lab.ts';
import type { Plane } from '../../../../src/imaging/pixels/plane.ts';
import { findFeatures, tilesOf } from '../../../../src/imaging/restore/steps/find-features.ts';
import { drawnPlane } from '../../planes.ts';
import { groupFile, portrait } from '../../portraits.ts';

async function lightness(photo: Sharp): Promise<Plane> {
  const { data, info } = await photo.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const plane = new Float32Array(info.width * info.height);
  lightnessOf(data, 0, plane.length, plane);
  return { width: info.width, height: info.height, data: plane };
}

const share = (area: Uint8Array): number => area.reduce((sum, value) => sum + value, 0) / area.length;

/** The number of connected groups of rows that have at least one pixel of the area in the columns. */
function groupsOfColumns(area: Uint8Array, width: number): number {
  let groups = 0;
  let wasIn = false;
  for (let x = 0; x < width; x++) {
    let isIn = false;
    for (let i = x; i < area.length; i += width) isIn ||= area[i] === 1;
    if (isIn && !wasIn) groups++;
    wasIn = isIn;
  }
  return groups;
}

test('both eyes and the mouth of a portrait are kept, and most of the face is not', async () => {
  const plane = await lightness(portrait().resize({ width: 500 }));
  const { kept, faces } = await findFeatures(plane);
  const [keptShare, faceShare] = [share(kept), share(faces)];
  assert.ok(faceShare > 0.05 && faceShare < 0.5, `the face has ${faceShare} of the picture`);
  assert.ok(keptShare > 0.08 * faceShare && keptShare < 0.7 * faceShare, `${keptShare} of ${faceShare}`);
});

test('the faces of a group of four people are all found', async () => {
  const plane = await lightness(sharp(groupFile).resize({ width: 1200 }));
  assert.equal(groupsOfColumns((await findFeatures(plane)).faces, plane.width), 4);
});

test('a wall has no face', async () => {
  const { kept, faces } = await findFeatures(drawnPlane(320, 200, (x) => 40 + (x % 5)));
  assert.equal(share(kept) + share(faces), 0);
});

test('however long a strip is, it is searched in at most fifteen tiles, which cover it', () => {
  for (const height of [1, 2, 40, 159]) {
    const tiles = tilesOf({ width: 1280, height });
    assert.ok(tiles.length <= 15, `${tiles.length} tiles`);
    for (let x = 0; x < 1280; x += 10) {
      assert.ok(
        tiles.some(({ centreX, width }) => Math.abs(x - centreX) <= width / 2),
        `${x} px`,
      );
    }
  }
  assert.ok(tilesOf({ width: 1280, height: 960 }).length > 6, 'an ordinary photo has overlapping tiles');
});
