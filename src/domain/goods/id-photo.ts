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
}

/** The Chinese one-inch photo (一寸照): 25 × 35 mm at 300 dpi. */
export const oneInch: IdPhotoSize = { widthPx: 295, heightPx: 413, dpi: 300 };
