/** Writes tiny ONNX nets for tests: each output channel is a weighted sum of the input channels. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createOnnxGraph } from '../../../models/import/onnx-file.ts';
import { scratchFolder } from '../pictures.ts';

/** Returns the net's file, which is deleted after the test. `weights` has one row per output channel. */
export function linearNet(
  t: Pick<TestContext, 'after'>,
  input: { readonly name: string; readonly shape: readonly [number, number, number, number] },
  output: string,
  weights: readonly (readonly number[])[],
): string {
  const [count, channels, height, width] = input.shape;
  const graph = createOnnxGraph();
  graph.input(input.name, input.shape);
  graph.output(output, [count, weights.length, height, width]);
  const kernel = graph.constant([weights.length, channels, 1, 1], Float32Array.from(weights.flat()));
  graph.node('Conv', [input.name, kernel], output, { kernel_shape: [1, 1] });
  const file = join(scratchFolder(t), 'net.onnx');
  writeFileSync(file, graph.finish({ opset: 13, producer: 'test' }));
  return file;
}
