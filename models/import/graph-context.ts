/**
 * The values of a net during its translation: the names of tensors in the ONNX graph, and constants reordered from
 * TFLite's layout (NHWC) to ONNX's (NCHW). `tflite-to-onnx.ts` translates the operators.
 */

import { createOnnxGraph, type OnnxGraph, onnxElementType } from './onnx-file.ts';
import { required } from './required.ts';
import { type TfliteModel, type TfliteQuantisation, type TfliteTensor, tensorType } from './tflite-file.ts';

export const nhwcToNchw: readonly number[] = [0, 3, 1, 2];
export const nchwToNhwc: readonly number[] = [0, 2, 3, 1];

type FloatValues = Float32Array | Float16Array;

interface Constant {
  readonly shape: readonly number[];
  readonly values: FloatValues;
}

export interface GraphContext {
  readonly model: TfliteModel;
  readonly graph: OnnxGraph;
  tensor(index: number | undefined): TfliteTensor;
  /** The name of a computed value. Inside the graph every value of rank 4 is NCHW. */
  name(index: number | undefined): string;
  constant(index: number | undefined): Constant;
  /** Makes the tensor `index` an alias of a constant, as DEQUANTIZE of a float16 weight does. */
  alias(index: number, constant: Constant): void;
  /** Adds the constant with its axes reordered, and returns its name. */
  transposed(index: number | undefined, order: readonly number[]): string;
  vector(index: number | undefined): string;
  /** The name of a node's output or of a constant that broadcasts over NCHW values. */
  operand(index: number): string;
  int64(values: readonly number[]): string;
}

export function createGraphContext(model: TfliteModel): GraphContext {
  const graph = createOnnxGraph();
  const aliases = new Map<number, Constant>();

  const tensor = (index: number | undefined) =>
    required(index === undefined ? undefined : model.tensors[index]);
  const name = (index: number | undefined) => {
    const { name: edgeName, shape } = tensor(index);
    const isEdge = [...model.inputs, ...model.outputs].includes(required(index));
    // An input or output of the graph with rank 4 keeps its name for the NHWC value; a Transpose node connects this
    // value with the NCHW value inside the graph.
    return isEdge && shape.length !== 4 ? edgeName : `t${index}`;
  };
  const constant = (index: number | undefined) =>
    aliases.get(required(index)) ?? { shape: tensor(index).shape, values: floatsOf(tensor(index)) };
  const add = ({ shape, values }: Constant) => {
    const stored = graph.constant(shape, values);
    if (values instanceof Float32Array) return stored;
    // float16 has half the size on disk; the runtime removes the cast when it opens the net.
    graph.node('Cast', [stored], `${stored}_float`, { to: onnxElementType.float32 });
    return `${stored}_float`;
  };
  const transposed = (index: number | undefined, order: readonly number[]) =>
    add(transpose(constant(index), order));

  return {
    model,
    graph,
    tensor,
    name,
    constant,
    transposed,
    alias: (index, value) => {
      aliases.set(index, value);
    },
    vector: (index) => add(constant(index)),
    operand: (index) => {
      if (!aliases.has(index) && tensor(index).data === undefined) return name(index);
      const { shape, values } = constant(index);
      const ones = Array.from({ length: Math.max(0, 4 - shape.length) }, () => 1);
      return add(transpose({ shape: [...ones, ...shape], values }, nhwcToNchw));
    },
    int64: (values) => graph.constant([values.length], BigInt64Array.from(values, BigInt)),
  };
}

function floatsOf({ name, type, data, shape, quantisation }: TfliteTensor): FloatValues {
  if (data === undefined) throw new Error(`${name} has no data`);
  if (type === tensorType.float32) return new Float32Array(data.buffer);
  if (type === tensorType.float16) return new Float16Array(data.buffer);
  if (quantisation !== undefined && type === tensorType.int8) {
    return dequantised(new Int8Array(data.buffer), shape, quantisation);
  }
  if (quantisation !== undefined && type === tensorType.uint8) return dequantised(data, shape, quantisation);
  if (quantisation !== undefined && type === tensorType.int32) {
    return dequantised(new Int32Array(data.buffer), shape, quantisation);
  }
  throw new Error(`${name} has unsupported type ${type}`);
}

/** Converts quantised values to floats. */
export function dequantised(
  values: Int8Array | Uint8Array | Int32Array,
  shape: readonly number[],
  { scales, zeroPoints, axis }: TfliteQuantisation,
): Float32Array {
  // The number of consecutive values that have the same index along the axis.
  const run = shape.slice(axis + 1).reduce((total, size) => total * size, 1);
  return Float32Array.from(values, (value, i) => {
    const at = Math.floor(i / run) % scales.length;
    return (value - (zeroPoints[at] ?? 0)) * required(scales[at]);
  });
}

/** Axis i of the result is axis `order[i]` of the source. */
function transpose({ shape, values }: Constant, order: readonly number[]): Constant {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((total, size) => total * size, 1));
  const newShape = order.map((axis) => required(shape[axis]));
  const newStrides = order.map((axis) => required(strides[axis]));
  const result =
    values instanceof Float32Array ? new Float32Array(values.length) : new Float16Array(values.length);
  for (let i = 0; i < result.length; i++) {
    let rest = i;
    let source = 0;
    for (let axis = newShape.length - 1; axis >= 0; axis--) {
      const size = required(newShape[axis]);
      source += (rest % size) * required(newStrides[axis]);
      rest = Math.floor(rest / size);
    }
    result[i] = required(values[source]);
  }
  return { shape: newShape, values: result };
}
