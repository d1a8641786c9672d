/**
 * The limits of the quality lines of a photo report. A photo outside a limit gets a warning, and is still accepted. The
 * limits were chosen so that good portraits of light and dark skin pass: `npm run eval -- measures` prints how many
 * photos are outside each limit.
 */

import type { PhotoMeasureName } from './photo-measures.ts';

export const qualityLineNames = [
  'illumination_uniformity',
  'luminance_mean',
  'luminance_variance',
  'under_exposure',
  'over_exposure',
  'dynamic_range',
  'natural_colour',
  'sharpness',
  'compression',
  'eyes_open',
  'eyes_visible',
  'mouth_closed',
  'neutral_expression',
  'inter_eye_distance',
  'yaw',
  'pitch',
  'roll',
] as const;

export type QualityLineName = (typeof qualityLineNames)[number];

export interface QualityLimit {
  readonly name: QualityLineName;
  readonly measure: PhotoMeasureName;
  readonly min: number | null;
  readonly max: number | null;
  readonly unit: 'share' | 'level' | 'bits' | 'degrees' | 'ratio' | 'px';
}

const limit = (
  name: QualityLineName,
  measure: PhotoMeasureName,
  [min, max]: readonly [number | null, number | null],
  unit: QualityLimit['unit'],
): QualityLimit => ({ name, measure, min, max, unit });

export const qualityLimits: readonly QualityLimit[] = [
  limit('illumination_uniformity', 'illumination_uniformity', [0.25, null], 'share'),
  limit('luminance_mean', 'luminance_mean', [0.2, 0.82], 'share'),
  limit('luminance_variance', 'luminance_variance', [0.003, 0.08], 'ratio'),
  limit('under_exposure', 'under_exposure', [null, 0.2], 'share'),
  limit('over_exposure', 'over_exposure', [null, 0.1], 'share'),
  limit('dynamic_range', 'dynamic_range', [5.2, null], 'bits'),
  limit('natural_colour', 'natural_colour', [null, 8], 'level'),
  limit('sharpness', 'sharpness', [0.003, null], 'ratio'),
  limit('compression', 'compression', [null, 4], 'ratio'),
  limit('eyes_open', 'eyes_open', [0.3, null], 'share'),
  limit('eyes_visible', 'eyes_visible', [0.3, null], 'share'),
  limit('mouth_closed', 'mouth_opening', [null, 0.1], 'ratio'),
  limit('neutral_expression', 'mouth_width', [null, 0.66], 'ratio'),
  limit('inter_eye_distance', 'inter_eye_px', [40, null], 'px'),
  limit('yaw', 'yaw', [-20, 20], 'degrees'),
  limit('pitch', 'pitch', [-20, 20], 'degrees'),
  limit('roll', 'roll', [-6, 6], 'degrees'),
];
