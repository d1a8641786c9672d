/**
 * `npm run models:import`: translates MediaPipe's nets to ONNX and writes them to `models/`. The files are committed. A
 * test checks that the import writes the same bytes again.
 */

import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { netSources, readNetSource } from './sources.ts';
import { tfliteToOnnx } from './tflite-to-onnx.ts';

for (const source of netSources) {
  const onnx = tfliteToOnnx(await readNetSource(source));
  await writeFile(fileURLToPath(new URL(`../${source.target}`, import.meta.url)), onnx);
  console.log(`${createHash('sha256').update(onnx).digest('hex')}  ${source.target} (${onnx.length} bytes)`);
}
