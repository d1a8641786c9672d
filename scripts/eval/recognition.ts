/**
 * Measures whether a neural network that classifies colour photos finds the same class for a colourised photo as for
 * its original. The photos need no labels.
 */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { readTflite } from '../../models/import/tflite-file.ts';
import { tfliteToOnnx } from '../../models/import/tflite-to-onnx.ts';
import { openNet, requireOutput } from '../../src/imaging/nets/onnx-net.ts';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';

/** The side of the square that the classifier sees, in the middle of the photo, as a share of the shorter side. */
const cropShare = 0.875;

export interface Classifier {
  /** The name of the file without its extension. */
  readonly name: string;
  /** Returns the index of the most likely class. */
  recognise(photo: RgbBytes): Promise<number>;
}

/**
 * Opens each TensorFlow Lite file in `folder`. Each must be a network that classifies square pictures into the classes
 * of ImageNet. One such network was part of the training of the colouriser (`training/README.md`), so a different
 * network gives a fairer test.
 */
export async function openClassifiers(folder: string): Promise<Classifier[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.tflite')).sort();
  return Promise.all(files.map((file) => openClassifier(join(folder, file))));
}

async function openClassifier(file: string): Promise<Classifier> {
  const bytes = await readFile(file);
  const name = basename(file, '.tflite');
  const model = readTflite(bytes);
  const sidePx = model.tensors[model.inputs[0] ?? -1]?.shape[1];
  const scratch = await mkdtemp(join(tmpdir(), 'classifier-'));
  const netFile = join(scratch, 'classifier.onnx');
  await writeFile(netFile, tfliteToOnnx(bytes));
  const net = await openNet(netFile);
  await rm(scratch, { recursive: true });
  const [input, output] = [net.inputNames[0], net.outputNames[0]];
  if (sidePx === undefined || input === undefined || output === undefined) {
    throw new Error(`${name} has no input or output`);
  }
  return {
    name,
    recognise: async (photo) => {
      const data = Float32Array.from(await middleOf(photo, sidePx), (byte) => byte / 127.5 - 1);
      const outputs = await net.run({ [input]: { data, shape: [1, sidePx, sidePx, 3] } });
      const scores = requireOutput(outputs, output).data;
      return scores.indexOf(scores.reduce((most, score) => Math.max(most, score), 0));
    },
  };
}

function middleOf({ width, height, data }: RgbBytes, sidePx: number): Promise<Buffer> {
  const side = Math.round(Math.min(width, height) * cropShare);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left: (width - side) >> 1, top: (height - side) >> 1, width: side, height: side })
    .resize(sidePx, sidePx, { fit: 'fill' })
    .raw()
    .toBuffer();
}
