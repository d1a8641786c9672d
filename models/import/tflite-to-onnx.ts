/**
 * Translates a TensorFlow Lite net to ONNX. Weights may be float32, float16 or quantised. The translated net computes
 * in floats in every case, so operators that only round between layers are omitted.
 *
 * The inputs and outputs of the graph keep their TFLite shapes (NHWC), as the authors of the net document them. An
 * operator that none of the translated nets uses is an error.
 */

import { createGraphContext, type GraphContext, nchwToNhwc, nhwcToNchw } from './graph-context.ts';
import type { OnnxAttribute } from './onnx-file.ts';
import { required } from './required.ts';
import { readTflite, type TfliteOperator } from './tflite-file.ts';

const opset = 17;
const producer = 'photokiosk models/import';
const paddingSame = 0;
const customPaddingSame = 1;
const activation = { none: 0, relu: 1, relu6: 3 } as const;

type Attributes = Readonly<Record<string, OnnxAttribute>>;

export function tfliteToOnnx(bytes: Uint8Array): Uint8Array {
  const context = createGraphContext(readTflite(bytes));
  const { model, graph } = context;
  for (const index of model.inputs) {
    const { name, shape } = context.tensor(index);
    graph.input(name, shape);
    if (shape.length === 4) graph.node('Transpose', [name], context.name(index), { perm: nhwcToNchw });
  }
  for (const operator of model.operators) translate(context, operator);
  for (const index of model.outputs) {
    const { name, shape } = context.tensor(index);
    if (shape.length === 4) graph.node('Transpose', [context.name(index)], name, { perm: nchwToNhwc });
    graph.output(name, shape);
  }
  return graph.finish({ opset, producer });
}

function translate(context: GraphContext, operator: TfliteOperator): void {
  const { graph } = context;
  const input = required(operator.inputs[0]);
  const output = context.name(operator.outputs[0]);
  const operands = () => operator.inputs.map((index) => context.operand(index));
  switch (operator.code) {
    case 'DEQUANTIZE':
      context.alias(required(operator.outputs[0]), context.constant(input));
      break;
    case 'CONV_2D':
      convolution(context, operator, { depthwise: false });
      break;
    case 'DEPTHWISE_CONV_2D':
      convolution(context, operator, { depthwise: true });
      break;
    case 'CUSTOM:Convolution2DTransposeBias':
      transposedConvolution(context, operator);
      break;
    case 'ADD':
      fused(context, operator.byteOption(0, 0), output, 'Add', operands());
      break;
    case 'MUL':
      fused(context, operator.byteOption(0, 0), output, 'Mul', operands());
      break;
    case 'AVERAGE_POOL_2D':
      pool(context, operator, 'AveragePool');
      break;
    case 'MAX_POOL_2D':
      pool(context, operator, 'MaxPool');
      break;
    case 'MEAN':
      mean(context, operator);
      break;
    case 'RELU':
      activate(context, activation.relu, context.name(input), output);
      break;
    case 'RELU6':
      activate(context, activation.relu6, context.name(input), output);
      break;
    case 'FULLY_CONNECTED':
      fullyConnected(context, operator);
      break;
    case 'HARD_SWISH':
      graph.node('HardSwish', [context.name(input)], output);
      break;
    case 'LOGISTIC':
      graph.node('Sigmoid', [context.name(input)], output);
      break;
    case 'PRELU':
      graph.node('PRelu', operands(), output);
      break;
    case 'QUANTIZE':
      graph.node('Identity', [context.name(input)], output);
      break;
    case 'SOFTMAX':
      graph.node('Softmax', [context.name(input)], output, { axis: -1 });
      break;
    case 'RESHAPE':
      reshape(context, operator);
      break;
    case 'RESIZE_BILINEAR':
      resize(context, operator);
      break;
    case 'PAD':
      pad(context, operator);
      break;
    case 'CONCATENATION':
      concatenate(context, operator);
      break;
    default:
      throw new Error(`Unsupported operator ${operator.code}`);
  }
}

