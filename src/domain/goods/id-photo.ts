/** The sizes and backgrounds of ID photos. `imaging/` makes the photos. */

import type { HeadBands } from '../documents/head-bands.ts';

/** The values of the `color` parameter (specification 4.3). */
export const backgroundColours = ['blue', 'red', 'white'] as const;

export type BackgroundColour = (typeof backgroundColours)[number];

/** sRGB, 0–255 per channel. Blue and red are the values Chinese photo studios use (438edb, d74532). */
export const backgroundRgb: Readonly<Record<BackgroundColour, readonly [number, number, number]>> = {
  blue: [0x43, 0x8e, 0xdb],
  red: [0xd7, 0x45, 0x32],
  white: [0xff, 0xff, 0xff],
};

export interface IdPhotoSize {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dpi: number;
  /** Distance from the crown (hair included) to the chin, as a share of the picture's height. */
  readonly headShare: number;
  /** Head room: distance from the top edge to the crown, as a share of the picture's height. */
  readonly crownMargin: number;
  /**
   * The ranges in which a head may deviate from `headShare` and `crownMargin` if the photo is too narrow for its crop:
   * those of the documented rule of the size. For a document, they only limit the head if `bands` limits neither the head nor the face.
   */
  readonly limits: HeadBands;
  /**
   * The bands of a document's rule. With bands, the head is placed inside them instead of at `headShare` and
   * `crownMargin`.
   */
  readonly bands?: HeadBands;
}

/**
 * The rule of the Chinese passport, 33 × 48 mm: head 28–33 mm, head room 3–5 mm. The head of a driving licence has
 * nearly the same range, 19–22 mm of 32 mm.
 */
const passportLimits: HeadBands = {
  headFrom: 'hair',
  head: { min: 28 / 48, max: 33 / 48 },
  eyes: null,
  above: { min: 3 / 48, max: 5 / 48 },
  faceWidth: null,
};

/** The position of the head in Chinese studio photos. Also used for photos whose rule states no position. */
export const studioHead = { headShare: 0.64, crownMargin: 0.09, limits: passportLimits } as const;

/**
 * Chinese ID standards and studios ask for a head of 0.58–0.69 of the photo's height and a head room of 0.06–0.11
 * (passport: 28–33 mm of 48 mm, head room 3–5 mm; driving licence: 19–22 mm of 32 mm). `studioHead` is the middle
 * of both ranges and puts the chin at 0.73 of the height. It also meets the rule of Korean immigration.
 */
const chinese = { dpi: 300, ...studioHead } as const;

/**
 * Chinese cards (GA 461, social security and identity card): 350 dpi, 441 px high. The crown is 7–21 px below the
 * top edge, the face 207 ± 14 px wide (social security: 179–255), the eyes at least 207 px above the lower edge.
 */
const chineseCard = {
  dpi: 350,
  headShare: 0.74,
  crownMargin: 0.032,
  limits: {
    headFrom: 'hair',
    head: null,
    eyes: { min: 207 / 441, max: 1 },
    above: { min: 7 / 441, max: 21 / 441 },
    faceWidth: { min: 179 / 441, max: 255 / 441 },
  },
} as const;

/**
 * United States visa: the head takes 0.50–0.69 of the photo's height, and the eyes are 0.56–0.69 of the height
 * above the lower edge. The distance from the crown to the eyes is 0.50 (bald) to 0.65 (high hair) of the head, so
 * the values below put the eyes 0.65 to 0.56 of the height above the lower edge.
 */
const unitedStates = {
  dpi: 300,
  headShare: 0.58,
  crownMargin: 0.06,
  limits: {
    headFrom: 'hair',
    head: { min: 0.5, max: 0.69 },
    eyes: { min: 0.56, max: 0.69 },
    above: null,
    faceWidth: null,
  },
} as const;
/** Korean immigration: the head is 25–35 mm of 45 mm. */
const koreanLimits: HeadBands = {
  headFrom: 'hair',
  head: { min: 25 / 45, max: 35 / 45 },
  eyes: null,
  above: null,
  faceWidth: null,
};

/** Every size on sale, by the value of the `size` parameter. To sell another size, add a row. */
export const idPhotoSizes = {
  one_inch: { widthPx: 295, heightPx: 413, ...chinese },
  two_inch: { widthPx: 413, heightPx: 626, ...chinese },
  small_one_inch: { widthPx: 260, heightPx: 378, ...chinese },
  small_two_inch: { widthPx: 413, heightPx: 531, ...chinese },
  large_one_inch: { widthPx: 390, heightPx: 567, ...chinese },
  large_two_inch: { widthPx: 413, heightPx: 626, ...chinese },
  five_inch: { widthPx: 1050, heightPx: 1499, ...chinese },
  english_test: { widthPx: 144, heightPx: 192, ...chinese },
  computer_test: { widthPx: 390, heightPx: 567, ...chinese },
  postgraduate: { widthPx: 531, heightPx: 709, ...chinese },
  social_security: { widthPx: 358, heightPx: 441, ...chineseCard },
  driving_licence: { widthPx: 260, heightPx: 378, ...chinese },
  us_visa: { widthPx: 600, heightPx: 600, ...unitedStates },
  korea_visa: { widthPx: 413, heightPx: 531, ...chinese, limits: koreanLimits },
  japan_visa: { widthPx: 295, heightPx: 413, ...chinese },
} as const satisfies Record<string, IdPhotoSize>;

export type IdPhotoSizeName = keyof typeof idPhotoSizes;

export const idPhotoSizeNames: readonly IdPhotoSizeName[] = Object.keys(idPhotoSizes).filter(
  (name): name is IdPhotoSizeName => name in idPhotoSizes,
);

/** The Chinese one-inch photo (一寸照): 25 × 35 mm at 300 dpi. */
export const oneInch: IdPhotoSize = idPhotoSizes.one_inch;
