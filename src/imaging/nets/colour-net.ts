/**
 * Predicts coarse chroma from lightness, with the net that comes with the service or with the operator's own.
 *
 * An operator's net is an ONNX file of one of two kinds, distinguished by the name of its only input:
 * - `L`: n×1×h×w, Lab lightness 0–100, h and w multiples of 32, like the service's own. The output `ab_reg`, or `ab`
 *   if there is none, is n×2×h'×w' in Lab units, of any size.
 * - any other name (exports of DDColor): n×3×512×512, the grey picture as sRGB 0–1 in three equal channels,
 *   scaled to a square. The first output is n×2×h'×w' in Lab units.
 */

import { fileURLToPath } from 'node:url';
import { type ChromaPlanes, upsampleChroma } from '../pixels/chroma-lines.ts';
import { greyOfLightness } from '../pixels/lab.ts';
import { mirroredPlane, type Plane, resizePlane, shrinkPlane } from '../pixels/plane.ts';
import { type Net, openNet, requireOutput } from './onnx-net.ts';

const ownFile = fileURLToPath(new URL('../../../models/colourise.onnx', import.meta.url));
const ownSha256 = '0eb8c09a4ec1efd3ef3e31e629a0a18c69a06643995282d6cdb773f32d282f8e';

/**
 * The shorter sides at which the service's own net sees a picture; the results are averaged. In a large input
 * the net distinguishes objects, in the small one it sees the scene as a whole. Without the small input,
 * light streets get blue patches.
 */
const sidesPx = [320, 192, 128] as const;
/** The shorter side of the input of an operator's net that takes lightness. */
const operatorsSidePx = 256;
const sideStepPx = 32;
/**
 * The maximum longer side of an input, so that a very long and narrow picture does not need too much
 * memory.
 */
const longSideMaxPx = 1024;
const squareSidePx = 512;

export interface PredictedChroma extends ChromaPlanes {
  /**
   * How much the predictions for the sizes of the input differ: their distance from the mean, in Lab units. Absent for
   * an operator's net, which predicts once.
   */
  readonly doubt?: Plane;
}

export interface ColourNet {
  /** True for the net that comes with the service. `colourise/steps/boost-chroma.ts` boosts the chroma of this net only. */
  readonly isBuiltIn: boolean;
  /** Returns chroma of the whole picture in Lab units, at the net's own resolution. */
  predict(lightness: Plane): Promise<PredictedChroma>;
}

/** `netFile` null: the net that comes with the service. */
export async function openColourNet(netFile: string | null): Promise<ColourNet> {
  if (netFile === null) {
    const net = await openNet(ownFile, { sha256: ownSha256 });
    return { isBuiltIn: true, predict: (lightness) => predictAtAllSizes(net, lightness) };
  }
  const net = await openNet(netFile);
  const takesLightness = net.inputNames[0] === 'L';
  return {
    isBuiltIn: false,
    predict: (lightness) =>
      takesLightness
        ? predictWithMirror(net, resizedForNet(lightness, operatorsSidePx))
        : predictSquare(net, lightness),
  };
}

async function predictAtAllSizes(net: Net, lightness: Plane): Promise<PredictedChroma> {
  const predictions: ChromaPlanes[] = [];
  let input = lightness;
  let cells: Plane | undefined;
  for (const sidePx of sidesPx) {
    // Each input is shrunk from the one before: shrinking by more than a factor of two at once would skip pixels.
    input = resizedForNet(input, sidePx);
    const prediction = await predictWithMirror(net, input);
    cells ??= shrinkPlane(input, prediction.a.width, prediction.a.height);
    // Upsample along the edges of the picture: with plain interpolation, the colours of the coarser predictions
    // would extend beyond the edges of objects.
    predictions.push(upsampleChroma(cells, prediction));
  }
  const mean = { a: meanOf(predictions.map(({ a }) => a)), b: meanOf(predictions.map(({ b }) => b)) };
  return { ...mean, doubt: deviationOf(predictions, mean) };
}

/** The root mean square distance of the predictions from their mean. */
function deviationOf(predictions: readonly ChromaPlanes[], mean: ChromaPlanes): Plane {
  const data = mean.a.data.map((meanA, i) => {
    const meanB = mean.b.data[i] ?? 0;
    const squares = predictions.reduce(
      (sum, { a, b }) => sum + ((a.data[i] ?? 0) - meanA) ** 2 + ((b.data[i] ?? 0) - meanB) ** 2,
      0,
    );
    return Math.sqrt(squares / predictions.length);
  });
  return { ...mean.a, data };
}

/** The planes have the same size. */
function meanOf(planes: readonly Plane[]): Plane {
  const [first] = planes;
  if (first === undefined) throw new Error('No planes to average');
  const mean = first.data.map(
    (_, i) => planes.reduce((sum, { data }) => sum + (data[i] ?? 0), 0) / planes.length,
  );
  return { ...first, data: mean };
}

function resizedForNet(lightness: Plane, shortSidePx: number): Plane {
  const { width, height } = lightness;
  const scale = Math.min(shortSidePx / Math.min(width, height), longSideMaxPx / Math.max(width, height));
  const sized = (side: number): number => Math.max(1, Math.round((side * scale) / sideStepPx)) * sideStepPx;
  return resizePlane(lightness, sized(width), sized(height));
}

/** The mean of the predictions for the picture and for its mirror image, which cancels random differences. */
async function predictWithMirror(net: Net, lightness: Plane): Promise<ChromaPlanes> {
  const straight = await runOnLightness(net, lightness);
  const turned = await runOnLightness(net, mirroredPlane(lightness));
  return {
    a: meanOf([straight.a, mirroredPlane(turned.a)]),
    b: meanOf([straight.b, mirroredPlane(turned.b)]),
  };
}

async function runOnLightness(net: Net, { width, height, data }: Plane): Promise<ChromaPlanes> {
  const outputs = await net.run({ L: { data, shape: [1, 1, height, width] } });
  const name = net.outputNames.includes('ab_reg') ? 'ab_reg' : 'ab';
  return chromaOf(requireOutput(outputs, name));
}

async function predictSquare(net: Net, lightness: Plane): Promise<ChromaPlanes> {
  const [inputName, outputName] = [net.inputNames[0], net.outputNames[0]];
  if (inputName === undefined || outputName === undefined) throw new Error('The net has no input or output');
  const { data } = resizePlane(lightness, squareSidePx, squareSidePx);
  const grey = data.map(greyOfLightness);
  const input = new Float32Array(grey.length * 3);
  for (let channel = 0; channel < 3; channel++) input.set(grey, channel * grey.length);
  const outputs = await net.run({ [inputName]: { data: input, shape: [1, 3, squareSidePx, squareSidePx] } });
  return chromaOf(requireOutput(outputs, outputName));
}

function chromaOf({ data, shape }: { data: Float32Array; shape: readonly number[] }): ChromaPlanes {
  const [count, channels, height, width] = shape;
  if (count !== 1 || channels !== 2 || height === undefined || width === undefined) {
    throw new Error(`A colouring net must return 1×2×h×w, not ${shape.join('×')}`);
  }
  const size = width * height;
  return {
    a: { width, height, data: data.subarray(0, size) },
    b: { width, height, data: data.subarray(size, 2 * size) },
  };
}
