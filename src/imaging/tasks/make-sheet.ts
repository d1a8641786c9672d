/** Makes a print sheet: copies of a finished ID photo on white paper, with thin lines to cut along. */

import type { ImageOutcome, SheetTask } from '../../usecases/ports/image-work.ts';
import { openPicture } from '../codecs/image-library.ts';
import { readAigc, readSourceType } from '../codecs/source-type.ts';
import { writePrintJpeg } from '../codecs/write-print-jpeg.ts';
import { refused } from '../refused.ts';

const white = 255;
/** Dark enough to cut along, and light enough that the rest of a line beside a cut photo is not noticed. */
const lineGrey = 176;
/** How far the lines extend beyond the block of photos on each side. */
const overhangPx = 24;

export async function makeSheet({ sourceFile, targetFile, layout, dpi }: SheetTask): Promise<ImageOutcome> {
  const { copy } = layout;
  const source = openPicture(sourceFile);
  const { xmp } = await source.metadata();
  const { data: photo, info } = await source
    .toColourspace('srgb')
    .resize(copy.widthPx, copy.heightPx, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) return refused('undecodable');
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
  const aigc = readAigc(xmp);
  await writePrintJpeg(
    { widthPx, heightPx, dpi, pixels, sourceType: readSourceType(xmp), ...(aigc === null ? {} : { aigc }) },
    targetFile,
  );
  return { kind: 'made', size: { widthPx, heightPx }, contentType: 'image/jpeg' };
}

/** Draws a line along both edges of each column and row. The photos are then painted over the lines. */
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
