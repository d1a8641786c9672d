/** Tests that the colours derived from the operator's colour are readable, whatever the colour is. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  accentContrast,
  contrastMin,
  darkAccent,
  isHexColour,
  lightAccent,
  readableAccent,
} from '../../src/domain/accent-palette.ts';

const colours = fc.nat(0xffffff).map((value) => `#${value.toString(16).padStart(6, '0')}`);

/** Relative luminance and contrast by the formulas of WCAG 2.2, computed independently of the palette. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('the readable form of any colour is readable as text, as the background of white text, and on the soft background', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const readable = readableAccent(colour);
      const { accent, strong, soft, on } = lightAccent(readable);
      for (const ground of ['#ffffff', '#faf7f2', '#f2ede5', soft]) {
        assert.ok(contrast(accent, ground) >= contrastMin - 0.05, `${accent} on ${ground}`);
        assert.ok(contrast(strong, ground) >= contrastMin - 0.05, `${strong} on ${ground}`);
      }
      assert.ok(contrast(on, accent) >= contrastMin, `${on} on ${accent}`);
    }),
  );
});

test('the dark form of any readable colour is readable on every dark background', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const { accent, strong, soft, on } = darkAccent(readableAccent(colour));
      for (const ground of ['#171513', '#211e1b', '#2a2622', soft]) {
        assert.ok(contrast(accent, ground) >= contrastMin, `${accent} on ${ground}`);
        assert.ok(contrast(strong, ground) >= contrastMin, `${strong} on ${ground}`);
      }
      assert.ok(contrast(on, accent) >= contrastMin, `${on} on ${accent} of ${colour}`);
    }),
  );
});

test('a readable colour stays as it is, and a light one is refused', () => {
  assert.equal(readableAccent('#0b6e5f'), '#0b6e5f');
  assert.ok(accentContrast('#ffcc00') < contrastMin);
  assert.notEqual(readableAccent('#ffcc00'), '#ffcc00');
});

test('only # and six hexadecimal digits are a colour', () => {
  assert.ok(isHexColour('#0b6e5f'));
  for (const text of ['0b6e5f', '#0b6e5', '#0b6e5f;', 'red', '#0B6E5F', ''])
    assert.ok(!isHexColour(text), text);
});
