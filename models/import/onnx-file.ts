/**
 * Writes an ONNX model. It encodes the few messages of onnx.proto3 that an inference graph needs in the protobuf wire
 * format. The same calls write the same bytes, so that an import can be repeated.
 */

export type OnnxAttribute = number | string | readonly number[];

/** The values of a constant. The class of the array determines the element type in the file. */
type OnnxValues = Float32Array | Float16Array | BigInt64Array;

export interface OnnxGraph {
  input(name: string, shape: readonly number[]): void;
  output(name: string, shape: readonly number[]): void;
  node(
    type: string,
    inputs: readonly string[],
    output: string,
    attributes?: Readonly<Record<string, OnnxAttribute>>,
  ): void;
  /** Adds a constant and returns its name for the nodes' inputs. */
  constant(shape: readonly number[], values: OnnxValues): string;
  finish(options: { readonly opset: number; readonly producer: string }): Uint8Array;
}

export const onnxElementType = { float32: 1, int64: 7, float16: 10 } as const;
const attributeType = { int: 2, string: 3, ints: 7 } as const;
const irVersion = 8;

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}

function int(field: number, value: number): Uint8Array {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function ints(field: number, values: readonly number[]): Uint8Array {
  return Buffer.concat(values.map((value) => int(field, value)));
}

function bytes(field: number, value: Uint8Array): Uint8Array {
  return Buffer.concat([varint((field << 3) | 2), varint(value.length), value]);
}

function text(field: number, value: string): Uint8Array {
  return bytes(field, new TextEncoder().encode(value));
}

function message(field: number, parts: readonly Uint8Array[]): Uint8Array {
  return bytes(field, Buffer.concat(parts));
}

function attribute(name: string, value: OnnxAttribute): Uint8Array[] {
  if (typeof value === 'number') return [text(1, name), int(3, value), int(20, attributeType.int)];
  if (typeof value === 'string') return [text(1, name), text(4, value), int(20, attributeType.string)];
  return [text(1, name), ints(8, value), int(20, attributeType.ints)];
}

function floatValueInfo(name: string, shape: readonly number[]): Uint8Array[] {
  const dimensions = shape.map((size) => message(1, [int(1, size)]));
  const tensor = [int(1, onnxElementType.float32), message(2, dimensions)];
  return [text(1, name), message(2, [message(1, tensor)])];
}

function elementTypeOf(values: OnnxValues): number {
  if (values instanceof Float32Array) return onnxElementType.float32;
  return values instanceof Float16Array ? onnxElementType.float16 : onnxElementType.int64;
}

export function createOnnxGraph(): OnnxGraph {
  const parts: Uint8Array[] = [];
  let nodeCount = 0;
  let constantCount = 0;
  return {
    input: (name, shape) => {
      parts.push(message(11, floatValueInfo(name, shape)));
    },
    output: (name, shape) => {
      parts.push(message(12, floatValueInfo(name, shape)));
    },
    node: (type, inputs, output, attributes = {}) => {
      const fields = Object.entries(attributes).map(([name, value]) => message(5, attribute(name, value)));
      parts.push(
        message(1, [
          ...inputs.map((input) => text(1, input)),
          text(2, output),
          text(3, `${type}_${nodeCount++}`),
          text(4, type),
          ...fields,
        ]),
      );
    },
    constant: (shape, values) => {
      const name = `c${constantCount++}`;
      const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      parts.push(message(5, [ints(1, shape), int(2, elementTypeOf(values)), text(8, name), bytes(9, raw)]));
      return name;
    },
    finish: ({ opset, producer }) =>
      Buffer.concat([
        int(1, irVersion),
        text(2, producer),
        message(7, [...parts, text(2, 'graph')]),
        message(8, [text(1, ''), int(2, opset)]),
      ]),
  };
}