/** TFLite's padding "SAME": an odd pixel of padding is added at the end. Shapes are NHWC, `kernel` and `stride` [h, w]. */
function samePads(
  large: readonly number[],
  small: readonly number[],
  kernel: readonly number[],
  stride: readonly number[],
): number[] {
  const totals = kernel.map((size, axis) => {
    const covered = (required(small[axis + 1]) - 1) * required(stride[axis]) + size;
    return Math.max(0, covered - required(large[axis + 1]));
  });
  const begins = totals.map((total) => total >> 1);
  return [...begins, ...totals.map((total, axis) => total - required(begins[axis]))];
}

/**
 * Returns the ONNX attributes for padding and strides. The first options of the operator must be padding, stride w
 * and stride h.
 */
function windowOf(context: GraphContext, operator: TfliteOperator, kernel: readonly number[]): Attributes {
  const strides = [operator.intOption(2, 1), operator.intOption(1, 1)];
  const isSame = operator.byteOption(0, paddingSame) === paddingSame;
  const from = context.tensor(operator.inputs[0]).shape;
  const to = context.tensor(operator.outputs[0]).shape;
  return { kernel_shape: kernel, strides, pads: isSame ? samePads(from, to, kernel, strides) : [0, 0, 0, 0] };
}

/** Adds a node and the activation that TFLite has fused into the operator. */
function fused(
  context: GraphContext,
  code: number,
  output: string,
  type: string,
  inputs: readonly string[],
  attributes: Attributes = {},
): void {
  if (code === activation.none) {
    context.graph.node(type, inputs, output, attributes);
    return;
  }
  context.graph.node(type, inputs, `${output}_raw`, attributes);
  activate(context, code, `${output}_raw`, output);
}

function activate({ graph }: GraphContext, code: number, input: string, output: string): void {
  if (code === activation.relu) {
    graph.node('Relu', [input], output);
    return;
  }
  if (code !== activation.relu6) throw new Error(`Unsupported activation ${code}`);
  const low = graph.constant([], Float32Array.of(0));
  const high = graph.constant([], Float32Array.of(6));
  graph.node('Clip', [input, low, high], output);
}

function convolution(context: GraphContext, operator: TfliteOperator, kind: { depthwise: boolean }): void {
  const [input, weights, bias] = operator.inputs;
  const [, height, width] = context.constant(weights).shape;
  // The options of a depthwise operator have a channel multiplier before the activation and the dilations.
  const firstDilation = kind.depthwise ? 5 : 4;
  const kernelOrder = kind.depthwise ? [3, 0, 1, 2] : [0, 3, 1, 2];
  const inputs = [context.name(input), context.transposed(weights, kernelOrder)];
  if (bias !== undefined && bias >= 0) inputs.push(context.vector(bias));
  const code = operator.byteOption(firstDilation - 1, activation.none);
  fused(context, code, context.name(operator.outputs[0]), 'Conv', inputs, {
    ...windowOf(context, operator, [required(height), required(width)]),
    dilations: [operator.intOption(firstDilation + 1, 1), operator.intOption(firstDilation, 1)],
    group: kind.depthwise ? required(context.tensor(input).shape[3]) : 1,
  });
}

/** An operator of MediaPipe, whose options are a TfLiteTransposeConvParams: padding, stride w, stride h. */
function transposedConvolution(context: GraphContext, operator: TfliteOperator): void {
  const [input, weights, bias] = operator.inputs;
  const [padding, strideW, strideH] = int32s(operator.customOptions);
  const strides = [required(strideH), required(strideW)];
  const kernel = context.constant(weights).shape.slice(1, 3);
  const from = context.tensor(input).shape;
  const to = context.tensor(operator.outputs[0]).shape;
  context.graph.node(
    'ConvTranspose',
    [context.name(input), context.transposed(weights, [3, 0, 1, 2]), context.vector(bias)],
    context.name(operator.outputs[0]),
    {
      kernel_shape: kernel,
      strides,
      pads: padding === customPaddingSame ? samePads(to, from, kernel, strides) : [0, 0, 0, 0],
    },
  );
}

