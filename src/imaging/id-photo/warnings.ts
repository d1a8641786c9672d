/** Finds what may disappoint the customer about an ID photo that can be sold. */

import type { PhotoWarning } from '../../domain/goods/photo-check.ts';
import { backgroundVariance } from './background-variance.ts';
import type { CutOut } from './cut-out.ts';
import { hasClosedEyes } from './steps/check-face.ts';

/** The limits were chosen on 199 photos of people and seven portraits; `docs/imaging.md` has the figures. */
const limits = {
  eyeClosureMax: 0.015,
  noseShare: [0.25, 0.75],
  noseDrop: [0.22, 0.49],
  rollRadMax: (20 * Math.PI) / 180,
  sharpnessMin: 0.02,
  lightestMin: 0.48,
  luminanceTiltMax: 0.24,
  clippedShareMax: 0.08,
  enlargementMax: 1.15,
  backgroundVarianceMax: 0.02,
  edgeShareMax: 0.01,
} as const;

type Measured = Pick<
  CutOut,
  'face' | 'faceQuality' | 'headCrop' | 'edgeShare' | 'image' | 'alpha' | 'cropFace'
>;

/** All warnings about a photo, after the cut-out has been computed. */
export function warningsOf(cutOut: Measured): PhotoWarning[] {
  const found: readonly (readonly [PhotoWarning, boolean])[] = [
    ['busy_background', backgroundVariance(cutOut) > limits.backgroundVarianceMax],
    ['head_near_edge', cutOut.edgeShare > limits.edgeShareMax],
  ];
  return [...faceWarningsOf(cutOut), ...applying(found)];
}

/** The warnings about the face and its place in the photo, which can be given without a cut-out. */
export function faceWarningsOf({
  face,
  faceQuality: quality,
  headCrop,
}: Pick<Measured, 'face' | 'faceQuality' | 'headCrop'>): PhotoWarning[] {
  const isOutside = (value: number, [low, high]: readonly [number, number]) => value < low || value > high;
  const isHarsh =
    quality.luminanceTilt > limits.luminanceTiltMax || quality.clippedShare > limits.clippedShareMax;
  const found: readonly (readonly [PhotoWarning, boolean])[] = [
    ['eyes_nearly_closed', hasClosedEyes(quality, limits.eyeClosureMax)],
    [
      'looking_away',
      isOutside(face.noseShare, limits.noseShare) || isOutside(face.noseDrop, limits.noseDrop),
    ],
    ['head_tilted', Math.abs(face.rollRad) > limits.rollRadMax],
    ['soft_focus', quality.sharpness < limits.sharpnessMin],
    ['too_dark', quality.lightest < limits.lightestMin],
    ['harsh_light', isHarsh],
    ['low_resolution', headCrop.enlargement > limits.enlargementMax],
    ['little_below_chin', !headCrop.hasRoomBelowChin],
  ];
  return applying(found);
}

function applying(found: readonly (readonly [PhotoWarning, boolean])[]): PhotoWarning[] {
  return found.flatMap(([warning, applies]) => (applies ? [warning] : []));
}
