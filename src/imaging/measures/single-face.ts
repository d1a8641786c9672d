/** Single face: the area of the second largest face as a share of the largest; 0 with one face. */

import type { FaceView } from './face-view.ts';

export function secondFace({ faceAreas: [largest = 1, second = 0] }: FaceView): number {
  return second / largest;
}
