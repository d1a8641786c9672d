/**
 * Reads a TensorFlow Lite flatbuffer (schema version 3) of an inference net with one subgraph: tensors, constant data,
 * operators and their options, without interpreting them.
 */

import { required } from './required.ts';

export interface TfliteTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly type: number;
  /** Raw little-endian bytes of a constant; undefined for a value that is computed when the net runs. */
  readonly data: Uint8Array | undefined;
  /** Undefined for a tensor of floats. */
  readonly quantisation: TfliteQuantisation | undefined;
}

/** float = (integer − zero point) · scale, with one pair for the tensor, or one per index along `axis`. */
export interface TfliteQuantisation {
  readonly scales: Float32Array;
  readonly zeroPoints: readonly number[];
  readonly axis: number;
}

export interface TfliteOperator {
  readonly code: string;
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  /** Reads a field of the options; `fallback` is the schema's default, which a file omits. */
  readonly intOption: (field: number, fallback: number) => number;
  /** Reads a field of the options that is an enumeration or a flag, which has a single byte. */
  readonly byteOption: (field: number, fallback: number) => number;
  readonly customOptions: Uint8Array | undefined;
}

export interface TfliteModel {
  readonly tensors: readonly TfliteTensor[];
  readonly operators: readonly TfliteOperator[];
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

export const tensorType = { float32: 0, float16: 1, int32: 2, uint8: 3, int8: 9 } as const;

const customCode = 32;
const operatorNames: ReadonlyMap<number, string> = new Map([
  [0, 'ADD'],
  [1, 'AVERAGE_POOL_2D'],
  [2, 'CONCATENATION'],
  [3, 'CONV_2D'],
  [4, 'DEPTHWISE_CONV_2D'],
  [6, 'DEQUANTIZE'],
  [9, 'FULLY_CONNECTED'],
  [14, 'LOGISTIC'],
  [17, 'MAX_POOL_2D'],
  [18, 'MUL'],
  [19, 'RELU'],
  [21, 'RELU6'],
  [22, 'RESHAPE'],
  [23, 'RESIZE_BILINEAR'],
  [25, 'SOFTMAX'],
  [34, 'PAD'],
  [40, 'MEAN'],
  [54, 'PRELU'],
  [114, 'QUANTIZE'],
  [117, 'HARD_SWISH'],
]);

interface FlatBuffer {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

function follow({ view }: FlatBuffer, offset: number): number {
  return offset + view.getUint32(offset, true);
}

/** The position of a table's field, or 0 if the table omits it. */
function fieldAt({ view }: FlatBuffer, table: number, index: number): number {
  const vtable = table - view.getInt32(table, true);
  const entry = 4 + 2 * index;
  if (entry >= view.getUint16(vtable, true)) return 0;
  const offset = view.getUint16(vtable + entry, true);
  return offset === 0 ? 0 : table + offset;
}

function int32(buffer: FlatBuffer, table: number, index: number, fallback = 0): number {
  const at = fieldAt(buffer, table, index);
  return at === 0 ? fallback : buffer.view.getInt32(at, true);
}

function int8(buffer: FlatBuffer, table: number, index: number, fallback = 0): number {
  const at = fieldAt(buffer, table, index);
  return at === 0 ? fallback : buffer.view.getInt8(at);
}

function tableAt(buffer: FlatBuffer, table: number, index: number): number {
  const at = fieldAt(buffer, table, index);
  return at === 0 ? 0 : follow(buffer, at);
}

function vectorPositions(buffer: FlatBuffer, table: number, index: number): number[] {
  const vector = tableAt(buffer, table, index);
  if (vector === 0) return [];
  const length = buffer.view.getUint32(vector, true);
  return Array.from({ length }, (_, i) => vector + 4 + 4 * i);
}

function tables(buffer: FlatBuffer, table: number, index: number): number[] {
  return vectorPositions(buffer, table, index).map((at) => follow(buffer, at));
}

function ints(buffer: FlatBuffer, table: number, index: number): number[] {
  return vectorPositions(buffer, table, index).map((at) => buffer.view.getInt32(at, true));
}

function longs(buffer: FlatBuffer, table: number, index: number): number[] {
  const vector = tableAt(buffer, table, index);
  const length = vector === 0 ? 0 : buffer.view.getUint32(vector, true);
  return Array.from({ length }, (_, i) => Number(buffer.view.getBigInt64(vector + 4 + 8 * i, true)));
}

function blob(buffer: FlatBuffer, table: number, index: number): Uint8Array | undefined {
  const vector = tableAt(buffer, table, index);
  if (vector === 0) return undefined;
  const length = buffer.view.getUint32(vector, true);
  // A copy, so that typed arrays over it are aligned.
  return length === 0 ? undefined : new Uint8Array(buffer.bytes.subarray(vector + 4, vector + 4 + length));
}

function text(buffer: FlatBuffer, table: number, index: number): string {
  return new TextDecoder().decode(blob(buffer, table, index));
}

export function readTflite(bytes: Uint8Array): TfliteModel {
  const buffer = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
  const model = follow(buffer, 0);
  const subgraphs = tables(buffer, model, 2);
  if (subgraphs.length !== 1) throw new Error(`Expected one subgraph, found ${subgraphs.length}`);
  const subgraph = required(subgraphs[0]);
  const codes = tables(buffer, model, 1).map((table) => operatorName(buffer, table));
  const blobs = tables(buffer, model, 4).map((table) => blob(buffer, table, 0));
  return {
    tensors: tables(buffer, subgraph, 0).map((table) => ({
      name: text(buffer, table, 3),
      shape: ints(buffer, table, 0),
      type: int8(buffer, table, 1),
      data: blobs[int32(buffer, table, 2)],
      quantisation: readQuantisation(buffer, tableAt(buffer, table, 4)),
    })),
    operators: tables(buffer, subgraph, 3).map((table) => readOperator(buffer, table, codes)),
    inputs: ints(buffer, subgraph, 1),
    outputs: ints(buffer, subgraph, 2),
  };
}

function readQuantisation(buffer: FlatBuffer, table: number): TfliteQuantisation | undefined {
  if (table === 0) return undefined;
  const scales = vectorPositions(buffer, table, 2).map((at) => buffer.view.getFloat32(at, true));
  if (scales.length === 0) return undefined;
  const zeroPoints = longs(buffer, table, 3);
  return { scales: Float32Array.from(scales), zeroPoints, axis: int32(buffer, table, 6) };
}

function operatorName(buffer: FlatBuffer, table: number): string {
  // Codes above 127 are in field 3; older files have only the byte of field 0.
  const code = Math.max(int8(buffer, table, 0), int32(buffer, table, 3));
  if (code === customCode) return `CUSTOM:${text(buffer, table, 1)}`;
  return operatorNames.get(code) ?? `OPERATOR_${code}`;
}

function readOperator(buffer: FlatBuffer, table: number, codes: readonly string[]): TfliteOperator {
  const options = tableAt(buffer, table, 4);
  return {
    code: required(codes[int32(buffer, table, 0)]),
    inputs: ints(buffer, table, 1),
    outputs: ints(buffer, table, 2),
    intOption: (field, fallback) => (options === 0 ? fallback : int32(buffer, options, field, fallback)),
    byteOption: (field, fallback) => (options === 0 ? fallback : int8(buffer, options, field, fallback)),
    customOptions: blob(buffer, table, 5),
  };
}
