import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fewestPixels, findDamage } from '../../../src/imaging/nets/damage-net.ts';
import type { Plane } from '../../../src/imaging/pixels/plane.ts';

it('a picture is divided into the tiles with which the net sees the fewest pixels', () => {
  assert.deepEqual(tiles(577, 433), [1, 1]);
  assert.deepEqual(tiles(1155, 866), [2, 1]);
  assert.deepEqual(tiles(866, 1155), [1, 2]);
  assert.deepEqual(tiles(31_250, 32), [2, 1]);
});

function tiles(width: number, height: number): [number, number] {
  const { columns, rows } = fewestPixels(width, height);
  return [columns, rows];
}

it('the inside of a torn corner is found as far as the corner of the picture', async () => {
  const side = 300;
  const torn = shadedPicture(side, (x, y) => side - 1 - x + y < 80);
  const certainty = await findDamage(torn.picture);
  const found = torn.corner.filter((i) => (certainty.data[i] ?? 0) >= 0.5).length;
  assert.ok(found > 0.9 * torn.corner.length, `${found} of ${torn.corner.length} pixels`);
  const elsewhere = certainty.data.filter((value) => value >= 0.5).length - found;
  assert.ok(elsewhere < 0.2 * torn.corner.length, `${elsewhere} pixels elsewhere`);
});

/** A soft picture whose corner is torn off: dark cardboard, behind a white line of torn paper. */
function shadedPicture(
  side: number,
  isTorn: (x: number, y: number) => boolean,
): { readonly picture: Plane; readonly corner: readonly number[] } {
  const picture = { width: side, height: side, data: new Float32Array(side * side) };
  const corner: number[] = [];
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const i = y * side + x;
      const ragged = 3 * Math.sin(x / 5) + 2 * Math.sin(x / 2.3);
      picture.data[i] = 55 + 20 * Math.sin(x / 40) * Math.cos(y / 55) + 3 * Math.sin(x * y);
      if (isTorn(x, y - 4 + ragged)) picture.data[i] = 96;
      if (!isTorn(x, y + ragged)) continue;
      picture.data[i] = 12;
      corner.push(i);
    }
  }
  return { picture, corner };
}
