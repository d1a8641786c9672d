/**
 * Runs the project's own matting net, which corrects the mask of the selfie net with the photo itself: objects behind the
 * head, letters and other people leave the mask, and hair and shoulders that the selfie net misses return.
 *
 * `models/matting.onnx` takes `picture`, n × 5 × h × w (red, green, blue, mask, disagreement; 0–1; sides multiples of
 * 32), and returns `alpha`, n × 1 × h/4 × w/4, 0–1. Its card: `models/matting.md`.
 */

import { fileURLToPath } from 'node:url';
import { emptyPlane, type Plane, type RgbImage } from '../pixels/plane.ts';
import { type Net, openNet, runSingle } from './onnx-net.ts';
import { openedOnce } from './opened-once.ts';

const ownSha256 = '55ab4034c8677cf79bfd862a1f1f7180f8041ef96a6275aa9198d52ac6d800c6';
/** The height of the crops on which the net was trained. */
const heightPx = 384;
/** The net halves the picture five times. */
const sideStepPx = 32;

const ownNet = openedOnce((_: 'own'): Promise<Net> => {
  const file = fileURLToPath(new URL('../../../models/matting.onnx', import.meta.url));
  return openNet(file, { sha256: ownSha256 });
});

/** The crop as the net takes it: its picture, and the selfie net's mask with the disagreement of its windows. */
export interface CoarseCut {
  readonly image: RgbImage;
  readonly mask: Plane;
  readonly disagreement: Plane;
}

/** The size at which the net takes a crop with these sides. */
export function refinerSize({ width, height }: { readonly width: number; readonly height: number }) {
  const steps = Math.max(1, Math.round((heightPx * width) / height / sideStepPx));
  return { width: steps * sideStepPx, height: heightPx };
}

/** The planes have a quarter of the size of the net's input. */
export interface RefinedCut {
  /** The probability of a person, 0–1: the mean of the results for the crop and its mirror image. */
  readonly mask: Plane;
  /** The lowest and the highest value of `mask` among each pixel and its eight neighbours. */
  readonly lowest: Plane;
  readonly highest: Plane;
}

export async function refineMask(cut: CoarseCut): Promise<RefinedCut> {
  const { width, height } = cut.mask;
  const net = await ownNet('own');
  const direct = await runSingle(net, { data: inputOf(cut, false), shape: [1, 5, height, width] });
  const mirrored = await runSingle(net, { data: inputOf(cut, true), shape: [1, 5, height, width] });
  const mask = emptyPlane(width / 4, height / 4);
  for (let i = 0; i < mask.data.length; i++) {
    const opposite = i + mask.width - 1 - 2 * (i % mask.width);
    mask.data[i] = ((direct.data[i] ?? 0) + (mirrored.data[opposite] ?? 0)) / 2;
  }
  const [lowest, highest] = [extremeOfNeighbours(mask, Math.min), extremeOfNeighbours(mask, Math.max)];
  return { mask, lowest, highest };
}

function extremeOfNeighbours(
  { width, height, data }: Plane,
  extreme: (a: number, b: number) => number,
): Plane {
  const result = emptyPlane(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let value = data[y * width + x] ?? 0;
      for (let near = Math.max(0, y - 1); near <= Math.min(height - 1, y + 1); near++) {
        for (let beside = Math.max(0, x - 1); beside <= Math.min(width - 1, x + 1); beside++) {
          value = extreme(value, data[near * width + beside] ?? 0);
        }
      }
      result.data[y * width + x] = value;
    }
  }
  return result;
}

function inputOf({ image, mask, disagreement }: CoarseCut, isMirrored: boolean): Float32Array {
  const { width, height } = mask;
  const count = width * height;
  const data = new Float32Array(5 * count);
  for (let i = 0; i < count; i++) {
    const from = isMirrored ? i + width - 1 - 2 * (i % width) : i;
    for (let c = 0; c < 3; c++) data[c * count + i] = image.data[3 * from + c] ?? 0;
    data[3 * count + i] = mask.data[from] ?? 0;
    data[4 * count + i] = disagreement.data[from] ?? 0;
  }
  return data;
}
