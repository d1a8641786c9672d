/**
 * Tells before payment whether a good can be made of a photo: the steps that make it, up to its gate, at the
 * sold size instead of twice that (a quarter of the matting's cost), what may disappoint the customer, and how
 * the cut looks.
 */

import type { IdPhotoSize } from '../domain/goods/id-photo.ts';
import type { PhotoWarning } from '../domain/goods/photo-check.ts';
import type { CheckTask, PhotoVerdict } from '../usecases/ports/image-work.ts';
import { isColourPhoto } from './colourise/colour-photo.ts';
import { busyness } from './id-photo/busyness.ts';
import { type CutPerson, cutPerson } from './id-photo/cut-person.ts';
import { decodePhoto } from './id-photo/decode-photo.ts';
import { lookShut } from './id-photo/face-picture.ts';
import { previewOf } from './id-photo/preview.ts';
import { judgeCut } from './id-photo/quality-gate.ts';
import { type IdPhotoOptions, mattingNetOf } from './make-id-photo.ts';

/** Measured on 199 photos of people and seven portraits; `docs/imaging.md` has the figures. */
export const warningLimits = {
  eyesShutMax: 0.015,
  noseShare: [0.25, 0.75],
  noseDrop: [0.22, 0.49],
  rollRadMax: (20 * Math.PI) / 180,
  sharpnessMin: 0.02,
  lightMin: 0.27,
  lightTiltMax: 0.22,
  burntShareMax: 0.08,
  enlargementMax: 1.15,
  busynessMax: 0.02,
  edgeShareMax: 0.01,
} as const;

/** Colour is told from a tint on a small picture. */
const colourLongSidePx = 200;

export async function checkPhoto(task: CheckTask, options: IdPhotoOptions = {}): Promise<PhotoVerdict> {
  return task.idPhoto === null ? checkOldPhoto(task.sourceFile) : checkPortrait(task, task.idPhoto, options);
}

async function checkOldPhoto(sourceFile: string): Promise<PhotoVerdict> {
  const decoded = await decodePhoto(sourceFile, colourLongSidePx);
  if (decoded.kind === 'refused') return verdict(decoded.refusal);
  return verdict(null, isColourPhoto(decoded.photo) ? ['already_coloured'] : []);
}

async function checkPortrait(
  { sourceFile, withPreview }: CheckTask,
  size: IdPhotoSize,
  options: IdPhotoOptions,
): Promise<PhotoVerdict> {
  const mattingNet = await mattingNetOf(options.mattingNet ?? null);
  const cut = await cutPerson(sourceFile, size, { workingScale: 1, mattingNet });
  if (cut.kind === 'refused') return verdict(cut.refusal);
  const refusal = judgeCut(cut)?.refusal ?? null;
  const preview = withPreview && refusal === null ? await previewOf(cut, size) : null;
  return verdict(refusal, warningsOf(cut), preview);
}

function verdict(
  refusal: PhotoVerdict['refusal'],
  warnings: readonly PhotoWarning[] = [],
  preview: PhotoVerdict['preview'] = null,
): PhotoVerdict {
  return { kind: 'checked', refusal, warnings, preview };
}

export function warningsOf(cut: CutPerson): PhotoWarning[] {
  const { measured: face, facePicture: picture, head, edgeShare } = cut;
  const limits = warningLimits;
  const isOutside = (value: number, [low, high]: readonly [number, number]) => value < low || value > high;
  const found: readonly (readonly [PhotoWarning, boolean])[] = [
    ['eyes_nearly_closed', lookShut(picture, limits.eyesShutMax)],
    [
      'looking_away',
      isOutside(face.noseShare, limits.noseShare) || isOutside(face.noseDrop, limits.noseDrop),
    ],
    ['head_tilted', Math.abs(face.rollRad) > limits.rollRadMax],
    ['soft_focus', picture.sharpness < limits.sharpnessMin],
    ['too_dark', picture.light < limits.lightMin],
    ['harsh_light', picture.lightTilt > limits.lightTiltMax || picture.burntShare > limits.burntShareMax],
    ['low_resolution', head.enlargement > limits.enlargementMax],
    ['busy_background', busyness(cut) > limits.busynessMax],
    ['head_near_edge', edgeShare > limits.edgeShareMax],
    ['little_below_chin', !head.isRoomy],
  ];
  return found.flatMap(([warning, holds]) => (holds ? [warning] : []));
}
