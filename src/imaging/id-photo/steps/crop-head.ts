/**
 * Computes the crop of an ID photo. The crop is turned so that the head is level, and its position and size
 * follow from the measures of the head.
 *
 * Rule: the head, from the crown (hair included) to the chin, takes the size's `headShare` of the height. The head
 * room above the crown is the size's `crownMargin` (`domain/goods/id-photo.ts`: 0.64 and 0.09 for Chinese sizes).
 * The middle of the face's outline is the middle of the crop. The crown is measured on the net's mask, but hair higher
 * than 1.6 eye-to-chin distances above the eyes does not make the face smaller.
 *
 * If the photo ends too soon below the chin, the head is cropped larger, by up to 0.06 of the height, and then lower,
 * by up to 0.03 of the height, before the photo is refused. For a document, the head is placed inside the bands of
 * its rule instead (`place-head.ts`), and never outside them. A photo that is only cropped is cropped at the first of
 * these places at which the whole crop lies in the photo.
 *
 * If the left or right edge of the photo would cut the person in the crop, the head is cropped larger inside the
 * documented rule of the size or the bands of the document, so that the crop ends before the cut.
 */

import {
  closerPlaces,
  documentPlaces,
  type HeadLengths,
  type HeadPlace,
} from '../../../domain/documents/place-head.ts';
import type { IdPhotoSize } from '../../../domain/goods/id-photo.ts';
import { withCertainStrokes } from '../../matting/drawn-strokes.ts';
import type { Point } from '../../nets/face-detector.ts';
import type { MeasuredFace } from '../../nets/face-mesh.ts';
import { personProbability } from '../../nets/person-segmenter.ts';
import { type Passed, passed } from '../../pipeline.ts';
import type { Plane } from '../../pixels/plane.ts';
import { type Crop, type Pyramid, photoPoint } from '../../pixels/pyramid.ts';
import { type Refused, refused } from '../../refused.ts';
import { drawStrokes, type StrokedPhoto } from '../draw-strokes.ts';
import { liesInside, plainCropOf } from '../plain-crop.ts';
import { type PersonNear, sideCutShare } from '../side-cut.ts';

export interface HeadCrop {
  readonly crop: Crop;
  /** The factor by which the original is enlarged for the sold photo. Below 1, the original is shrunk. */
  readonly enlargement: number;
  /** False if the photo ends so close below the chin that the crop deviates from the rule. */
  readonly hasRoomBelowChin: boolean;
}

/**
 * The deviations that are tried in order, as additions to the rule's shares. The first is the rule itself. With the
 * last, the crop extends 0.09 of its height less below the chin.
 */
const deviations = [
  { head: 0, margin: 0 },
  { head: 0.02, margin: 0 },
  { head: 0.04, margin: 0 },
  { head: 0.06, margin: 0 },
  { head: 0.06, margin: 0.015 },
  { head: 0.06, margin: 0.03 },
] as const;
/**
 * The distance from the eyes to the crown, in eye-to-chin distances. If the mask gives less than the minimum, the
 * mask is wrong and the usual distance is used. A distance above the maximum counts as the maximum, so that high
 * hair does not make the face smaller.
 */
const crownDistanceMin = 0.55;
const crownDistanceMax = 1.6;
const crownDistanceUsual = 1.2;
/**
 * The smallest distance from the eyes to the crown, even of a bald head. If the upper edge of the photo is nearer
 * to the eyes, the photo does not show the whole head. `clip-to-photo.ts` finds heads that are cut farther from the
 * eyes.
 */
const crownDistanceBare = 0.6;

/**
 * The largest `sideCutShare`, tried in order: first the limit above which `check_photo` warns of a person near the edge
 * of the photo, then a limit that is below that of `clip-to-photo.ts`, because the masks of the two steps differ.
 */
const sideCutShares = [0.01, 0.03] as const;

/** The side of the square in which the person is found, and how far its middle lies below the eyes, in eye-to-chin distances. */
const squareLengths = 5.6;
const squareDrop = 0.3;

