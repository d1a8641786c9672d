/**
 * Steps 1 to 7: from a photo's file to its one person, levelled, framed by measure and cut out. It measures
 * the cut and does not judge it; the photo, the check before payment and the evaluation share it.
 */

import type { IdPhotoSize } from '../../domain/goods/id-photo.ts';
import type { MeasuredFace } from '../face-mesh.ts';
import type { Point } from '../faces.ts';
import { matte } from '../matting/matte.ts';
import type { Plane, RgbImage } from '../plane.ts';
import { type Pyramid, windowPoint } from '../pyramid.ts';
import { canvasOf, cutEdgeShare } from './canvas.ts';
import { decodePhoto } from './decode-photo.ts';
import { type FacePicture, judgeFace, measureFacePicture } from './face-picture.ts';
import { findPerson } from './find-person.ts';
import { type FinerPhoto, finerPhoto } from './finer-photo.ts';
import { type FramedHead, frameHead } from './frame-head.ts';
import type { MattingNet } from './matting-net.ts';
import { personMask } from './person-mask.ts';
import type { JudgedCut } from './quality-gate.ts';
import { type Refused, refused } from './refused.ts';

export interface CutOptions {
  /**
   * Matting works at this many times the sold size, as far as its pixels are bounded: hair is finer than a pixel of
   * the sold picture.
   */
  readonly workingScale: 1 | 2;
  /** For measurements, which may take any time: as many pixels as the scale asks for. */
  readonly isUnbounded?: boolean;
  /** The operator's own net; null: the nets that come with the service. */
  readonly mattingNet: MattingNet | null;
  /** Enlarging the original more than this is refused. */
  readonly enlargementMax?: number;
  readonly onProgress?: (fraction: number) => void;
}

export interface CutPerson extends JudgedCut {
  readonly kind: 'cut';
  /** The window as it was, at the size of `alpha`. */
  readonly image: RgbImage;
  readonly measured: MeasuredFace;
  readonly facePicture: FacePicture;
  readonly head: FramedHead;
  /** How long the photo's edge cuts the person within the picture, in shares of its height. */
  readonly edgeShare: number;
  /** The upright photo, shrunk, in which the face was found. */
  readonly pyramid: Pyramid;
  /** The window in the photo with as many pixels as are sold, where the photo has them. */
  readonly finer: FinerPhoto;
}

/** Matting costs and holds by the pixel: twice one inch, which takes 1.4 s of a processor and 300 MiB. */
const mattingPixelsMax = 2 * 295 * (2 * 413);
/** Of what is sold with more than that, which costs more before and after the matting. */
const enlargedPixelsMax = 360_000;
/** Between this and 1, more pixels than are sold cost more than they show. */
const scaleGainMin = 1.25;

/** Enough for a head that fills a fifth of the photo's height at the working size. */
const longSidePxMax = 2000;
/** Enlarging further shows. */
const enlargementMaxUsual = 1 / 0.6;
/** A few pixels of a sleeve at the edge do not show; a straight cut through a shoulder does. */
const edgeShareMax = 0.04;

/** Size of the matte, which is smaller than what is sold where that has more pixels than matting can afford. */
export function mattingSizeOf({ widthPx, heightPx }: IdPhotoSize, workingScale: 1 | 2): Size {
  const soldPixels = widthPx * heightPx;
  const pixelsMax = soldPixels > mattingPixelsMax ? enlargedPixelsMax : mattingPixelsMax;
  const allowed = Math.min(workingScale, Math.sqrt(pixelsMax / soldPixels));
  const scale = allowed > 1 && allowed < scaleGainMin ? 1 : allowed;
  return { width: Math.floor(widthPx * scale), height: Math.floor(heightPx * scale) };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export async function cutPerson(
  sourceFile: string,
  sold: IdPhotoSize,
  options: CutOptions,
): Promise<CutPerson | Refused> {
  const { workingScale, mattingNet, onProgress = () => undefined } = options;
  const decoded = await decodePhoto(sourceFile, longSidePxMax);
  if (decoded.kind === 'refused') return decoded;
  onProgress(0.15);

  const person = await findPerson(decoded.photo);
  if (person.kind === 'refused') return person;
  const { face } = person;
  const facePicture = measureFacePicture(person.pyramid, face);
  onProgress(0.25);

  const { originalLongSidePx } = decoded;
  const originalScale = originalLongSidePx / Math.max(decoded.photo.width, decoded.photo.height);
  const head = await frameHead(person.pyramid, face, sold, originalScale);
  if (head.kind === 'refused') return head;
  if (head.enlargement > (options.enlargementMax ?? enlargementMaxUsual)) return refused('face_too_small');
  // After the size: whatever is enlarged too much is blurred too, and the first is the better advice.
  const faceVerdict = judgeFace(facePicture);
  if (faceVerdict !== undefined) return faceVerdict;

  const unbounded = { width: sold.widthPx * workingScale, height: sold.heightPx * workingScale };
  const size = options.isUnbounded ? unbounded : mattingSizeOf(sold, workingScale);
  const coarse = { ...person, framing: head.framing, originalLongSidePx };
  const finer = await finerPhoto(sourceFile, coarse, Math.max(size.height, sold.heightPx));
  if (finer.kind === 'refused') return finer;

  const { image, inside } = canvasOf(finer.pyramid, finer.framing, size);
  const { mask, spread } = await personMask(finer.pyramid, finer.framing, size, mattingNet);
  const edgeShare = cutEdgeShare(mask, inside);
  if (edgeShare > edgeShareMax) return refused('face_cut_off');
  keepInside(mask, inside);
  onProgress(0.35);

  const onCanvas = (point: Point) => {
    const { u, v } = windowPoint(head.framing, point);
    return { x: u * size.width, y: v * size.height };
  };
  const chinRow = onCanvas(face.chin).y;
  const { alpha } = matte(image, mask, { chinRow });
  onProgress(0.75);
  const onCanvasFace = { outline: face.outline.map(onCanvas), chinRow };
  const cut = { alpha, mask, spread, face: onCanvasFace };
  return {
    kind: 'cut',
    image,
    ...cut,
    measured: face,
    facePicture,
    head,
    edgeShare,
    pyramid: person.pyramid,
    finer,
  };
}

function keepInside(mask: Plane, inside: Plane): void {
  for (let i = 0; i < mask.data.length; i++) if (inside.data[i] === 0) mask.data[i] = 0;
}
