/**
 * Computes how likely something covers a head: a hat, a cap, a helmet, a headscarf or a hood. The net was trained for this
 * project; `models/head-covering.md` has its figures.
 */

import { fileURLToPath } from 'node:url';
import { type Crop, type Pyramid, sampleCrop } from '../pixels/pyramid.ts';
import type { MeasuredFace } from './face-mesh.ts';
import { openNet, runSingle } from './onnx-net.ts';
import { openedOnce } from './opened-once.ts';

const file = fileURLToPath(new URL('../../../models/head-covering.onnx', import.meta.url));
const sha256 = '4abf08e079335f9a7fa61f5ae695c8215a2ca0bd2aca185f3f9a6e1d0e4e3b0c';

const inputSidePx = 112;
/** Side of the square that the net sees, in eye-to-chin distances. */
const squareLengths = 3.2;
/** How far the middle of the square is above the eyes: above a head there is room for a hat. */
const middleAboveEyes = 0.5;

const headCoveringNet = openedOnce((netFile: string) => openNet(netFile, { sha256 }));

/** @returns a probability, 0–1. */
export async function headCoveringProbability(pyramid: Pyramid, face: MeasuredFace): Promise<number> {
  const size = { width: inputSidePx, height: inputSidePx };
  const { data } = sampleCrop(pyramid, headSquare(face, squareLengths), size, { outside: 'repeat' });
  const net = await headCoveringNet(file);
  return (await runSingle(net, { data, shape: [1, inputSidePx, inputSidePx, 3] })).data[0] ?? 0;
}

/**
 * A square with level eyes around the head and the room above it.
 * @param sideLengths its side in eye-to-chin distances.
 */
export function headSquare({ eyes, eyeToChin, rollRad }: MeasuredFace, sideLengths: number): Crop {
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
