import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evenOutChroma } from '../../../../src/imaging/colourise/steps/even-out-chroma.ts';
import { drawnPlane } from '../../planes.ts';

const nobody = drawnPlane(60, 40, () => 0);

test('a coat that the net painted in two colours gets their mean, and the wall behind the coat keeps its colour', () => {
  const cells = drawnPlane(60, 40, (x) => (x < 30 ? 25 : 75));
  const two = drawnPlane(60, 40, (x, y) => (x >= 30 ? -5 : y < 20 ? 20 : 4));
  const { a } = evenOutChroma({ a: two, b: two }, cells, nobody);
  const at = (x: number, y: number): number => a.data[y * 60 + x] ?? 0;
  assert.ok(Math.abs(at(10, 16) - at(10, 24)) < 8, `${at(10, 16)} and ${at(10, 24)}, which differed by 16`);
  assert.ok(at(10, 20) > 8 && at(10, 20) < 16, 'the coat has the mean of its colours');
  assert.ok(Math.abs(at(45, 20) + 5) < 0.5, 'the wall');
});

test('the colours of a face and of a wall of the same lightness do not mix', () => {
  const cells = drawnPlane(60, 40, () => 60);
  const person = drawnPlane(60, 40, (x) => (x < 25 ? 1 : 0));
  const skin = drawnPlane(60, 40, (x) => (x < 25 ? 18 : 0));
  const { a, b } = evenOutChroma({ a: skin, b: skin }, cells, person);
  for (const plane of [a, b]) {
    assert.ok(Math.abs((plane.data[20 * 60 + 24] ?? 0) - 18) < 0.01, 'the face at its edge');
    assert.ok(Math.abs(plane.data[20 * 60 + 25] ?? 0) < 0.01, 'the wall beside it');
  }
});
