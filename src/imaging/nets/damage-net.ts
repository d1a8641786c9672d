/**
 * Finds damage in the lightness of a scanned print: scratches, cracks, folds, dust, stains, missing parts. The net was
 * trained for this service (`training/`).
 */

import { fileURLToPath } from 'node:url';
import { connectedTo, threshold } from '../pixels/morphology.ts';
import { emptyPlane, mirroredPlane, type Plane, resizePlane, shrinkPlane } from '../pixels/plane.ts';
import { groundBeyondTears } from './ground-beyond-tears.ts';
import { certaintyOf, logOdds } from './log-odds.ts';
import { type Net, openNet, requireOutput } from './onnx-net.ts';
import { openedOnce } from './opened-once.ts';
import { type Stretch, stretchesOf } from './stretches.ts';

const file = fileURLToPath(new URL('../../../models/damage.onnx', import.meta.url));
const sha256 = 'ab7776830812ccf689150358b068c68cfc78d378a3de473ecab2f080b514bca3';

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
const smallestPixels = 100_000;
const smallerPixels = [250_000, smallestPixels] as const;
/** A size is left out if the picture has at most this many times its pixels. */
const clearlySmaller = 1.5;
/**
 * The size in which torn corners are searched: the net finds the inside of a corner only if it also sees the tear. Found
 * damage counts only where it reaches a corner of the picture.
 */
const cornerPixels = 20_000;
/** The least certainty of a torn corner. */
const cornerCertaintyMin = 0.7;
/** All torn corners together cover at most this share of the picture; a white frame covers more. */
const cornerShareMax = 0.15;
/**
 * Up to this number of pixels, the net also sees the picture mirrored, because what it finds in only one of both is
 * mostly a mistake. For a picture of a megapixel this would take a second more.
 */
const mirroredPixelsMax = 300_000;
/**
 * Where two sizes disagree, neither is always right. In a larger size, the net confuses thin things with damage less often
 * and makes fewer stains of dark places, but it misses more of the large stains. So one size changes the log-odds of
 * another by at most this.
 */
const otherSizeLogOddsMax = 2;
/** The largest change of the log-odds by the enlarged view of a small picture, at twice its width and height. */
const enlargedLogOddsMax = 3;
/** The least certainty of the ground beyond a torn corner. */
const groundCertainty = 0.9;
/** Four views of a small picture at its own size, and two at twice its width and height: 4 + 2 × 4 times its pixels. */
const smallPictureViews = 12;

const damageNet = openedOnce((path: string) => openNet(path, { sha256 }));

/**
 * @param lightness L, 0–100. @param onProgress receives the share of the work that is done.
 * @returns how certain it is that each pixel is damaged, 0–1.
 */