/** A photo with the measures of the head that the crops of all sizes depend on. */
export interface HeadInPhoto {
  /** It may contain a shrunken photo. */
  readonly pyramid: Pyramid;
  readonly face: MeasuredFace;
  /** The height of the crown above the eyes, in eye-to-chin distances. */
  readonly crownDistance: number;
  readonly personNear: PersonNear;
  /** The longer side of the picture in the file. */
  readonly originalLongSidePx: number;
}

/** @param isCropOnly whether the photo is only cropped. False: its background is replaced. */
export function cropHead(
  { pyramid, face, crownDistance, personNear, originalLongSidePx }: HeadInPhoto,
  size: IdPhotoSize,
  isCropOnly = false,
): { readonly headCrop: HeadCrop } | Refused {
  const [photo] = pyramid.levels;
  const originalScale = originalLongSidePx / Math.max(photo.width, photo.height);
  const axes = axesOf(face);
  if (topEdgeDistance(axes, face) < crownDistanceBare) return refused('face_cut_off');
  const head = (1 + crownDistance) * face.eyeToChin;
  const middle = outlineMiddle(axes, face);
  const lengths = { hair: crownDistance, faceWidth: outlineWidth(face) / face.eyeToChin };
  const places = placesOf(size, lengths);
  if (places.length === 0) return refused('rule_missed');
  const cropAt = ({ headShare, crownMargin }: HeadPlace): Crop => {
    const height = head / headShare;
    const width = (height * size.widthPx) / size.heightPx;
    const top = -crownDistance * face.eyeToChin - crownMargin * height;
    const centre = axes.toPhoto(middle, top + height / 2);
    return { centreX: centre.x, centreY: centre.y, width, height, rollRad: axes.rollRad };
  };
  const asCut = (crop: Crop) => (isCropOnly ? plainCropOf(crop) : crop);
  const fits = (crop: Crop) => fitsPhoto(crop, photo, isCropOnly);
  const usual = places.find((place) => fits(cropAt(place)));
  if (usual === undefined) return refused('face_cut_off');
  const asUsual = cropAt(usual);
  const closer = () => closerPlaces(lengths, size, usual).map(cropAt).filter(fits);
  const crop = isCropOnly
    ? asUsual
    : uncutCrop(asUsual, closer, (tried) => sideCutShare(personNear, photo, tried));
  const enlargement = size.heightPx / (crop.height * originalScale);
  return {
    headCrop: {
      crop,
      enlargement,
      hasRoomBelowChin: places.slice(0, 1).every((place) => endsInside(asCut(cropAt(place)), photo)),
    },
  };
}

interface PhotoSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Whether a photo of this size has the pixels that the crop needs: if the photo is only cropped, all pixels of the crop;
 * if its background is replaced, those of its lower edge.
 */
export function fitsPhoto(crop: Crop, photo: PhotoSize, isCropOnly: boolean): boolean {
  return isCropOnly ? liesInside(plainCropOf(crop), photo) : endsInside(crop, photo);
}

/** Whether the lower edge of the crop is not below the photo. */
function endsInside(crop: Crop, photo: PhotoSize): boolean {
  return [0.05, 0.5, 0.95].every((u) => photoPoint(crop, u, 1).y <= photo.height + 0.5);
}

/** The usual crop if no other one is cut less. */
function uncutCrop(usual: Crop, closer: () => readonly Crop[], cutOf: (crop: Crop) => number): Crop {
  const [enough] = sideCutShares;
  if (cutOf(usual) <= enough) return usual;
  const crops = [usual, ...closer()];
  for (const limit of sideCutShares) {
    const uncut = crops.find((crop) => cutOf(crop) <= limit);
    if (uncut !== undefined) return uncut;
  }
  return usual;
}

/** The places to try in order: those of the document's bands, or the deviations from the size's own place. */
function placesOf(size: IdPhotoSize, head: HeadLengths): readonly HeadPlace[] {
  if (size.bands !== undefined) return documentPlaces(head, size.bands, size.limits);
  return deviations.map(({ head: more, margin }) => ({
    headShare: size.headShare + more,
    crownMargin: size.crownMargin + margin,
  }));
}

