/** Relates the cells of the net's predictions to the pixels of the shrunken picture. */

import type { Point } from '../../nets/face-detector.ts';
import type { MeasuredFace } from '../../nets/face-mesh.ts';
import type { ChromaPlanes } from '../../pixels/chroma-lines.ts';
import { type Plane, resizePlane, shrinkPlane } from '../../pixels/plane.ts';
import type { Border } from './paper-border.ts';

/** The mean of each cell. @param plane covers the picture without its paper border, as the cells do. */
export function meansOfCells(plane: Plane, { a: { width, height } }: ChromaPlanes): Plane {
  // A tiny picture has fewer pixels than the net has cells.
  const isShrunk = plane.width >= width && plane.height >= height;
  return isShrunk ? shrinkPlane(plane, width, height) : resizePlane(plane, width, height);
}

/** The outline and the lengths of a face, in cells of the net's predictions. */
export interface CellFace {
  readonly eyes: Point;
  readonly eyeToChin: number;
  readonly outline: readonly Point[];
}

/** @param faces in pixels of `lightness`, which covers the whole picture; the cells do not cover the paper border. */
export function facesInCells(
  faces: readonly MeasuredFace[],
  lightness: Plane,
  border: Border,
  { a: cells }: ChromaPlanes,
): readonly CellFace[] {
  const scaleX = cells.width / (lightness.width - border.left - border.right);
  const scaleY = cells.height / (lightness.height - border.top - border.bottom);
  const inCells = ({ x, y }: Point): Point => ({
    x: (x - border.left) * scaleX,
    y: (y - border.top) * scaleY,
  });
  return faces.map(({ eyes, eyeToChin, outline }) => ({
    eyes: inCells(eyes),
    eyeToChin: eyeToChin * scaleY,
    outline: outline.map(inCells),
  }));
}
