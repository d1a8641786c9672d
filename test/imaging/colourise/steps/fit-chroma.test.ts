import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fitChroma } from '../../../../src/imaging/colourise/steps/fit-chroma.ts';
import { fitChromaLines } from '../../../../src/imaging/pixels/chroma-lines.ts';
import { drawnPlane } from '../../planes.ts';

const lightness = drawnPlane(64, 48, (x, y) => 20 + ((7 * x + 13 * y) % 60));

it('for a picture without a paper border, fitChroma returns the result of fitChromaLines for the whole picture', () => {
  const chroma = { a: drawnPlane(8, 6, (x) => x), b: drawnPlane(8, 6, (_, y) => y) };
  const none = { left: 0, right: 0, top: 0, bottom: 0 };
  assert.deepEqual(fitChroma(lightness, chroma, none), fitChromaLines(lightness, chroma));
});

it('a paper border stays grey at every lightness, and the print inside it keeps its colour', () => {
  const chroma = { a: drawnPlane(7, 5, () => 20), b: drawnPlane(7, 5, () => 20) };
  const border = { left: 4, right: 4, top: 4, bottom: 4 };
  const { a, lowest, highest } = fitChroma(lightness, chroma, border);
  assert.deepEqual([a.slope.data[0], a.offset.data[0]], [0, 0]);
  assert.deepEqual([lowest.data[0], highest.data[0]], [0, 100]);
  assert.ok(Math.abs((a.offset.data[24 * 64 + 32] ?? 0) - 20) < 0.01, 'the print has its colour');
});
