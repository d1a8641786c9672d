/** Converts the face's outline and chin from photo pixels to pixels of the matte. */

import type { Point } from '../../nets/face-detector.ts';
import type { MeasuredFace } from '../../nets/face-mesh.ts';
import { type Crop, cropPoint } from '../../pixels/pyramid.ts';

/** Positions of the face in pixels of the matte. */
export interface CropFace {
  readonly outline: readonly Point[];
  readonly chinRow: number;
}

export function locateFace(
  face: Pick<MeasuredFace, 'outline' | 'chin'>,
  crop: Crop,
  size: { readonly width: number; readonly height: number },
): CropFace {
  const inCrop = (point: Point): Point => {
    const { u, v } = cropPoint(crop, point);
    return { x: u * size.width, y: v * size.height };
  };
  return { outline: face.outline.map(inCrop), chinRow: inCrop(face.chin).y };
}
