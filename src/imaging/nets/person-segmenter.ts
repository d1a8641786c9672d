/** Runs MediaPipe's selfie segmentation on one crop of a photo. The mask is coarse: matting finds the hair. */

import { emptyPlane, type Plane, type RgbImage } from '../pixels/plane.ts';
import { type Crop, type Pyramid, sampleCrop } from '../pixels/pyramid.ts';
import { mediapipeNet } from './mediapipe-nets.ts';
import { runSingle } from './onnx-net.ts';

/** Side of the net's input and output. */
const sidePx = 256;

/** 256 × 256 probabilities of "person", 0–1: the mean of the crop and its mirror image. */
export async function personProbability(pyramid: Pyramid, crop: Crop): Promise<Plane> {
  const image = sampleCrop(pyramid, crop, { width: sidePx, height: sidePx }, { outside: 'repeat' });
  const net = await mediapipeNet('selfieSegmentation');
  const shape = [1, sidePx, sidePx, 3];
  const direct = (await runSingle(net, { data: image.data, shape })).data;
  const mirrored = (await runSingle(net, { data: mirror(image), shape })).data;
  const result = emptyPlane(sidePx, sidePx);
  for (let y = 0; y < sidePx; y++) {
    for (let x = 0; x < sidePx; x++) {
      const i = y * sidePx + x;
      result.data[i] = ((direct[i] ?? 0) + (mirrored[y * sidePx + sidePx - 1 - x] ?? 0)) / 2;
    }
  }
  return result;
}

function mirror({ width, height, data }: RgbImage): Float32Array {
  const result = new Float32Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3;
      const to = (y * width + width - 1 - x) * 3;
      result[to] = data[from] ?? 0;
      result[to + 1] = data[from + 1] ?? 0;
      result[to + 2] = data[from + 2] ?? 0;
    }
  }
  return result;
}
