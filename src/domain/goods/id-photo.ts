/** What an ID photo is: its sizes and backgrounds. Pure facts; how one is made lives in `imaging/`. */

/** The values of the document's `color` parameter (specification 4.3). */
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
  /** From the crown, hair included, to the chin, as a share of the height. */
  readonly headShare: number;
  /** Free height above the crown, as a share of the height. */
  readonly crownMargin: number;
}

/**
 * Head 0.58–0.69 of the height and 0.06–0.11 free above it is what Chinese ID standards and studios ask for
 * (passport: 28–33 mm of 48 mm, 3–5 mm free; driving licence: 19–22 mm of 32 mm): the middle of both. Chin at 0.73.
 * Korean immigration's 25–35 mm of 45 mm holds too.
 */
const chinese = { dpi: 300, headShare: 0.64, crownMargin: 0.09 } as const;

/**
 * Chinese cards (GA 461, social security and identity card): 350 dpi, crown 7–21 px of 441 below the top, face
 * 207 px wide give or take 14 (social security: 179–255), eyes at least 207 px above the lower edge.
 */
const chineseCard = { dpi: 350, headShare: 0.74, crownMargin: 0.032 } as const;

/**
 * United States visa: head 0.50–0.69 of the height, eyes 0.56–0.69 above the lower edge. Eyes stand 0.50 (bald) to
 * 0.65 (high hair) of the head below the crown, so these put them at 0.65 to 0.56.
 */
const unitedStates = { dpi: 300, headShare: 0.58, crownMargin: 0.06 } as const;

/** Every size on sale, by the value of the `size` parameter. A further size is a further row. */
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
  korea_visa: { widthPx: 413, heightPx: 531, ...chinese },
  japan_visa: { widthPx: 295, heightPx: 413, ...chinese },
} as const satisfies Record<string, IdPhotoSize>;

export type IdPhotoSizeName = keyof typeof idPhotoSizes;

export const idPhotoSizeNames: readonly IdPhotoSizeName[] = Object.keys(idPhotoSizes).filter(
  (name): name is IdPhotoSizeName => name in idPhotoSizes,
);

/** The Chinese one-inch photo (一寸照): 25 × 35 mm at 300 dpi. */
export const oneInch: IdPhotoSize = idPhotoSizes.one_inch;
