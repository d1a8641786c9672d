import assert from 'node:assert/strict';
import { it } from 'node:test';
import { marchInwards } from '../../../src/imaging/pixels/fast-marching.ts';
import type { Bitmap } from '../../../src/imaging/pixels/morphology.ts';

function holeOf(rows: readonly string[]): Bitmap {
  const data = Uint8Array.from(rows.join(''), (mark) => (mark === '#' ? 1 : 0));
  return { width: rows[0]?.length ?? 0, height: rows.length, data };
}

it('the pixels of a hole are ordered from its edge inwards, each once', () => {
  const hole = holeOf(['.......', '.#####.', '.#####.', '.#####.', '.#####.', '.#####.', '.......']);
  const { order, arrival } = marchInwards(hole);
  assert.equal(new Set(order).size, 25);
  assert.equal(order.length, 25);
  const times = order.map((i) => arrival.data[i] ?? 0);
  assert.deepEqual(
    times,
    [...times].sort((a, b) => a - b),
  );
  assert.equal(order.at(-1), 3 * 7 + 3);
});

it('the arrival is the distance from a straight edge, and 0 outside of holes', () => {
  const hole = holeOf(['.####', '.####', '.####']);
  const { arrival } = marchInwards(hole);
  for (const y of [0, 1, 2]) assert.deepEqual([...arrival.data.slice(5 * y, 5 * y + 5)], [0, 1, 2, 3, 4]);
});

it('a picture that is one hole has no order', () => {
  assert.deepEqual(marchInwards(holeOf(['##', '##'])).order, []);
});
