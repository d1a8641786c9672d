import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CellFace } from '../../../../src/imaging/colourise/steps/cells.ts';
import { colourSkin, type SkinCells } from '../../../../src/imaging/colourise/steps/colour-skin.ts';
import type { Plane } from '../../../../src/imaging/pixels/plane.ts';
import { drawnPlane } from '../../planes.ts';

const [width, height] = [60, 70];
const isFace = (x: number, y: number): boolean => ((x - 30) / 8) ** 2 + ((y - 16) / 10) ** 2 < 1;
const isHand = (x: number, y: number): boolean => Math.hypot(x - 18, y - 50) < 5;
const isShirt = (x: number, y: number): boolean => y > 32 && x > 12 && x < 48 && !isHand(x, y);

const face: CellFace = {
  eyes: { x: 30, y: 14 },
  eyeToChin: 12,
  outline: Array.from({ length: 24 }, (_, i) => {
    const angle = (i * Math.PI) / 12;
    return { x: 30 + 8 * Math.cos(angle), y: 16 + 10 * Math.sin(angle) };
  }),
};
const cells = drawnPlane(width, height, (x, y) =>
  isFace(x, y) || isHand(x, y) ? 65 : isShirt(x, y) ? 92 : 30,
);
const nothing = drawnPlane(width, height, () => 0);
const person = drawnPlane(width, height, (x, y) => (isFace(x, y) || isHand(x, y) || isShirt(x, y) ? 1 : 0));

interface Hues {
  readonly ofFace: number;
  readonly ofHand: number;
  readonly ofShirt: number;
}

/** The values of both a and b of CIE Lab. If a equals b, every colour has a hue of skin. */
function drawn({ ofFace, ofHand, ofShirt }: Hues): Plane {
  return drawnPlane(width, height, (x, y) =>
    isFace(x, y) ? ofFace : isHand(x, y) ? ofHand : isShirt(x, y) ? ofShirt : 0,
  );
}

function painted(hues: Hues, known: Partial<SkinCells> = {}) {
  const plane = drawn(hues);
  const { a } = colourSkin(
    { a: plane, b: plane },
    { lightness: cells, person, hands: nothing, faces: [face], ...known },
  );
  const at = (x: number, y: number): number => a.data[y * width + x] ?? 0;
  return { face: at(30, 18), hand: at(18, 50), shirt: at(35, 50), wall: at(5, 50) };
}

test('a hand with a third less chroma than the face gets the colour of the face, and a white shirt and the wall do not change', () => {
  const { face: ofFace, hand, shirt, wall } = painted({ ofFace: 16, ofHand: 11, ofShirt: 3 });
  assert.ok(hand > 0.85 * ofFace, `the hand has ${hand}, the face ${ofFace}`);
  assert.ok(Math.abs(shirt - 3) < 0.5, `the shirt has ${shirt}`);
  assert.ok(Math.abs(wall) < 0.01, `the wall has ${wall}`);
});

test('a face with too much chroma gets less, and a face with little chroma stays as it is', () => {
  const strong = painted({ ofFace: 26, ofHand: 26, ofShirt: 0 });
  assert.ok(strong.face < 22 && strong.face > 16, `${strong.face}`);
  const calm = painted({ ofFace: 12, ofHand: 12, ofShirt: 0 });
  assert.ok(Math.abs(calm.face - 12) < 0.01, `${calm.face}`);
});

test('a sleeve as light as the face, with a quarter of its chroma, does not get the colour of the face', () => {
  const { hand } = painted({ ofFace: 16, ofHand: 4, ofShirt: 0 });
  assert.ok(hand < 5, `${hand}`);
});

test('a grey hand gets the colour of the face if it was found as a hand, also outside the mask of the person', () => {
  const hands = drawnPlane(width, height, (x, y) => (isHand(x, y) ? 1 : 0));
  const grey = { ofFace: 16, ofHand: 1, ofShirt: 3 };
  for (const mask of [person, nothing]) {
    const { face: ofFace, hand, shirt } = painted(grey, { hands, person: mask });
    assert.ok(hand > 0.85 * ofFace, `the hand has ${hand}, the face ${ofFace}`);
    assert.ok(Math.abs(shirt - 3) < 0.5, `the shirt has ${shirt}`);
  }
});

test('a black glove and a hand near another face do not get the colour of this face', () => {
  const hands = drawnPlane(width, height, (x, y) => (isHand(x, y) ? 1 : 0));
  const grey = { ofFace: 16, ofHand: 1, ofShirt: 3 };
  const gloved = drawnPlane(width, height, (x, y) => (isHand(x, y) ? 8 : (cells.data[y * width + x] ?? 0)));
  assert.ok(Math.abs(painted(grey, { hands, lightness: gloved }).hand - 1) < 0.1);
  const outline = face.outline.map(({ x, y }) => ({ x: x - 22, y: y + 26 }));
  const other: CellFace = { ...face, eyes: { x: 8, y: 40 }, outline };
  assert.ok(Math.abs(painted(grey, { hands, faces: [face, other] }).hand - 1) < 0.1);
});

test('a picture without a face, or with a face that the net left grey, does not change', () => {
  const hues = { ofFace: 16, ofHand: 11, ofShirt: 3 };
  assert.equal(painted(hues, { faces: [] }).hand, 11);
  assert.equal(painted({ ...hues, ofFace: 2 }).hand, 11);
});
