/** A print sheet: copies of a finished ID photo on white, with thin lines that a knife can follow. */

import sharp from 'sharp';
import type { ImageOutcome, SheetTask } from '../usecases/ports/image-work.ts';
import { writePhoto } from './id-photo/write-photo.ts';

const white = 255;
/** Grey enough to see, light enough not to show beside a photo. */
const lineGrey = 176;
/** Lines begin this far from the photos' block and end as far beyond it. */
const overhangPx = 24;

export async function makeSheet({ sourceFile, targetFile, layout, dpi }: SheetTask): Promise<ImageOutcome> {
  const { copy } = layout;
  const { data: photo, info } = await sharp(sourceFile, { failOn: 'error' })
    .toColourspace('srgb')
    .resize(copy.widthPx, copy.heightPx, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) return { kind: 'refused', refusal: 'undecodable' };
  const { widthPx, heightPx, lefts, tops } = layout;
  const pixels = new Uint8Array(widthPx * heightPx * 3).fill(white);
  drawLines(pixels, layout, info);
  const rowBytes = info.width * 3;
  for (const top of tops) {
    for (const left of lefts) {
      for (let y = 0; y < info.height; y++) {
        const row = photo.subarray(y * rowBytes, (y + 1) * rowBytes);
        pixels.set(row, ((top + y) * widthPx + left) * 3);
      }
    }
  }
  await writePhoto({ widthPx, heightPx, dpi, pixels }, targetFile);
  return { kind: 'made', size: { widthPx, heightPx }, contentType: 'image/jpeg' };
}

/** Along both edges of each column and row, through the gaps; photos are laid over them. */
function drawLines(
  pixels: Uint8Array,
  { widthPx, heightPx, lefts, tops }: SheetTask['layout'],
  photo: { readonly width: number; readonly height: number },
): void {
  const [firstLeft = 0, firstTop = 0] = [lefts[0], tops[0]];
  const right = (lefts.at(-1) ?? 0) + photo.width;
  const bottom = (tops.at(-1) ?? 0) + photo.height;
  const paint = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) return;
    pixels.fill(lineGrey, (y * widthPx + x) * 3, (y * widthPx + x) * 3 + 3);
  };
  for (const x of lefts.flatMap((left) => [left - 1, left + photo.width])) {
    for (let y = firstTop - overhangPx; y < bottom + overhangPx; y++) paint(x, y);
  }
  for (const y of tops.flatMap((top) => [top - 1, top + photo.height])) {
    for (let x = firstLeft - overhangPx; x < right + overhangPx; x++) paint(x, y);
  }
}
