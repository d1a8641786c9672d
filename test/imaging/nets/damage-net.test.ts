import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fewestPixels } from '../../../src/imaging/nets/damage-net.ts';

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
