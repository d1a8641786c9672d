/**
 * Whether a classifier trained on colour photos still knows what is in a photo: it calls the photo as it was by some
 * name, and a good colourisation of the grey photo by the same. No labels are needed.
 */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { tfliteToOnnx } from '../../models/import/tflite-to-onnx.ts';
import { openNet, requireOutput } from '../../src/imaging/net.ts';
import type { RgbBytes } from '../../src/imaging/plane.ts';

const sidePx = 224;
/** The middle that is looked at, of the shorter side. */
const cropShare = 0.875;

/** The classifier's index of what it sees. */
export type Recognise = (photo: RgbBytes) => Promise<number>;

/** `folder` holds one TensorFlow Lite file: MobileNetV2, 224×224 px in, ImageNet's classes out. */
export async function openRecognition(folder: string): Promise<Recognise> {
  const name = (await readdir(folder)).find((file) => file.endsWith('.tflite'));
  if (name === undefined) throw new Error(`No .tflite file in ${folder}`);
  const scratch = await mkdtemp(join(tmpdir(), 'recognition-'));
  const file = join(scratch, 'classifier.onnx');
  await writeFile(file, tfliteToOnnx(await readFile(join(folder, name))));
  const net = await openNet(file);
  await rm(scratch, { recursive: true });
  const [input, output] = [net.inputNames[0], net.outputNames[0]];
  if (input === undefined || output === undefined) throw new Error(`${name} has no input or output`);
  return async (photo) => {
    const data = Float32Array.from(await middleOf(photo), (byte) => byte / 127.5 - 1);
    const outputs = await net.run({ [input]: { data, shape: [1, sidePx, sidePx, 3] } });
    const scores = requireOutput(outputs, output).data;
    return scores.indexOf(scores.reduce((most, score) => Math.max(most, score), 0));
  };
}

function middleOf({ width, height, data }: RgbBytes): Promise<Buffer> {
  const side = Math.round(Math.min(width, height) * cropShare);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left: (width - side) >> 1, top: (height - side) >> 1, width: side, height: side })
    .resize(sidePx, sidePx, { fit: 'fill' })
    .raw()
    .toBuffer();
}
