/**
 * Sheets of ID photos for a photo printer: the papers, and the positions of the copies on them. Lengths are pixels
 * at 300 dpi.
 */

export const sheetPapers = ['four_r', 'five_inch', 'a4'] as const;

export type SheetPaper = (typeof sheetPapers)[number];

export const sheetDpi = 300;

interface Paper {
  readonly longPx: number;
  readonly shortPx: number;
}

const papers: Readonly<Record<SheetPaper, Paper>> = {
  /** 6 × 4 inches. */
  four_r: { longPx: 1795, shortPx: 1205 },
  /** 5 × 3.5 inches (3R). */
  five_inch: { longPx: 1500, shortPx: 1051 },
  a4: { longPx: 3508, shortPx: 2479 },
};

/** 2.5 mm between two photos, so that a cut along the middle leaves a white edge on both. */
const gapPx = 30;
/**
 * The margins of a sheet, because printers cut off up to 6 mm at the ends of the longer side and up to 4 mm
 * at the ends of the shorter side.
 */
const marginLongPx = 70;
const marginShortPx = 50;

interface Size {
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface SheetLayout {
  readonly widthPx: number;
  readonly heightPx: number;
  /** One copy on the sheet. A photo with more than 300 dpi is shrunk, so that it keeps its size on paper. */
  readonly copy: Size;
  /** Left edges of the columns and top edges of the rows. Never empty. */
  readonly lefts: readonly number[];
  readonly tops: readonly number[];
}

/**
 * Chooses portrait or landscape for the sheet, whichever has room for more copies, and centres the block of
 * copies.
 * @returns undefined when not even one copy fits.
 */
export function sheetLayout(
  paper: SheetPaper,
  photo: Size & { readonly dpi: number },
): SheetLayout | undefined {
  const scale = sheetDpi / photo.dpi;
  const copy = { widthPx: Math.round(photo.widthPx * scale), heightPx: Math.round(photo.heightPx * scale) };
  const { longPx, shortPx } = papers[paper];
  const upright = { widthPx: shortPx, heightPx: longPx };
  const lying = { widthPx: longPx, heightPx: shortPx };
  const turns = [
    layout(lying, copy, { acrossPx: marginLongPx, downPx: marginShortPx }),
    layout(upright, copy, { acrossPx: marginShortPx, downPx: marginLongPx }),
    // This layout has no margins, for a photo that is as large as the paper.
    layout(lying, copy, { acrossPx: 0, downPx: 0 }),
    layout(upright, copy, { acrossPx: 0, downPx: 0 }),
  ];
  const [first, second, ...toTheEdge] = turns;
  const count = (found: SheetLayout | undefined) => (found ? found.lefts.length * found.tops.length : 0);
  if (count(first) + count(second) > 0) return count(second) > count(first) ? second : first;
  return toTheEdge.find((found) => found !== undefined);
}

function layout(
  sheet: Size,
  copy: Size,
  margin: { readonly acrossPx: number; readonly downPx: number },
): SheetLayout | undefined {
  const lefts = places(sheet.widthPx, copy.widthPx, margin.acrossPx);
  const tops = places(sheet.heightPx, copy.heightPx, margin.downPx);
  return lefts.length === 0 || tops.length === 0 ? undefined : { ...sheet, copy, lefts, tops };
}

function places(sheetPx: number, photoPx: number, marginPx: number): number[] {
  const count = Math.max(0, Math.floor((sheetPx - 2 * marginPx + gapPx) / (photoPx + gapPx)));
  const blockPx = count * photoPx + (count - 1) * gapPx;
  const start = Math.floor((sheetPx - blockPx) / 2);
  return Array.from({ length: count }, (_, index) => start + index * (photoPx + gapPx));
}
