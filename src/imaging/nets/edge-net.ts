/**
 * Corrects the alpha of the closed-form matting at its full size. Closed-form matting follows single hairs, but takes
 * pieces of the wall that touch the hair for hair; the net removes these. It was trained for this service (`training/`).
 *
 * `models/edges.onnx` takes `picture`, n × 20 × h × w, and returns `correction`, n × 4 × h × w; h and w are half of the
 * sides of the matte and multiples of 8. Each pixel of the input contains the four pixels of a square of 2 × 2, row by row,
 * for each of red, green and blue (−1 to 1), alpha and mask (0–1); the output contains what is to be added to the alpha of
 * these four pixels. Its card: `models/edges.md`.
 */

import { fileURLToPath } from 'node:url';
import type { Plane, RgbImage } from '../pixels/plane.ts';
import { type Net, openNet, runSingle } from './onnx-net.ts';
import { openedOnce } from './opened-once.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

const sha256 = '2a31af05b580a7aad419c7873d50291967ca7b68cb8ee03806147bccac70075c';
/** The net halves its input three times. */
const sideStep = 8;
/**
 * The net gets at most this many rows of squares at once and `marginRows` beyond them on both sides, because it needs 100
 * MiB for the whole matte of a one-inch photo.
 */
const usedRowsMax = 120;
const marginRows = 40;

const ownNet = openedOnce((_: 'own'): Promise<Net> => {
  const file = fileURLToPath(new URL('../../../models/edges.onnx', import.meta.url));
  return openNet(file, { sha256 });
});

/** All planes have the same size; values 0–1. */
export interface RoughCut {
  readonly image: RgbImage;
  readonly mask: Plane;
  readonly alpha: Plane;
}

/** Returns the corrected alpha, 0–1. */
export async function correctAlpha(cut: RoughCut): Promise<Plane> {
  const net = await ownNet('own');
  const corrected = { ...cut.alpha, data: cut.alpha.data.slice() };
  const rows = Math.ceil(cut.alpha.height / 2);
  for (const stretch of stretchesOf(rows, Math.ceil(rows / usedRowsMax), marginRows)) {
    await correctRows(net, cut, stretch, corrected);
  }
  return corrected;
}

/** @param rows rows of squares. */
async function correctRows(net: Net, cut: RoughCut, rows: Stretch, corrected: Plane): Promise<void> {
  const { width, height } = corrected;
  const [squaresWide, squaresHigh] = [stepsOf(Math.ceil(width / 2)), stepsOf(rows.to - rows.from)];
  const input = new Float32Array(20 * squaresWide * squaresHigh);
  fillInput(input, cut, { top: 2 * rows.from, squaresWide, squaresHigh });
  const { data } = await runSingle(net, { data: input, shape: [1, 20, squaresHigh, squaresWide] });
  const planeSize = squaresWide * squaresHigh;
  for (let y = 2 * rows.usedFrom; y < Math.min(height, 2 * rows.usedTo); y++) {
    const row = 2 * (y & 1) * planeSize + ((y >> 1) - rows.from) * squaresWide;
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const change = data[row + (x & 1) * planeSize + (x >> 1)] ?? 0;
      corrected.data[i] = Math.min(1, Math.max(0, (corrected.data[i] ?? 0) + change));
    }
  }
}

function stepsOf(squares: number): number {
  return sideStep * Math.ceil(squares / sideStep);
}

interface InputPart {
  /** The first row of pixels. */
  readonly top: number;
  readonly squaresWide: number;
  readonly squaresHigh: number;
}

/** Beyond the right and the lower edge of the picture, the nearest pixel is repeated. */
function fillInput(
  input: Float32Array,
  { image, alpha, mask }: RoughCut,
  { top, squaresWide, squaresHigh }: InputPart,
): void {
  const planeSize = squaresWide * squaresHigh;
  for (let y = 0; y < 2 * squaresHigh; y++) {
    const from = Math.min(top + y, alpha.height - 1) * alpha.width;
    const to = 2 * (y & 1) * planeSize + (y >> 1) * squaresWide;
    for (let x = 0; x < 2 * squaresWide; x++) {
      const i = from + Math.min(x, alpha.width - 1);
      const at = to + (x & 1) * planeSize + (x >> 1);
      for (let c = 0; c < 3; c++) input[4 * c * planeSize + at] = 2 * (image.data[3 * i + c] ?? 0) - 1;
      input[12 * planeSize + at] = alpha.data[i] ?? 0;
      input[16 * planeSize + at] = mask.data[i] ?? 0;
    }
  }
}
