import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DetectedFace } from '../../../src/imaging/faces.ts';
import { countsBeside } from '../../../src/imaging/id-photo/find-person.ts';

function face(x: number, width: number): DetectedFace {
  const centre = { x, y: 100 };
  return { score: 0.9, centre, width, height: width, rightEye: centre, leftEye: centre };
}

for (const [what, other, counts] of [
  ['a companion of the same size', face(500, 100), true],
  ['someone half as tall, anywhere', face(900, 50), true],
  ['a passer-by well behind', face(900, 40), false],
  ['a smaller face right beside', face(230, 35), true],
  ['a print on the shirt', face(110, 20), false],
] as const) {
  it(`${what} ${counts ? 'makes' : 'does not make'} the photo one of several people`, () => {
    assert.equal(countsBeside(face(100, 100), other), counts);
  });
}
