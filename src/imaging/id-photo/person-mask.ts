/**
 * Step 6: a coarse mask of the person in a framing. The segmentation net looks at several framings, each as it is
 * and mirrored, and their answers are averaged. One framing alone may lose a crown or invent one.
 * An operator's own net looks once.
 */

import { mediapipeNet } from '../mediapipe-nets.ts';
import { runSingle } from '../net.ts';
import { emptyPlane, type Plane, type RgbImage } from '../plane.ts';
import { type Framing, type Pyramid, sampleFraming } from '../pyramid.ts';
import type { MattingNet } from './matting-net.ts';

/** The net's input and output side. */
const sidePx = 256;

/** How much further than the picture each look reaches, in shares of the picture's width or height. */
interface Reach {
  readonly sides: number;
  readonly top: number;
  readonly bottom: number;
}

const reaches: readonly Reach[] = [
  { sides: 0.02, top: 0.02, bottom: 0 },
  { sides: 0.25, top: 0.2, bottom: 0.3 },
  { sides: 0.7, top: 0.45, bottom: 0.9 },
];

const ownReach = { sides: 0.25, top: 0.2, bottom: 0.3 };

export interface PersonMask {
  /** Probability 0–1, in the size asked for. */
  readonly mask: Plane;
  /** Largest difference between the looks, per pixel, 0–1: where they disagree, neither is to be trusted. */
  readonly spread: Plane;
}

export async function personMask(
  pyramid: Pyramid,
  framing: Framing,
  size: { readonly width: number; readonly height: number },
  mattingNet: MattingNet | null,
): Promise<PersonMask> {
  const mask = emptyPlane(size.width, size.height);
  const lowest = emptyPlane(size.width, size.height);
  const highest = emptyPlane(size.width, size.height);
  lowest.data.fill(1);
  if (mattingNet !== null) {
    const side = { width: mattingNet.sidePx, height: mattingNet.sidePx };
    const image = sampleFraming(pyramid, widen(framing, ownReach), side, { outside: 'repeat' });
    addLook({ mask, lowest, highest }, await mattingNet.alphaOf(image), ownReach);
    return { mask, spread: emptyPlane(size.width, size.height) };
  }
  for (const reach of reaches) {
    const look = await segment(pyramid, widen(framing, reach));
    addLook({ mask, lowest, highest }, look, reach);
  }
  for (let i = 0; i < mask.data.length; i++) {
    mask.data[i] = (mask.data[i] ?? 0) / reaches.length;
    highest.data[i] = (highest.data[i] ?? 0) - (lowest.data[i] ?? 0);
  }
  return { mask, spread: highest };
}

/** 256 × 256 probabilities for one framing, mirrored and averaged. */
export async function segment(pyramid: Pyramid, framing: Framing): Promise<Plane> {
  const image = sampleFraming(pyramid, framing, { width: sidePx, height: sidePx }, { outside: 'repeat' });
  const net = await mediapipeNet('selfieSegmentation');
  const shape = [1, sidePx, sidePx, 3];
  const direct = (await runSingle(net, { data: image.data, shape })).data;
  const mirrored = (await runSingle(net, { data: mirror(image), shape })).data;
  const result = emptyPlane(sidePx, sidePx);
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) {
      const i = y * sidePx + x;
      result.data[i] = ((direct[i] ?? 0) + (mirrored[y * sidePx + sidePx - 1 - x] ?? 0)) / 2;
    }
  }
  return result;
}

function mirror({ width, height, data }: RgbImage): Float32Array {
  const result = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3;
      const to = (y * width + width - 1 - x) * 3;
      result[to] = data[from] ?? 0;
      result[to + 1] = data[from + 1] ?? 0;
      result[to + 2] = data[from + 2] ?? 0;
    }
  }
  return result;
}

function widen(framing: Framing, { sides, top, bottom }: Reach): Framing {
  const down = ((bottom - top) / 2) * framing.height;
  return {
    centreX: framing.centreX - down * Math.sin(framing.rollRad),
    centreY: framing.centreY + down * Math.cos(framing.rollRad),
    width: framing.width * (1 + 2 * sides),
    height: framing.height * (1 + top + bottom),
    rollRad: framing.rollRad,
  };
}

interface Sums {
  readonly mask: Plane;
  readonly lowest: Plane;
  readonly highest: Plane;
}

/** Reads the part of `look` that the picture covers, bilinearly, and adds it. */
function addLook({ mask, lowest, highest }: Sums, look: Plane, { sides, top, bottom }: Reach): void {
  const { width, height } = mask;
  const [lastX, lastY] = [look.width - 1, look.height - 1];
  for (let y = 0; y < height; y++) {
    const v = ((y + 0.5) / height + top) / (1 + top + bottom);
    const sy = Math.min(lastY, Math.max(0, v * look.height - 0.5));
    const y0 = Math.trunc(sy);
    const row0 = y0 * look.width;
    const row1 = Math.min(lastY, y0 + 1) * look.width;
    for (let x = 0; x < width; x++) {
      const u = ((x + 0.5) / width + sides) / (1 + 2 * sides);
      const sx = Math.min(lastX, Math.max(0, u * look.width - 0.5));
      const x0 = Math.trunc(sx);
      const x1 = Math.min(lastX, x0 + 1);
      const upper = mix(look.data[row0 + x0] ?? 0, look.data[row0 + x1] ?? 0, sx - x0);
      const lower = mix(look.data[row1 + x0] ?? 0, look.data[row1 + x1] ?? 0, sx - x0);
      const value = mix(upper, lower, sy - y0);
      const i = y * width + x;
      mask.data[i] = (mask.data[i] ?? 0) + value;
      lowest.data[i] = Math.min(lowest.data[i] ?? 0, value);
      highest.data[i] = Math.max(highest.data[i] ?? 0, value);
    }
  }
}

function mix(a: number, b: number, share: number): number {
  return a + (b - a) * share;
}
