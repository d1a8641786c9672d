/**
 * Looks for the face in pictures of the camera, in a thread of its own, so that the camera's picture does not
 * stutter on a slow device. The page sends the weights of the neural network first, then one picture after each
 * response.
 */

import { type FaceNet, readFaceNet } from './face-net.ts';
import { findFace } from './find-face.ts';
import { lightOf } from './light-of.ts';

/** Messages to the worker: first the weights of the neural network, then pictures of 128 × 128 pixels of RGBA. */
export type ToFaceWorker =
  | { readonly kind: 'net'; readonly weights: ArrayBuffer }
  | { readonly kind: 'picture'; readonly rgba: Uint8ClampedArray };

let net: FaceNet | null = null;

addEventListener('message', ({ data }: MessageEvent<ToFaceWorker>) => {
  switch (data.kind) {
    case 'net':
      net = readFaceNet(data.weights);
      return;
    case 'picture': {
      if (net === null) return;
      const face = findFace(net, data.rgba);
      postMessage({ face, light: lightOf(data.rgba, face) });
    }
  }
});
