import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { correctExposure } from '../../../../src/imaging/id-photo/steps/correct-exposure.ts';
import { drawnImage, drawnPlane, type Rgb } from '../../planes.ts';

const side = 40;
const alpha = drawnPlane(side, side, () => 1);
/** The face is in the upper left quarter. */
const faceSide = 20;
const outline = [
  { x: 0, y: 0 },
  { x: faceSide, y: 0 },
  { x: faceSide, y: faceSide },
  { x: 0, y: faceSide },
];

const skins = {
  dark: [0.35, 0.24, 0.19],
  brown: [0.55, 0.4, 0.31],
  light: [0.85, 0.7, 0.62],
} as const;
const shirts = { black: [0.06, 0.06, 0.06], white: [0.92, 0.92, 0.92] } as const;
const glint = 0.8;

const linearOf = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const encodedOf = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

interface Person {
  readonly skin: Rgb;
  readonly shirt: Rgb;
  /** The share of the light of a well exposed photo. */
  readonly light?: number;
}

/** A photo whose face has a highlight on one pixel in twenty-five, as foreheads and noses have. */
function photoOf({ skin, shirt, light = 1 }: Person) {
  const lit = (colour: Rgb): Rgb => {
    const [r = 0, g = 0, b = 0] = colour.map((value) => encodedOf(linearOf(value) * light));
    return [r, g, b];
  };
  return drawnImage(side, side, (x, y) => {
    if (x >= faceSide || y >= faceSide) return lit(shirt);
    return lit(x % 5 === 0 && y % 5 === 0 ? [glint, glint, glint] : skin);
  });
}

/** @returns the colours of skin and shirt after the correction. */
function corrected(person: Person): { readonly skin: Rgb; readonly shirt: Rgb } {
  const colours = photoOf(person);
  const before = colours.data.slice();
  const { data } = correctExposure({ colours, alpha, outline }).colours;
  assert.deepEqual(colours.data, before, 'the input is not modified');
  const at = (x: number, y: number): Rgb => {
    const i = 3 * (y * side + x);
    return [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
  };
  return { skin: at(1, 1), shirt: at(side - 1, side - 1) };
}

function assertClose(actual: Rgb, expected: Rgb, tolerance = 1 / 255): void {
  for (const [channel, value] of actual.entries()) {
    assert.ok(Math.abs(value - (expected[channel] ?? 0)) <= tolerance, `${actual} instead of ${expected}`);
  }
}

describe('the correction of exposure and white balance', () => {
  for (const [tone, skin] of Object.entries(skins)) {
    for (const [colour, shirt] of Object.entries(shirts)) {
      it(`does not change ${tone} skin over a ${colour} shirt in good light`, () => {
        const after = corrected({ skin, shirt });
        assertClose(after.skin, skin);
        assertClose(after.shirt, shirt);
      });
    }

    it(`lightens ${tone} skin in a quarter of the light, and not beyond its own tone`, () => {
      const after = corrected({ skin, shirt: shirts.black, light: 0.25 }).skin;
      for (const [channel, value] of after.entries()) {
        const own = skin[channel] ?? 0;
        assert.ok(value > encodedOf(linearOf(own) * 0.25) * 1.2, `${after}`);
        assert.ok(value <= own, `${after} instead of at most ${skin}`);
      }
    });
  }

  it('lightens a very dark photo by two stops', () => {
    const after = corrected({ skin: skins.light, shirt: shirts.black, light: 0.02 }).skin;
    assertClose(after, skins.light.map((value) => encodedOf(linearOf(value) * 0.08)) as unknown as Rgb);
  });

  it('leaves white cloth white and keeps its folds when it lightens', () => {
    const fold = corrected({ skin: skins.dark, shirt: [0.7, 0.7, 0.7], light: 0.4 }).shirt;
    const cloth = corrected({ skin: skins.dark, shirt: [0.99, 0.99, 0.99], light: 0.4 }).shirt;
    assert.ok(fold[0] < cloth[0] && cloth[0] <= 1, `${fold} ${cloth}`);
  });

  it('darkens an overexposed face slightly', () => {
    const colours = drawnImage(side, side, () => [0.97, 0.97, 0.97]);
    const [value = 0] = correctExposure({ colours, alpha, outline }).colours.data;
    assert.ok(value < 0.95 && value > 0.9, `${value}`);
  });

  it('reduces a colour cast that grey cloth shows, on skin and cloth alike', () => {
    const [r, , b] = corrected({ skin: skins.brown, shirt: [0.75, 0.7, 0.62] }).shirt;
    assert.ok(r - b < 0.09 && r - b > 0.02, `${r - b}`);
    const { skin } = corrected({ skin: skins.brown, shirt: [0.75, 0.7, 0.62] });
    assert.ok(skin[0] < skins.brown[0] && skin[2] > skins.brown[2], `${skin}`);
  });

  it('leaves the colours as they are if nothing outside the face is nearly grey', () => {
    assertClose(corrected({ skin: skins.light, shirt: [0.2, 0.3, 0.7] }).skin, skins.light);
    assertClose(corrected({ skin: skins.light, shirt: skins.light }).skin, skins.light);
  });

  it('changes nothing in a black photo', () => {
    const colours = drawnImage(side, side, () => [0, 0, 0]);
    assert.deepEqual(correctExposure({ colours, alpha, outline }).colours.data, colours.data);
  });
});
