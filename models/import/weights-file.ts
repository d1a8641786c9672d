/**
 * Writes the weights of a TensorFlow Lite net that consists of convolutions, without its graph: for each convolution in
 * the order of the file its kernel and its bias, as little-endian float16. A program that knows the layers needs neither
 * a parser nor a runtime to compute the net. Kernels keep TFLite's layout: output channel, row, column, input channel.
 */

import { required } from './required.ts';
import { readTflite, tensorType } from './tflite-file.ts';

export function tfliteToWeights(bytes: Uint8Array): Uint8Array {
  const { tensors, operators } = readTflite(bytes);
  const constants = new Map<number, Uint8Array>();
  const parts: Uint8Array[] = [];
  for (const { code, inputs, outputs } of operators) {
    if (code === 'DEQUANTIZE') {
      const { name, type, data } = required(tensors[required(inputs[0])]);
      if (type !== tensorType.float16) throw new Error(`${name} is not float16`);
      constants.set(required(outputs[0]), required(data));
    }
    if (code !== 'CONV_2D' && code !== 'DEPTHWISE_CONV_2D') continue;
    for (const index of inputs.slice(1)) parts.push(required(constants.get(index)));
  }
  return Buffer.concat(parts);
}
