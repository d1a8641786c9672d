/**
 * The MediaPipe nets of an ID photo: their files and digests. Shapes and units are in their cards,
 * `models/*.md`. Each net is opened once per process, at its first use.
 */

import { fileURLToPath } from 'node:url';
import { type Net, openNet } from './onnx-net.ts';
import { openedOnce } from './opened-once.ts';

export const mediapipeNets = {
  selfieSegmentation: {
    file: 'selfie-segmentation.onnx',
    sha256: '3d5ff30f4d80e02c7fa2fe39ca43e664c6040f0d29d38e999510ac72fa5965a2',
  },
  faceDetection: {
    file: 'face-detection-full-range.onnx',
    sha256: '01afce933413f63e9d6e3b0d1827134198232552a17f9b9e748e922871accf05',
  },
  faceLandmark: {
    file: 'face-landmark.onnx',
    sha256: '15d52d62cc0e4734fb945270ef94a5c06c2c514e2792545f51d01467e25da358',
  },
  palmDetection: {
    file: 'palm-detection.onnx',
    sha256: '838d30f2e0d02b29be7fee7dc6d537c9fb0633a84de9650769191331b4a47d57',
  },
  handLandmark: {
    file: 'hand-landmark.onnx',
    sha256: '14838224a69fe3faf3582eaf7c2d4378943107474e7849b2f3db71cbc15f8dfc',
  },
} as const;

export type MediapipeNet = keyof typeof mediapipeNets;

export const mediapipeNet = openedOnce((name: MediapipeNet): Promise<Net> => {
  const { file, sha256 } = mediapipeNets[name];
  return openNet(fileURLToPath(new URL(`../../../models/${file}`, import.meta.url)), { sha256 });
});
