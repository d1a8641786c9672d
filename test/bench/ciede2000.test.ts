import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ciede2000, type Lab } from '../../bench/ciede2000.ts';

/** Pairs of colours and their difference, from the test data of Sharma, Wu and Dalal (2005). */
const published: readonly (readonly [Lab, Lab, number])[] = [
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, 0, 0], [50, -1, 2], 2.3669],
  [[50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792],
  [[50, 2.5, 0], [61, -5, 29], 22.8977],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
  [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
];

test('the differences of published pairs of colours have their published values, in both directions', () => {
  for (const [one, other, difference] of published) {
    assert.ok(Math.abs(ciede2000(one, other) - difference) < 0.00005, `${one} and ${other}`);
    assert.ok(Math.abs(ciede2000(other, one) - difference) < 0.00005, `${other} and ${one}`);
  }
});
