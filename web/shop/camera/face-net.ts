/**
 * Runs MediaPipe's neural network for finding faces (BlazeFace, short range) in plain JavaScript, because the
 * page's Content-Security-Policy does not allow WebAssembly. The weights of the network are in
 * `models/face-detection-short-range.f16`; the model card in the same folder describes inputs and outputs.
 * JavaScript is fast enough, because the network needs only about 24 million multiplications for a picture.
 *
 * A picture is a flat array in the order height, width, channel: row by row, pixel by pixel, all channels of a
 * pixel together.
 */

interface Layer {
  readonly kernel: Float32Array;
  readonly bias: Float32Array;
}

interface Block {
  readonly depthwise: Layer;
  readonly pointwise: Layer;
  readonly from: number;
  readonly to: number;
  readonly stride: 1 | 2;
}

export interface FaceNet {
  readonly first: Layer;
  readonly blocks: readonly Block[];
  readonly scores: readonly [Layer, Layer];
  readonly boxes: readonly [Layer, Layer];
}

export interface NetOutput {
  /** The logit of each anchor. */
  readonly logits: Float32Array;
  /** For each anchor: box centre x, y, width, height, then six points x, y, in input pixels relative to the anchor. */
  readonly boxes: Float32Array;
}

export const inputSidePx = 128;
export const valuesPerAnchor = 16;
const firstChannels = 24;
const firstKernelPx = 5;
/** The number of channels after each block, and the stride of the block. */
const blockPlan: readonly (readonly [channels: number, stride: 1 | 2])[] = [
  [24, 1],
  [28, 1],
  [32, 2],
  [36, 1],
  [42, 1],
  [48, 2],
  [56, 1],
  [64, 1],
  [72, 1],
  [80, 1],
  [88, 1],
  [96, 2],
  [96, 1],
  [96, 1],
  [96, 1],
  [96, 1],
];
/** The number of blocks before the outputs of the fine grid: 16 × 16 cells with two anchors each. */
const fineBlocks = 11;
const fineAnchors = 2;
/** The coarse grid, after all blocks, has 8 × 8 cells with six anchors each. */
const coarseAnchors = 6;

function floatOf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 0x1f;
  const fraction = half & 0x3ff;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** @param file the weights. @throws Error if the file is longer or shorter than the weights of this network. */
export function readFaceNet(file: ArrayBuffer): FaceNet {
  const halves = new DataView(file);
  let at = 0;
  const take = (length: number) =>
    Float32Array.from({ length }, () => {
      at += 2;
      return floatOf(halves.getUint16(at - 2, true));
    });
  const layer = (kernel: number, outputs: number): Layer => ({ kernel: take(kernel), bias: take(outputs) });
  const first = layer(firstChannels * firstKernelPx ** 2 * 3, firstChannels);
  let from = firstChannels;
  const blocks = blockPlan.map(([to, stride]) => {
    const block = { depthwise: layer(9 * from, from), pointwise: layer(from * to, to), from, to, stride };
    from = to;
    return block;
  });
  const fine = blockPlan[fineBlocks - 1]?.[0] ?? 0;
  const head = (channels: number, outputs: number) => layer(channels * outputs, outputs);
  const scores = [head(fine, fineAnchors), head(from, coarseAnchors)] as const;
  const boxes = [
    head(fine, fineAnchors * valuesPerAnchor),
    head(from, coarseAnchors * valuesPerAnchor),
  ] as const;
  if (at !== file.byteLength) throw new Error(`The net has ${file.byteLength} bytes, not ${at}`);
  return { first, blocks, scores, boxes };
}

/** @param input 128 × 128 × 3 values from −1 to 1. */
export function runFaceNet(net: FaceNet, input: Float32Array): NetOutput {
  let side = inputSidePx / 2;
  let values = firstConvolution(net.first, input);
  let fine = values;
  for (const [index, block] of net.blocks.entries()) {
    values = runBlock(block, values, side);
    side /= block.stride;
    if (index === fineBlocks - 1) fine = values;
  }
  const join = ([a, b]: readonly [Layer, Layer]) =>
    Float32Array.of(...pointwise(a, fine), ...pointwise(b, values));
  return { logits: join(net.scores), boxes: join(net.boxes) };
}

