/** Writes contact sheets: rows of pictures with a caption, for judgement by eye. */

import sharp, { type OutputInfo, type OverlayOptions } from 'sharp';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';

/** One row of a sheet: a caption and pictures side by side. The file name of the sheet says what its columns show. */
export interface SheetRow {
  readonly caption: string;
  readonly pictures: readonly (RgbBytes | null)[];
}

export interface SheetForm {
  readonly cellWidthPx: number;
  readonly cellHeightPx: number;
  /** The number of rows that are placed beside each other, to save height. */
  readonly across: number;
}

const captionPx = 18;
const gapPx = 4;

export async function writeContactSheet(
  file: string,
  rows: readonly SheetRow[],
  { cellWidthPx, cellHeightPx, across }: SheetForm,
): Promise<void> {
  if (rows.length === 0) return;
  const pictures = Math.max(...rows.map((row) => row.pictures.length));
  const rowWidthPx = pictures * (cellWidthPx + gapPx) + 2 * gapPx;
  const rowHeightPx = cellHeightPx + captionPx + gapPx;
  const parts: OverlayOptions[] = [];
  for (const [index, row] of rows.entries()) {
    const left = (index % across) * rowWidthPx;
    const top = Math.floor(index / across) * rowHeightPx;
    for (const [column, picture] of row.pictures.entries()) {
      if (picture === null) continue;
      const input = await thumbnail(picture, cellWidthPx, cellHeightPx);
      parts.push({ ...input, left: left + column * (cellWidthPx + gapPx), top });
    }
    const caption = await captionOf(row.caption === '' ? '–' : row.caption, rowWidthPx);
    parts.push({ ...caption, left, top: top + cellHeightPx });
  }
  await sharp({
    create: {
      width: Math.min(across, rows.length) * rowWidthPx,
      height: Math.ceil(rows.length / across) * rowHeightPx,
      channels: 3,
      background: '#ffffff',
    },
  })
    .composite(parts)
    .jpeg({ quality: 90 })
    .toFile(file);
}

/** Returns raw pixels, which need not be encoded and decoded again. */
async function thumbnail(
  { width, height, data }: RgbBytes,
  maxWidth: number,
  maxHeight: number,
): Promise<Pick<OverlayOptions, 'input' | 'raw'>> {
  const shrunk = sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: maxWidth, height: maxHeight, fit: 'inside' })
    .raw();
  return overlayOf(await shrunk.toBuffer({ resolveWithObject: true }));
}

async function captionOf(text: string, widthPx: number): Promise<Pick<OverlayOptions, 'input' | 'raw'>> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const drawn = sharp({ text: { text: escaped, font: 'sans 9', dpi: 90 } })
    .resize({ width: widthPx, height: captionPx, fit: 'inside', withoutEnlargement: true })
    .raw();
  return overlayOf(await drawn.toBuffer({ resolveWithObject: true }));
}

function overlayOf({
  data,
  info,
}: {
  data: Buffer;
  info: OutputInfo;
}): Pick<OverlayOptions, 'input' | 'raw'> {
  const { width, height, channels } = info;
  return { input: data, raw: { width, height, channels } };
}