export async function findDamage(
  lightness: Plane,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<Plane> {
  const net = await damageNet(file);
  const smaller = smallerSizes(lightness);
  const isSmall = smaller.length === 0;
  const pixels = isSmall
    ? smallPictureViews * lightness.data.length
    : [lightness, ...smaller].reduce((sum, plane) => sum + seenPixels(plane), 2 * smallestPixels);
  let done = 0;
  const onTile = (tilePixels: number): void => {
    done += tilePixels;
    onProgress(Math.min(1, done / pixels));
  };
  const own = await (isSmall ? findInSmall : findAtSize)(net, lightness, onTile);
  const enlarged: Plane[] = [];
  for (const size of smaller) {
    const certainty = await (size === smaller.at(-1) ? findInTurns : findAtSize)(net, size, onTile);
    enlarged.push(resizePlane(certainty, lightness.width, lightness.height));
  }
  const anywhere = ofAllSizes(own, enlarged);
  const corners = await tornCorners(net, lightness);
  const data = anywhere.data.map((certainty, i) => Math.max(certainty, corners.data[i] ?? 0));
  return { ...anywhere, data };
}

/** The number of pixels that the net sees of a picture of this size. */
function seenPixels({ data: { length } }: Plane): number {
  return length <= mirroredPixelsMax ? 2 * length : length;
}

/** The certainty of damage that reaches a corner of the picture, 0 elsewhere. */
async function tornCorners(net: Net, lightness: Plane): Promise<Plane> {
  const { width, height } = lightness;
  const small = sizedTo(lightness, cornerPixels);
  const certainty = await findOnce(net, small, () => undefined);
  const corners = new Uint8Array(certainty.data.length);
  for (const y of [0, small.height - 1]) {
    for (const x of [0, small.width - 1]) corners[y * small.width + x] = 1;
  }
  const found = threshold(certainty, cornerCertaintyMin);
  const torn = connectedTo({ ...found, data: corners }, found);
  const share = torn.data.reduce((sum, bit) => sum + bit, 0) / torn.data.length;
  if (share > cornerShareMax) return emptyPlane(width, height);
  const data = certainty.data.map((value, i) => (torn.data[i] === 1 ? value : 0));
  return resizePlane({ ...certainty, data }, width, height);
}

/** Returns the picture in those smaller sizes that are clearly smaller than it, the largest first. */
function smallerSizes(lightness: Plane): Plane[] {
  const pixels = lightness.data.length;
  return smallerPixels
    .filter((count) => pixels > clearlySmaller * count)
    .map((count) => sizedTo(lightness, count));
}

/** Shrinks the picture to about this number of pixels. */
function sizedTo(lightness: Plane, pixels: number): Plane {
  const scale = Math.min(1, Math.sqrt(pixels / lightness.data.length));
  const sized = (side: number): number => Math.max(1, Math.round(side * scale));
  return shrinkPlane(lightness, sized(lightness.width), sized(lightness.height));
}

/**
 * What is found in the smallest size counts with what the next larger size says of it. What is found in the picture's own
 * size, where the net takes letters and patterns for damage, is the mean of the log-odds with the next smaller size, and
 * counts with what the smallest size says of it.
 */
function ofAllSizes(own: Plane, smaller: readonly Plane[]): Plane {
  const [next] = smaller;
  const smallest = smaller.at(-1);
  if (next === undefined || smallest === undefined) return own;
  const data = own.data.map((certainty, i) => {
    const ofOwn = logOdds(certainty);
    const ofSmallest = logOdds(smallest.data[i] ?? 0);
    if (next === smallest) return certaintyOf(ofSmallest + limited(ofOwn));
    const ofNext = logOdds(next.data[i] ?? 0);
    return certaintyOf(Math.max(ofSmallest + limited(ofNext), (ofOwn + ofNext) / 2 + limited(ofSmallest)));
  });
  return { ...own, data };
}

function limited(odds: number, max = otherSizeLogOddsMax): number {
  return Math.min(max, Math.max(-max, odds));
}

/** @param onTile receives the number of pixels of each tile that is done. */
function findAtSize(net: Net, lightness: Plane, onTile: (pixels: number) => void): Promise<Plane> {
  const isMirrored = lightness.data.length <= mirroredPixelsMax;
  return findInViews(net, lightness, isMirrored ? [mirroredPlane] : [], onTile);
}

/** The picture is seen in the four ways that keep its sides. @param onTile as above. */
function findInTurns(net: Net, lightness: Plane, onTile: (pixels: number) => void): Promise<Plane> {
  return findInViews(net, lightness, [mirroredPlane, turned, flipped], onTile);
}

/**
 * For a picture that is not searched in smaller sizes. It is also seen at twice its width and height, where the net cannot
 * recognise that the area outside a tear does not belong to the picture.
 * @param onTile as above.
 */
async function findInSmall(net: Net, lightness: Plane, onTile: (pixels: number) => void): Promise<Plane> {
  const { width, height } = lightness;
  const found = await findInTurns(net, lightness, onTile);
  const enlarged = await findInViews(
    net,
    resizePlane(lightness, 2 * width, 2 * height),
    [mirroredPlane],
    onTile,
  );
  const inEnlarged = shrinkPlane(enlarged, width, height).data;
  const ground = groundBeyondTears(lightness, found).data;
  const data = found.data.map((certainty, i) => {
    const both = certaintyOf(logOdds(certainty) + limited(logOdds(inEnlarged[i] ?? 0), enlargedLogOddsMax));
    return ground[i] === 1 ? Math.max(both, certainty, groundCertainty) : both;
  });
  return { width, height, data };
}

/**
 * The mean of the log-odds of the picture and of these views of it, each of which undoes itself if it is applied twice.
 * @param onTile as above.
 */
async function findInViews(
  net: Net,
  lightness: Plane,
  views: readonly ((plane: Plane) => Plane)[],
  onTile: (pixels: number) => void,
): Promise<Plane> {
  const found = await findOnce(net, lightness, onTile);
  if (views.length === 0) return found;
  const sum = found.data.map(logOdds);
  for (const view of views) {
    const seen = view(await findOnce(net, view(lightness), onTile)).data;
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + logOdds(seen[i] ?? 0);
  }
  const data = sum.map((odds) => certaintyOf(odds / (views.length + 1)));
  return { ...found, data };
}

/** Turns a picture by 180 degrees. */
function turned({ width, height, data }: Plane): Plane {
  return { width, height, data: data.toReversed() };
}

/** Mirrors a picture top to bottom. */
function flipped(plane: Plane): Plane {
  return mirroredPlane(turned(plane));
}

/** @param onTile as above. */
async function findOnce(net: Net, lightness: Plane, onTile: (pixels: number) => void): Promise<Plane> {
  const { width, height } = lightness;
  const found = emptyPlane(width, height);
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

async function addTile(net: Net, lightness: Plane, { across, down }: Tile, found: Plane): Promise<void> {
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
  for (let y = down.usedFrom; y < down.usedTo; y++) {
    const start = (y - down.from) * width - across.from;
    const [begin, end] = [start + across.usedFrom, start + across.usedTo];
    found.data.set(certainty.subarray(begin, end), y * lightness.width + across.usedFrom);
  }
}
