import assert from 'node:assert/strict';
import { it } from 'node:test';
import { correctExposure } from '../../../../src/imaging/id-photo/steps/correct-exposure.ts';
import { drawnImage, drawnPlane, type Rgb } from '../../planes.ts';

const alpha = drawnPlane(20, 20, () => 1);
const outline = [
  { x: 0, y: 0 },
  { x: 20, y: 20 },
];

/** @returns the colour that a picture of one colour has after the correction. */
function corrected(colour: Rgb): readonly number[] {
  const colours = drawnImage(20, 20, () => colour);
  const before = colours.data.slice();
  const { colours: after } = correctExposure({ colours, alpha, outline });
  assert.deepEqual(colours.data, before, 'the input is not modified');
  return [...after.data.subarray(0, 3)];
}

it('a neutral, well-exposed face is not changed', () => {
  for (const channel of corrected([0.55, 0.55, 0.55])) assert.ok(Math.abs(channel - 0.55) < 1e-3);
});

it('a dark face becomes lighter and a bright face darker, with a gamma between 0.75 and 1.25', () => {
  const [dark = 0] = corrected([0.3, 0.3, 0.3]);
  assert.ok(dark > 0.35 && dark <= 0.3 ** 0.75 + 1e-3, `${dark}`);
  const [bright = 0] = corrected([0.85, 0.85, 0.85]);
  assert.ok(bright < 0.85 && bright >= 0.85 ** 1.25 - 1e-3, `${bright}`);
});

it('a colour cast is reduced, and no channel is scaled by more than 8 %', () => {
  const [red = 0, , blue = 0] = corrected([0.6, 0.55, 0.5]);
  assert.ok(red - blue < 0.1 && red - blue > 0, `${red - blue}`);
  const [strong = 0] = corrected([0.9, 0.5, 0.3]);
  assert.ok(strong >= (0.9 / 1.08) ** 1.25 - 1e-3, `${strong}`);
});
