/**
 * Computes how likely something covers a head or a face. Each net sees a square of the photo with level eyes. Both were
 * trained for this project.
 */

import { fileURLToPath } from 'node:url';
import { type Crop, type Pyramid, sampleCrop } from '../pixels/pyramid.ts';
import type { MeasuredFace } from './face-mesh.ts';
import { openNet, runSingle } from './onnx-net.ts';
import { openedOnce } from './opened-once.ts';

interface HeadNet {
  readonly file: string;
  readonly sha256: string;
  readonly square: HeadSquare;
}

/** A square with level eyes, in eye-to-chin distances. */
interface HeadSquare {
  readonly side: number;
  /** How far its middle is above the eyes. */
  readonly middleAboveEyes: number;
}

const modelFile = (name: string) => fileURLToPath(new URL(`../../../models/${name}`, import.meta.url));

/** Above a head there is room for a hat. Figures: `models/head-covering.md`. */
const headCovering: HeadNet = {
  file: modelFile('head-covering.onnx'),
  sha256: '4abf08e079335f9a7fa61f5ae695c8215a2ca0bd2aca185f3f9a6e1d0e4e3b0c',
  square: { side: 3.2, middleAboveEyes: 0.5 },
};
/** The face with what is beside it. Figures: `models/covered-face.md`. */
const coveredFace: HeadNet = {
  file: modelFile('covered-face.onnx'),
  sha256: '7b9e298413c48a3a6c27df016914af2136eb1a30784e908166265abbb5511475',
  square: { side: 2.4, middleAboveEyes: -0.3 },
};

const inputSidePx = 112;

const openedNet = openedOnce(({ file, sha256 }: HeadNet) => openNet(file, { sha256 }));

/** @returns the probability of a hat, a cap, a helmet, a headscarf or a hood, 0–1. */
export function headCoveringProbability(pyramid: Pyramid, face: MeasuredFace): Promise<number> {
  return probabilityOf(headCovering, pyramid, face);
}

/** @returns the probability of an object that hides a part of the face, 0–1. */
export function coveredFaceProbability(pyramid: Pyramid, face: MeasuredFace): Promise<number> {
  return probabilityOf(coveredFace, pyramid, face);
}

async function probabilityOf(which: HeadNet, pyramid: Pyramid, face: MeasuredFace): Promise<number> {
  const size = { width: inputSidePx, height: inputSidePx };
  const { data } = sampleCrop(pyramid, headSquare(face, which.square), size, { outside: 'repeat' });
  const net = await openedNet(which);
  return (await runSingle(net, { data, shape: [1, inputSidePx, inputSidePx, 3] })).data[0] ?? 0;
}

export function headSquare(
  { eyes, eyeToChin, rollRad }: MeasuredFace,
  { side: sideLengths, middleAboveEyes }: HeadSquare,
): Crop {
  const above = middleAboveEyes * eyeToChin;
  const side = sideLengths * eyeToChin;
  return {
    centreX: eyes.x + above * Math.sin(rollRad),
    centreY: eyes.y - above * Math.cos(rollRad),
    width: side,
    height: side,
    rollRad,
  };
}
