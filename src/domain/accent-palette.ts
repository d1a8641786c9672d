/**
 * Derives the colours of the shop's buttons, links and chosen options from the one colour that the operator chooses,
 * for light and dark screens. Text in these colours has the contrast that WCAG 2.2 (1.4.3) demands for small text.
 */

/** The accent colour of `web/shared/tokens.css` on light screens. */
export const builtInAccent = '#0b6e5f';

type Rgb = readonly [number, number, number];

/** The minimum contrast of small text to its background (WCAG 2.2, 1.4.3). */
export const contrastMin = 4.5;

/** The lightest and the darkest background of `web/shared/tokens.css` behind text in the accent colour. */
const lightGrounds: readonly Rgb[] = [rgbOf('#ffffff'), rgbOf('#f2ede5')];
const darkGrounds: readonly Rgb[] = [rgbOf('#171513'), rgbOf('#2a2622')];
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];

export interface Accent {
  readonly accent: string;
  /** The accent colour while a button or link is pressed or hovered. */
  readonly strong: string;
  /** The background of chosen options. */
  readonly soft: string;
  /** The colour of text on a background in the colour `accent`. */
  readonly on: string;
}

const form = /^#[0-9a-f]{6}$/;

export function isHexColour(text: string): boolean {
  return form.test(text);
}

function rgbOf(colour: string): Rgb {
  const part = (at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function textOf(rgb: Rgb): string {
  return `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** @param share of `other` in the mixed colour, from 0 to 1. */
function mix(rgb: Rgb, other: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => rgb[at] * (1 - share) + other[at] * share;
  return [part(0), part(1), part(2)];
}

/** The relative luminance as WCAG defines it. */
function luminance(rgb: Rgb): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(rgb[0]) + 0.7152 * linear(rgb[1]) + 0.0722 * linear(rgb[2]);
}

function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function softOf(rgb: Rgb): Rgb {
  return mix(rgb, white, 0.88);
}

function leastContrast(rgb: Rgb): number {
  return Math.min(...[...lightGrounds, softOf(rgb)].map((ground) => contrast(rgb, ground)));
}

/**
 * Returns the lowest contrast that the colour has on a light page, as text on each background and as the background
 * of white text.
 */
export function accentContrast(colour: string): number {
  return leastContrast(rgbOf(colour));
}

const step = 0.02;

/** @returns the colour itself if it is readable, or else the nearest darker colour that is readable. */
export function readableAccent(colour: string): string {
  const rgb = rgbOf(colour);
  for (let share = 0; share < 1; share += step) {
    // Measure the colour after rounding, because the page uses the rounded colour.
    const darker = textOf(mix(rgb, black, share));
    if (accentContrast(darker) >= contrastMin) return darker;
  }
  return textOf(black);
}

/** @param colour with an `accentContrast` of at least `contrastMin`. */
export function lightAccent(colour: string): Accent {
  const rgb = rgbOf(colour);
  return {
    accent: colour,
    strong: textOf(mix(rgb, black, 0.22)),
    soft: textOf(softOf(rgb)),
    on: textOf(white),
  };
}

/** Lightens the colour until it is readable on every dark background. */
export function darkAccent(colour: string): Accent {
  const rgb = rgbOf(colour);
  const soft = mix(rgb, rgbOf('#171513'), 0.75);
  const grounds = [...darkGrounds, soft];
  const isReadable = (one: Rgb) => grounds.every((ground) => contrast(one, ground) >= contrastMin + 0.5);
  let accent = rgb;
  for (let share = 0; share <= 1 && !isReadable(accent); share += step) accent = mix(rgb, white, share);
  return {
    accent: textOf(accent),
    strong: textOf(mix(accent, white, 0.3)),
    soft: textOf(soft),
    on: textOf(mix(rgb, black, 0.8)),
  };
}
