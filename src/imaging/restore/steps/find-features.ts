/**
 * Finds faces, and in them the eyes and the mouth. A crack across a cheek can be filled, but an invented eye or mouth
 * changes the person: eyes and mouths stay as they are, and the rest of a face is mended only where damage is certain.
 */

import { confirmedFaces, isSame, wholePhoto } from '../../nets/confirmed-faces.ts';
import type { Point } from '../../nets/face-detector.ts';
import type { MeasuredFace } from '../../nets/face-mesh.ts';
import { greyPicture } from '../../pixels/lab.ts';
import { type Plane, shrinkPlane } from '../../pixels/plane.ts';
import { fillPolygon } from '../../pixels/polygon.ts';
import { buildPyramid, type Crop, type Pyramid } from '../../pixels/pyramid.ts';

/** 1 for each pixel of the plane in which damage is searched for that belongs to the feature. */
export interface FaceFeatures {
  /** Eyes and mouths, with some skin around them. */
  readonly kept: Uint8Array;
  /** Whole faces. */
  readonly faces: Uint8Array;
}

/** Faces are searched for in a picture of at most this longer side. */
const longSidePxMax = 1280;
/**
 * Small faces are found only in tiles: squares of this share of the shorter side, which overlap by half. A group of
 * twenty people has faces of about a twentieth of the picture's width.
 */
const tileShare = 0.6;
/**
 * A tile is at least this part of the longer side. Without this limit, an upload of 32 × 65,500 px would have ten thousand
 * tiles, each of which runs a net.
 */
const tilesAlongMax = 8;
/**
 * Half the width and half the height of the area kept around an eye, as shares of the distance of its corners. It contains
 * the rims of glasses.
 */
const eyeArea = { halfWidth: 1.4, halfHeight: 1.15 } as const;
/** The outline of the lips is kept with this enlargement, because in old photos the mesh is not exact. */
const lipsEnlarged = 1.2;
/** The number of corners of the polygon that stands for an ellipse. */
const ellipseCorners = 16;

export async function findFeatures(lightness: Plane): Promise<FaceFeatures> {
  const { width, height } = lightness;
  const scale = Math.min(1, longSidePxMax / Math.max(width, height));
  const sized = (side: number): number => Math.max(1, Math.round(side * scale));
  const seen = scale < 1 ? shrinkPlane(lightness, sized(width), sized(height)) : lightness;
  const pyramid = buildPyramid(greyPicture(seen));
  const kept = new Uint8Array(width * height);
  const faces = new Uint8Array(width * height);
  const toPlane = ({ x, y }: Point): Point => ({
    x: (x * width) / seen.width,
    y: (y * height) / seen.height,
  });
  const add = (area: Uint8Array, outline: readonly Point[]): void => {
    const { data } = fillPolygon(outline.map(toPlane), width, height);
    for (let i = 0; i < area.length; i++) if (data[i] === 1) area[i] = 1;
  };
  for (const face of await allFaces(pyramid)) {
    add(faces, face.outline);
    for (const eye of face.eyeCorners) add(kept, eyeOutline(eye));
    add(kept, enlarged(face.lips.outer, lipsEnlarged));
  }
  return { kept, faces };
}

async function allFaces(pyramid: Pyramid): Promise<MeasuredFace[]> {
  const faces: MeasuredFace[] = [];
  for (const { measured } of await confirmedFaces(pyramid, [
    wholePhoto(pyramid),
    ...tilesOf(pyramid.levels[0]),
  ])) {
    if (!faces.some((face) => isSame(face, measured))) faces.push(measured);
  }
  return faces;
}

/** Returns the squares in which small faces are searched for, in a photo of this size. */
export function tilesOf(photo: Pick<Plane, 'width' | 'height'>): Crop[] {
  const [shorter, longer] = [Math.min(photo.width, photo.height), Math.max(photo.width, photo.height)];
  const side = Math.max(tileShare * shorter, longer / tilesAlongMax);
  const centresAlong = (length: number): number[] => {
    if (length <= side) return [length / 2];
    const count = Math.max(2, Math.ceil((2 * length) / side) - 1);
    return Array.from({ length: count }, (_, i) => side / 2 + (i * (length - side)) / (count - 1));
  };
  return centresAlong(photo.height).flatMap((centreY) =>
    centresAlong(photo.width).map((centreX) => ({ centreX, centreY, width: side, height: side, rollRad: 0 })),
  );
}

function eyeOutline([one, other]: readonly [Point, Point]): Point[] {
  const centre = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  const [acrossX, acrossY] = [other.x - one.x, other.y - one.y];
  return Array.from({ length: ellipseCorners }, (_, i) => {
    const angle = (2 * Math.PI * i) / ellipseCorners;
    const along = eyeArea.halfWidth * Math.cos(angle);
    const down = eyeArea.halfHeight * Math.sin(angle);
    return {
      x: centre.x + along * acrossX - down * acrossY,
      y: centre.y + along * acrossY + down * acrossX,
    };
  });
}

function enlarged(outline: readonly Point[], factor: number): Point[] {
  const x = outline.reduce((sum, point) => sum + point.x, 0) / outline.length;
  const y = outline.reduce((sum, point) => sum + point.y, 0) / outline.length;
  return outline.map((point) => ({ x: x + factor * (point.x - x), y: y + factor * (point.y - y) }));
}
