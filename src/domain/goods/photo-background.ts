/**
 * The backgrounds of ID photos: colours by name, any colour as `#rrggbb`, a vertical gradient as `#rrggbb-#rrggbb`,
 * and the background as it was photographed.
 */

import { type BackgroundColour, backgroundRgb } from './id-photo.ts';

export type Rgb = readonly [number, number, number];

/** The colours that offices ask for besides blue, red and white. */
const officeRgb = {
  off_white: [0xf7, 0xf5, 0xf0],
  light_grey: [0xdc, 0xdc, 0xdc],
  light_blue: [0xc8, 0xdf, 0xf4],
  cream: [0xf6, 0xee, 0xd9],
} as const satisfies Readonly<Record<string, Rgb>>;

export type DocumentBackground = BackgroundColour | keyof typeof officeRgb;

const namedRgb: Readonly<Record<DocumentBackground, Rgb>> = { ...backgroundRgb, ...officeRgb };

export const documentBackgrounds: readonly DocumentBackground[] = [
  'white',
  'off_white',
  'light_grey',
  'light_blue',
  'cream',
  'blue',
  'red',
];

/** `photographed`: the photo is cropped only, so its background stays. */
export type PhotoBackground = DocumentBackground | 'photographed' | `#${string}`;

const hexColours = /^#[0-9a-f]{6}(-#[0-9a-f]{6})?$/i;

/** @returns undefined for a text that is not a background, and for `photographed`, which customers cannot order. */
export function parseBackground(text: string): Exclude<PhotoBackground, 'photographed'> | undefined {
  const named = documentBackgrounds.find((name) => name === text);
  if (named !== undefined) return named;
  return hexColours.test(text) ? (`#${text.slice(1).toLowerCase()}` as const) : undefined;
}

/** The colours of the first and of the last row of pixels. They differ only in a gradient. */
export function backgroundRows(background: Exclude<PhotoBackground, 'photographed'>): {
  readonly top: Rgb;
  readonly bottom: Rgb;
} {
  if (!background.startsWith('#')) {
    const named = documentBackgrounds.find((name) => name === background) ?? 'white';
    return { top: namedRgb[named], bottom: namedRgb[named] };
  }
  const [top = '', bottom = top] = background.split('-');
  return { top: hexRgb(top), bottom: hexRgb(bottom) };
}

function hexRgb(text: string): Rgb {
  const level = (from: number) => Number.parseInt(text.slice(from, from + 2), 16);
  return [level(1), level(3), level(5)];
}