/** 5 × 5 with stride 2. Padding "SAME" adds one pixel before the picture and two after it, which are 0. */
function firstConvolution(layer: Layer, input: Float32Array): Float32Array {
  const side = inputSidePx / 2;
  const windows = new Float32Array(side * side * firstKernelPx ** 2 * 3);
  let to = 0;
  for (let window = 0; window < side * side; window++) {
    const top = 2 * Math.floor(window / side) - 1;
    const left = 2 * (window % side) - 1;
    for (let y = top; y < top + firstKernelPx; y++) {
      for (let x = left; x < left + firstKernelPx; x++, to += 3) {
        if (y < 0 || y >= inputSidePx || x < 0 || x >= inputSidePx) continue;
        const at = (y * inputSidePx + x) * 3;
        for (let channel = 0; channel < 3; channel++) windows[to + channel] = input[at + channel] ?? 0;
      }
    }
  }
  return positive(pointwise(layer, windows));
}

function positive(values: Float32Array): Float32Array {
  for (let i = 0; i < values.length; i++) if ((values[i] ?? 0) < 0) values[i] = 0;
  return values;
}

/** Depthwise and pointwise convolution, added to the input; missing channels of the input are 0. */
function runBlock(block: Block, input: Float32Array, side: number): Float32Array {
  const { from, to, stride } = block;
  const made = pointwise(block.pointwise, depthwise(block, input, side));
  const kept = stride === 1 ? input : maxPool(input, side, from);
  for (let a = 0, b = 0; a < kept.length; a += from, b += to) {
    for (let channel = 0; channel < from; channel++)
      made[b + channel] = (made[b + channel] ?? 0) + (kept[a + channel] ?? 0);
  }
  return positive(made);
}

/** 3 × 3. Padding "SAME": stride 1 begins one pixel before the picture, stride 2 begins at its first pixel. */
function depthwise({ depthwise: { kernel, bias }, from, stride }: Block, input: Float32Array, side: number) {
  const madeSide = side / stride;
  const before = stride === 1 ? 1 : 0;
  const made = new Float32Array(madeSide * madeSide * from);
  for (let y = 0, out = 0; y < madeSide; y++) {
    for (let x = 0; x < madeSide; x++, out += from) {
      made.set(bias, out);
      for (let row = 0; row < 3; row++) {
        const inY = y * stride + row - before;
        if (inY < 0 || inY >= side) continue;
        for (let column = 0; column < 3; column++) {
          const inX = x * stride + column - before;
          if (inX < 0 || inX >= side) continue;
          let at = (inY * side + inX) * from;
          let tap = (row * 3 + column) * from;
          for (let i = out; i < out + from; i++, at++, tap++)
            made[i] = (made[i] ?? 0) + (input[at] ?? 0) * (kernel[tap] ?? 0);
        }
      }
    }
  }
  return made;
}

/**
 * Computes four pixels at once, because each weight is then read once for four multiplications. This halves the
 * time.
 */
function pointwise({ kernel, bias }: Layer, input: Float32Array): Float32Array {
  const to = bias.length;
  const from = kernel.length / to;
  const made = new Float32Array((input.length / from) * to);
  for (let pixel = 0, out = 0; pixel < input.length; pixel += 4 * from, out += 4 * to) {
    for (let channel = 0; channel < to; channel++) {
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let i = pixel, at = channel * from; i < pixel + from; i++, at++) {
        const weight = kernel[at] ?? 0;
        a += weight * (input[i] ?? 0);
        b += weight * (input[i + from] ?? 0);
        c += weight * (input[i + 2 * from] ?? 0);
        d += weight * (input[i + 3 * from] ?? 0);
      }
      const base = bias[channel] ?? 0;
      made[out + channel] = base + a;
      made[out + channel + to] = base + b;
      made[out + channel + 2 * to] = base + c;
      made[out + channel + 3 * to] = base + d;
    }
  }
  return made;
}

/** The largest of each 2 × 2 pixels. */
function maxPool(input: Float32Array, side: number, channels: number): Float32Array {
  const half = side / 2;
  const made = new Float32Array(half * half * channels);
  for (let y = 0, out = 0; y < half; y++) {
    for (let x = 0; x < half; x++, out += channels) {
      const at = (2 * y * side + 2 * x) * channels;
      const below = at + side * channels;
      for (let i = 0; i < channels; i++) {
        made[out + i] = Math.max(
          input[at + i] ?? 0,
          input[at + channels + i] ?? 0,
          input[below + i] ?? 0,
          input[below + channels + i] ?? 0,
        );
      }
    }
  }
  return made;
}