/** Refuses a photo that would have to be enlarged too much. */
export function checkEnlargement({ enlargement }: HeadCrop, enlargementMax: number): Passed | Refused {
  return enlargement > enlargementMax ? refused('face_too_small') : passed;
}

interface Axes {
  readonly rollRad: number;
  /**
   * Converts distances from the eyes, to the right and down along the axes of the head, to a point of the photo.
   * The unit is a pixel of the photo.
   */
  toPhoto(right: number, down: number): Point;
}

function axesOf(face: MeasuredFace): Axes {
  const cos = Math.cos(face.rollRad);
  const sin = Math.sin(face.rollRad);
  return {
    rollRad: face.rollRad,
    toPhoto: (right, down) => ({
      x: face.eyes.x + right * cos - down * sin,
      y: face.eyes.y + right * sin + down * cos,
    }),
  };
}

/**
 * How far the middle of the outline lies to the right of the eyes. The crop is centred on this middle, so that a
 * head that is turned a little to the side is centred as a whole.
 */
function outlineMiddle(axes: Axes, face: MeasuredFace): number {
  const cos = Math.cos(axes.rollRad);
  const sin = Math.sin(axes.rollRad);
  const rights = face.outline.map(({ x, y }) => (x - face.eyes.x) * cos + (y - face.eyes.y) * sin);
  return (Math.min(...rights) + Math.max(...rights)) / 2;
}

function outlineWidth({ outline, rollRad }: MeasuredFace): number {
  const rights = outline.map(({ x, y }) => x * Math.cos(rollRad) + y * Math.sin(rollRad));
  return Math.max(...rights) - Math.min(...rights);
}

/** The distance from the eyes up to the photo's edge along the axis of the head, in eye-to-chin distances. */
function topEdgeDistance(axes: Axes, face: MeasuredFace): number {
  return face.eyes.y / Math.max(0.1, Math.cos(axes.rollRad)) / face.eyeToChin;
}

/**
 * Measures the height of the crown above the eyes, and finds the person around the head. The net runs twice, so both
 * are computed once for all sizes.
 */
export async function measureHead(
  pyramid: Pyramid,
  face: MeasuredFace,
  strokes: Omit<StrokedPhoto, 'photo'> = { turns: 0 },
): Promise<Pick<HeadInPhoto, 'crownDistance' | 'personNear'>> {
  const axes = axesOf(face);
  const side = squareLengths * face.eyeToChin;
  const centre = axes.toPhoto(0, squareDrop * face.eyeToChin);
  const square = { centreX: centre.x, centreY: centre.y, width: side, height: side, rollRad: axes.rollRad };
  const found = await personProbability(pyramid, square);
  const mask = withCertainStrokes(
    found,
    drawStrokes({ ...strokes, photo: pyramid.levels[0] }, square, found),
  );
  return { crownDistance: crownDistanceIn(mask), personNear: { mask, square } };
}

function crownDistanceIn(mask: Plane): number {
  const eyeRow = Math.round((0.5 - squareDrop / squareLengths) * mask.height);
  const crownRow = highestRowOfHead(mask, eyeRow);
  const distance = ((eyeRow - crownRow) / mask.height) * squareLengths;
  if (distance < crownDistanceMin) return crownDistanceUsual;
  return Math.min(distance, crownDistanceMax);
}

/** Searches upwards from the eyes, so that an object above the head is not taken for the head. */
export function highestRowOfHead({ width, height, data }: Plane, eyeRow: number): number {
  const reach = Math.round((0.9 / squareLengths) * width);
  const personPixelsMin = 6;
  let row = Math.min(eyeRow, height - 1);
  for (; row > 0; row--) {
    let count = 0;
    for (let x = (width >> 1) - reach; x <= (width >> 1) + reach; x++) {
      if ((data[(row - 1) * width + x] ?? 0) > 0.5) count++;
    }
    if (count < personPixelsMin) break;
  }
  return row;
}
