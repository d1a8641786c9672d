import assert from 'node:assert/strict';
import { it } from 'node:test';
import { regionsOf } from '../../../src/imaging/pixels/morphology.ts';
import { outlineSteps } from '../../../src/imaging/pixels/outline-step.ts';
import { drawnPlane } from '../planes.ts';

const side = 60;
const inDisc = (x: number, y: number, radius: number): boolean => Math.hypot(x - 30, y - 28) < radius;
const disc = drawnPlane(side, side, (x, y) => (inDisc(x, y, 14) ? 1 : 0));
const hole = { ...disc, data: Uint8Array.from(disc.data) };
const [region = []] = regionsOf(hole);

/** The step along the hole in an even picture with a disc that is darker by 12. */
function stepWithDisc(radius: number): number {
  const picture = drawnPlane(side, side, (x, y) => (inDisc(x, y, radius) ? 48 : 60));
  return outlineSteps(picture, hole, 3)(region);
}

it('the step is the difference of L across the outline, positive if it is lighter outside', () => {
  assert.equal(stepWithDisc(14), 12);
});

it('there is no step where the dark place ends far inside or outside of the hole', () => {
  assert.equal(stepWithDisc(6), 0);
  assert.equal(stepWithDisc(25), 0);
});

it('the step of a hole that is the whole picture is 0', () => {
  const whole = { width: 8, height: 8, data: new Uint8Array(64).fill(1) };
  assert.equal(
    outlineSteps(
      drawnPlane(8, 8, (x) => x),
      whole,
      2,
    )([...whole.data.keys()]),
    0,
  );
});