function pool(context: GraphContext, operator: TfliteOperator, type: string): void {
  const attributes = windowOf(context, operator, [operator.intOption(4, 1), operator.intOption(3, 1)]);
  const inputs = [context.name(operator.inputs[0])];
  fused(context, operator.byteOption(5, 0), context.name(operator.outputs[0]), type, inputs, attributes);
}

function mean(context: GraphContext, operator: TfliteOperator): void {
  const axes = int32s(context.tensor(operator.inputs[1]).data).sort().join();
  if (axes !== '1,2') throw new Error(`Unsupported MEAN over ${axes}`);
  const keepsShape = operator.byteOption(0, 0) !== 0;
  const target = context.name(operator.outputs[0]);
  const pooled = keepsShape ? target : `${target}_pooled`;
  context.graph.node('GlobalAveragePool', [context.name(operator.inputs[0])], pooled);
  if (!keepsShape) context.graph.node('Flatten', [pooled], target, { axis: 1 });
}

/** The weights are [outputs, inputs]. */
function fullyConnected(context: GraphContext, operator: TfliteOperator): void {
  const [input, weights, bias] = operator.inputs;
  const inputs = [context.name(input), context.vector(weights), context.vector(bias)];
  const output = context.name(operator.outputs[0]);
  fused(context, operator.byteOption(0, activation.none), output, 'Gemm', inputs, { transB: 1 });
}

/** TFLite reshapes NHWC values, so values of rank 4 are transposed to NHWC before the reshape and to NCHW after it. */
function reshape(context: GraphContext, operator: TfliteOperator): void {
  const { graph } = context;
  let source = context.name(operator.inputs[0]);
  if (context.tensor(operator.inputs[0]).shape.length === 4) {
    graph.node('Transpose', [source], `${source}_nhwc`, { perm: nchwToNhwc });
    source = `${source}_nhwc`;
  }
  const { shape } = context.tensor(operator.outputs[0]);
  const target = context.name(operator.outputs[0]);
  const sizes = context.int64(shape);
  if (shape.length !== 4) {
    graph.node('Reshape', [source, sizes], target);
    return;
  }
  graph.node('Reshape', [source, sizes], `${target}_nhwc`);
  graph.node('Transpose', [`${target}_nhwc`], target, { perm: nhwcToNchw });
}

function resize(context: GraphContext, operator: TfliteOperator): void {
  const [batch, height, width, channels] = context.tensor(operator.outputs[0]).shape;
  const sizes = context.int64([required(batch), required(channels), required(height), required(width)]);
  const alignCorners = operator.byteOption(2, 0) !== 0;
  const halfPixel = operator.byteOption(3, 0) !== 0;
  const mode = halfPixel ? 'half_pixel' : 'asymmetric';
  const inputs = [context.name(operator.inputs[0]), '', '', sizes];
  context.graph.node('Resize', inputs, context.name(operator.outputs[0]), {
    mode: 'linear',
    coordinate_transformation_mode: alignCorners ? 'align_corners' : mode,
  });
}

function pad(context: GraphContext, operator: TfliteOperator): void {
  const pairs = int32s(context.tensor(operator.inputs[1]).data);
  const axes = pairs.length === 8 ? nhwcToNchw : pairs.slice(0, pairs.length / 2).map((_, axis) => axis);
  const pads = context.int64([
    ...axes.map((axis) => required(pairs[2 * axis])),
    ...axes.map((axis) => required(pairs[2 * axis + 1])),
  ]);
  context.graph.node('Pad', [context.name(operator.inputs[0]), pads], context.name(operator.outputs[0]));
}

function concatenate(context: GraphContext, operator: TfliteOperator): void {
  const rank = context.tensor(operator.outputs[0]).shape.length;
  const axis = (operator.intOption(0, 0) + rank) % rank;
  const inputs = operator.inputs.map((input) => context.name(input));
  fused(context, operator.byteOption(1, 0), context.name(operator.outputs[0]), 'Concat', inputs, {
    axis: rank === 4 ? nhwcToNchw.indexOf(axis) : axis,
  });
}

function int32s(data: Uint8Array | undefined): number[] {
  return [...new Int32Array(required(data).buffer)];
}
