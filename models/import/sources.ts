/**
 * The source of each committed net: the bytes of an installed package. The packages are development dependencies with
 * exact versions; the digests detect a package whose content has changed.
 */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { tfliteToOnnx } from './tflite-to-onnx.ts';
import { tfliteToWeights } from './weights-file.ts';

export interface NetSource {
  /** The file in `models/` that the import writes. */
  readonly target: string;
  readonly package: string;
  readonly file: string;
  /** The position of the net inside a packed file: its first byte, and the byte after its last. */
  readonly range?: readonly [number, number];
  /** The digest of the TFLite bytes, lower-case hex. */
  readonly sha256: string;
  /** Who computes the net: the service loads ONNX, the shop's page only the weights. */
  readonly runsIn: 'service' | 'page';
}

export const netSources: readonly NetSource[] = [
  {
    target: 'selfie-segmentation.onnx',
    package: '@mediapipe/selfie_segmentation',
    file: 'selfie_segmentation.tflite',
    sha256: '8d13b7fae74af625c641226813616a2117bd6bca19eb3b75574621fc08557f27',
    runsIn: 'service',
  },
  {
    target: 'face-detection-full-range.onnx',
    package: '@mediapipe/face_detection',
    file: 'face_detection_full_range.tflite',
    sha256: '99bf9494d84f50acc6617d89873f71bf6635a841ea699c17cb3377f9507cfec3',
    runsIn: 'service',
  },
  {
    target: 'face-landmark.onnx',
    package: '@mediapipe/face_mesh',
    file: 'face_mesh_solution_packed_assets.data',
    range: [2_495_952, 3_737_848],
    sha256: 'c603fa6149219a3e9487dc9abd7a0c24474c77263273d24868378cdf40aa26d1',
    runsIn: 'service',
  },
  {
    target: 'palm-detection.onnx',
    package: '@mediapipe/hands',
    file: 'hands_solution_packed_assets.data',
    range: [11, 2_341_291],
    sha256: '2f25e740121983f68ffc05f99991d524dc0ea812134f6316a26125816941ee85',
    runsIn: 'service',
  },
  {
    target: 'hand-landmark.onnx',
    package: '@mediapipe/hands',
    file: 'hand_landmark_lite.tflite',
    sha256: 'd7fde8ac11f8ce03f8663775bfc323f4fc9f2a38062b4f4efa142874ef5b2a48',
    runsIn: 'service',
  },
  {
    target: 'face-detection-short-range.f16',
    package: '@mediapipe/face_detection',
    file: 'face_detection_short_range.tflite',
    sha256: '3bc182eb9f33925d9e58b5c8d59308a760f4adea8f282370e428c51212c26633',
    runsIn: 'page',
  },
];

const resolve = createRequire(import.meta.url).resolve;

/** Reads the TFLite bytes of a net. @throws Error if their digest differs. */
export async function readNetSource(source: NetSource): Promise<Uint8Array> {
  const folder = dirname(resolve(`${source.package}/package.json`));
  const bytes = await readFile(join(folder, source.file));
  const [from, to] = source.range ?? [0, bytes.length];
  const net = bytes.subarray(from, to);
  const actual = createHash('sha256').update(net).digest('hex');
  if (actual !== source.sha256) {
    throw new Error(`${source.package}/${source.file}: SHA-256 is ${actual}, expected ${source.sha256}`);
  }
  return net;
}

/** Reads the TFLite bytes of a net and translates them. @returns the bytes of `target`. */
export async function importNet(source: NetSource): Promise<Uint8Array> {
  const bytes = await readNetSource(source);
  return source.runsIn === 'service' ? tfliteToOnnx(bytes) : tfliteToWeights(bytes);
}
