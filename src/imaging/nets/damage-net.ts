/**
 * Finds damage in the lightness of a scanned print (scratches, cracks, folds, dust, stains, missing parts) and predicts
 * the lightness that was there before. The net was trained for this service (`training/`).
 */

import { fileURLToPath } from 'node:url';
import { emptyPlane, type Plane } from '../pixels/plane.ts';
import { type Net, openNet, requireOutput } from './onnx-net.ts';
import { openedOnce } from './opened-once.ts';

const file = fileURLToPath(new URL('../../../models/damage.onnx', import.meta.url));
const sha256 = '87fb2e9608471bfefd605164d96721cae56923d331fe4ac10666dcb2f348b244';

/** Both sides of the net's input are multiples of this. */
const sideStepPx = 32;
/** The picture is divided into tiles of at most this side, because the net needs about 100 MiB for each megapixel. */
const tilePx = 832;
/**
 * Neighbouring tiles overlap by twice this width, and the outer half of the overlap is not used, because the net sees
 * too little around a pixel near the edge of its input.
 */
const marginPx = 48;

/** Both planes have the size of the picture. */
export interface FoundDamage {
  /** How certain the net is that each pixel is damaged, 0–1. */
  readonly certainty: Plane;
  /** The lightness without the damage, L 0–100. Nearly the same as the picture where nothing is damaged. */
  readonly repaired: Plane;
}

const damageNet = openedOnce((path: string) => openNet(path, { sha256 }));

/** @param lightness L, 0–100. @param onProgress receives the share of the tiles that are done. */
export async function findDamage(
  lightness: Plane,
  onProgress: (fraction: number) => void = () => undefined,
): Promise<FoundDamage> {
  const net = await damageNet(file);
  const { width, height } = lightness;
  const found = { certainty: emptyPlane(width, height), repaired: emptyPlane(width, height) };
  const [columns, rows] = [tilesAlong(width), tilesAlong(height)];
  const count = columns.length * rows.length;
  let done = 0;
  for (const down of rows) {
    for (const across of columns) {
      await addTile(net, lightness, { across, down }, found);
      onProgress(++done / count);
    }
  }
  return found;
}

/** A stretch of a side: what the net receives, and the part inside of it whose result is used. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly usedFrom: number;
  readonly usedTo: number;
}

/** Divides a side into stretches of about equal length whose used parts cover it without gap or overlap. */
export function tilesAlong(length: number): readonly Stretch[] {
  const count = length <= tilePx ? 1 : Math.ceil((length - 2 * marginPx) / (tilePx - 2 * marginPx));
  return Array.from({ length: count }, (_, i) => {
    const usedFrom = Math.round((i * length) / count);
    const usedTo = Math.round(((i + 1) * length) / count);
    const from = Math.max(0, usedFrom - marginPx);
    return { from, to: Math.min(length, usedTo + marginPx), usedFrom, usedTo };
  });
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
  const sized = (side: number): number => Math.ceil(side / sideStepPx) * sideStepPx;
  const [width, height] = [sized(across.to - across.from), sized(down.to - down.from)];
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
