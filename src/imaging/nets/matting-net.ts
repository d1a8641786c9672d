/**
 * Runs an operator's own matting net in place of the small segmentation net. The net is an ONNX file of one of four
 * kinds. Each takes one 1×3×h×w tensor with a square RGB picture of values x from 0 to 1:
 * - `modnet`: 512 px, (x − 0.5) / 0.5; the first output is alpha.
 * - `rmbg`: 1024 px, x − 0.5; the first output, scaled so that its lowest value is 0 and its highest 1, is alpha.
 * - `isnet`: 1024 px, (255 x − 128) / 256; the first output is alpha.
 * - `birefnet`: 1024 px, normalised by ImageNet's mean and deviation; the sigmoid of the last output is alpha.
 *
 * Alpha is 1×1×h×w or 1×h×w, of any size.
 */

import type { MattingNetKind } from '../../domain/matting-net-kinds.ts';
import { emptyPlane, type Plane, type RgbImage } from '../pixels/plane.ts';
import { type Net, type NetTensor, openNet, requireOutput } from './onnx-net.ts';

export interface MattingNetFile {
  /** Absolute path. */
  readonly file: string;
  readonly kind: MattingNetKind;
}

export interface MattingNet {
  /** The side of the square picture that `alphaOf` takes. */
  readonly sidePx: number;
  /** Returns alpha, 0–1. */
  alphaOf(image: RgbImage): Promise<Plane>;
}

interface Contract {
  readonly sidePx: number;
  /** The input of each channel is (x − mean) / deviation. */
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
  readonly output: 'first' | 'last';
  readonly scale: 'as_is' | 'stretch' | 'sigmoid';
}

const half = [0.5, 0.5, 0.5] as const;
const one = [1, 1, 1] as const;

const contracts: Readonly<Record<MattingNetKind, Contract>> = {
  modnet: { sidePx: 512, mean: half, deviation: half, output: 'first', scale: 'as_is' },
  rmbg: { sidePx: 1024, mean: half, deviation: one, output: 'first', scale: 'stretch' },
  isnet: {
    sidePx: 1024,
    mean: [128 / 255, 128 / 255, 128 / 255],
    deviation: [256 / 255, 256 / 255, 256 / 255],
    output: 'first',
    scale: 'as_is',
  },
  birefnet: {
    sidePx: 1024,
    mean: [0.485, 0.456, 0.406],
    deviation: [0.229, 0.224, 0.225],
    output: 'last',
    scale: 'sigmoid',
  },
};

/** @throws Error if the file is not an ONNX net. */
export async function openMattingNet({ file, kind }: MattingNetFile): Promise<MattingNet> {
  const net = await openNet(file);
  const contract = contracts[kind];
  return { sidePx: contract.sidePx, alphaOf: (image) => run(net, contract, image) };
}

async function run(net: Net, contract: Contract, image: RgbImage): Promise<Plane> {
  const [inputName] = net.inputNames;
  const outputName = contract.output === 'first' ? net.outputNames[0] : net.outputNames.at(-1);
  if (inputName === undefined || outputName === undefined) throw new Error('The net has no input or output');
  const { width, height } = image;
  const outputs = await net.run({
    [inputName]: { data: planar(image, contract), shape: [1, 3, height, width] },
  });
  return alphaPlane(requireOutput(outputs, outputName), contract.scale);
}

function planar({ data }: RgbImage, { mean, deviation }: Contract): Float32Array {
  const count = data.length / 3;
  const result = new Float32Array(data.length);
  for (const channel of [0, 1, 2] as const) {
    for (let i = 0, j = channel; i < count; i++, j += 3) {
      result[channel * count + i] = ((data[j] ?? 0) - mean[channel]) / deviation[channel];
    }
  }
  return result;
}

function alphaPlane({ data, shape }: NetTensor, scale: Contract['scale']): Plane {
  const [height, width] = shape.slice(-2);
  if (height === undefined || width === undefined || data.length !== height * width) {
    throw new Error(`A matting net must return 1×1×h×w, not ${shape.join('×')}`);
  }
  const plane = emptyPlane(width, height);
  let [low, high] = [0, 1];
  if (scale === 'stretch') {
    [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of data) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  for (let i = 0; i < plane.data.length; i++) {
    const value = data[i] ?? 0;
    const alpha = scale === 'sigmoid' ? 1 / (1 + Math.exp(-value)) : (value - low) / (high - low || 1);
    plane.data[i] = Math.min(1, Math.max(0, alpha));
  }
  return plane;
}
