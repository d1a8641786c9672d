/**
 * Finds damage in the lightness of a scanned print (scratches, cracks, folds, dust, stains, missing parts) and predicts
 * the lightness that was there before. The net was trained for this service (`training/`).
 */

import { fileURLToPath } from 'node:url';
import { emptyPlane, type Plane, resizePlane, shrinkPlane } from '../pixels/plane.ts';
import { type Net, openNet, requireOutput } from './onnx-net.ts';
import { openedOnce } from './opened-once.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

const file = fileURLToPath(new URL('../../../models/damage.onnx', import.meta.url));
const sha256 = '7fa75193b2c15c3d9db2b83c3b4582bd2b45a2eaff2028a050c6197f79d2d1a4';

/** Both sides of the net's input are multiples of this. */
const sideStepPx = 32;
/** The picture is divided into tiles of at most this many pixels, because the net needs about 100 MiB for each megapixel. */
const tilePixelsMax = 832 ** 2;
/**
 * Neighbouring tiles overlap by twice this width, and the outer half of the overlap is not used, because the net sees
 * too little around a pixel near the edge of its input.
 */
const marginPx = 48;

/**
 * Large pictures are searched in these numbers of pixels too, in which the net sees whole objects, and wide damage is as
 * thin as in its training.
 */
const smallerPixels = [250_000, 100_000] as const;
/** A size is left out if the picture has at most this many times its pixels. */
const clearlySmaller = 1.5;

/** Both planes have the size of the picture. */
export interface FoundDamage {
  /** How certain it is that each pixel is damaged, 0–1. */
  readonly certainty: Plane;
  /** The lightness without the damage, L 0–100. Nearly the same as the picture where nothing is damaged. */
  readonly repaired: Plane;
}

const damageNet = openedOnce((path: string) => openNet(path, { sha256 }));

/** @param lightness L, 0–100. @param onProgress receives the share of the work that is done. */
export async function findDamage(
  lightness: Plane,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<FoundDamage> {
  const net = await damageNet(file);
  const smaller = smallerSizes(lightness);
  const pixels = [lightness, ...smaller].reduce((sum, { data }) => sum + data.length, 0);
  let done = 0;
  const onTile = (tilePixels: number): void => {
    done += tilePixels;
    onProgress(Math.min(1, done / pixels));
  };
  const own = await findAtSize(net, lightness, onTile);
  const enlarged: Plane[] = [];
  for (const size of smaller) {
    const { certainty } = await findAtSize(net, size, onTile);
    enlarged.push(resizePlane(certainty, lightness.width, lightness.height));
  }
  return { ...own, certainty: ofAllSizes(own.certainty, enlarged) };
}

/** Returns the picture in those smaller sizes that are clearly smaller than it, the largest first. */
function smallerSizes(lightness: Plane): Plane[] {
  const pixels = lightness.data.length;
  return smallerPixels
    .filter((count) => pixels > clearlySmaller * count)
    .map((count) => {
      const sized = (side: number): number => Math.max(1, Math.round(side * Math.sqrt(count / pixels)));
      return shrinkPlane(lightness, sized(lightness.width), sized(lightness.height));
    });
}

/**
 * What is found in a smaller size counts as it is. What is found in the picture's own size counts only as far as the next
 * smaller size agrees: the mean of both log-odds. From near, the net takes letters and patterns for damage.
 */
function ofAllSizes(own: Plane, [next, ...others]: readonly Plane[]): Plane {
  if (next === undefined) return own;
  const data = own.data.map((certainty, i) => {
    const nextCertainty = next.data[i] ?? 0;
    const found = Math.sqrt(certainty * nextCertainty);
    const intact = Math.sqrt((1 - certainty) * (1 - nextCertainty));
    return Math.max(nextCertainty, found + intact === 0 ? 0 : found / (found + intact));
  });
  for (const { data: other } of others) {
    for (let i = 0; i < data.length; i++) data[i] = Math.max(data[i] ?? 0, other[i] ?? 0);
  }
  return { ...own, data };
}

/** @param onTile receives the number of pixels of each tile that is done. */
async function findAtSize(
  net: Net,
  lightness: Plane,
  onTile: (pixels: number) => void,
): Promise<FoundDamage> {
  const { width, height } = lightness;
  const found = { certainty: emptyPlane(width, height), repaired: emptyPlane(width, height) };
  const { columns, rows } = fewestPixels(width, height);
  for (const down of stretchesOf(height, rows, marginPx)) {
    for (const across of stretchesOf(width, columns, marginPx)) {
      await addTile(net, lightness, { across, down }, found);
      onTile((down.usedTo - down.usedFrom) * (across.usedTo - across.usedFrom));
    }
  }
  return found;
}

/** The numbers of tiles along both sides with which the net sees the fewest pixels, overlaps included. */
export function fewestPixels(width: number, height: number): { columns: number; rows: number } {
  let best = { columns: 1, rows: 1, pixels: Number.POSITIVE_INFINITY };
  // More tiles than this along a side have more overlap than used pixels.
  const countMax = (side: number): number => Math.ceil(side / (2 * marginPx));
  for (let columns = 1; columns <= countMax(width); columns++) {
    for (let rows = 1; rows <= countMax(height); rows++) {
      const pixels = longestStretch(width, columns) * longestStretch(height, rows);
      if (pixels > tilePixelsMax) continue;
      if (pixels * columns * rows < best.pixels) best = { columns, rows, pixels: pixels * columns * rows };
      break;
    }
  }
  return best;
}

/** The length of the longest of `count` stretches, as the net receives it. */
function longestStretch(length: number, count: number): number {
  return Math.max(...stretchesOf(length, count, marginPx).map(({ from, to }) => receivedLength(to - from)));
}

/** The side of the input that contains a stretch. */
function receivedLength(length: number): number {
  return Math.ceil(length / sideStepPx) * sideStepPx;
}

interface Tile {
  readonly across: Stretch;
  readonly down: Stretch;
}

async function addTile(
  net: Net,
  lightness: Plane,
  { across, down }: Tile,
  found: FoundDamage,
): Promise<void> {
  const [width, height] = [receivedLength(across.to - across.from), receivedLength(down.to - down.from)];
  const input = new Float32Array(width * height);
  // Beyond the edge of the picture, its last row and column are repeated.
  for (let y = 0; y < height; y++) {
    const row = Math.min(lightness.height - 1, down.from + y) * lightness.width;
    for (let x = 0; x < width; x++) {
      input[y * width + x] = lightness.data[row + Math.min(lightness.width - 1, across.from + x)] ?? 0;
    }
  }
  const outputs = await net.run({ L: { data: input, shape: [1, 1, height, width] } });
  const certainty = requireOutput(outputs, 'certainty').data;
  const repaired = requireOutput(outputs, 'repaired').data;
  for (let y = down.usedFrom; y < down.usedTo; y++) {
    const start = (y - down.from) * width - across.from;
    const [begin, end] = [start + across.usedFrom, start + across.usedTo];
    const target = y * lightness.width + across.usedFrom;
    found.certainty.data.set(certainty.subarray(begin, end), target);
    found.repaired.data.set(repaired.subarray(begin, end), target);
  }
}
