/**
 * An operator's own matting net instead of the small one that comes with the service. Four kinds are known, by
 * how they are fed and read; each takes one 1×3×h×w tensor of a square picture, RGB:
 * - `modnet`: 512², (x − 0.5) / 0.5; the first output is alpha.
 * - `rmbg`: 1024², x − 0.5; the first output, stretched from its least to its greatest value, is alpha.
 * - `isnet`: 1024², (255 x − 128) / 256; the first output is alpha.
 * - `birefnet`: 1024², by ImageNet's mean and deviation; the sigmoid of the last output is alpha.
 *
 * Alpha is 1×1×h×w or 1×h×w, at any size.
 */

import type { MattingNetKind } from '../../domain/matting-net-kinds.ts';
import { type Net, type NetTensor, openNet, requireOutput } from '../net.ts';
import { emptyPlane, type Plane, type RgbImage } from '../plane.ts';

export interface MattingNet {
  /** Side of the square picture that `alphaOf` takes. */
  readonly sidePx: number;
  /** Alpha 0–1 of a square picture. */
  alphaOf(image: RgbImage): Promise<Plane>;
}

interface Contract {
  readonly sidePx: number;
  /** Per channel: (x − mean) / deviation. */
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

/** @throws Error when the file is no net of one input. */
export async function openMattingNet(file: string, kind: MattingNetKind): Promise<MattingNet> {
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
    throw new Error(`A matting net must answer 1×1×h×w, not ${shape.join('×')}`);
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
