/**
 * The measures of a photo, by name. The first group is read from the file, the second from the position of the head,
 * and the third from the pixels: background, faces, and what `quality-limits.ts` compares. `imaging/measures/` computes
 * them.
 */

import { qualityLimits } from './quality-limits.ts';

export const photoMeasureNames = [
  'width_px',
  'height_px',
  'dpi',
  'bytes',

  'hair_to_chin',
  'crown_to_chin',
  'eyes_above_bottom',
  'above',
  'below',
  'left',
  'right',
  'face_width',

  'background_red',
  'background_green',
  'background_blue',
  'background_steps',
  'second_face',
  ...qualityLimits.map(({ measure }) => measure),
] as const;

export type PhotoMeasureName = (typeof photoMeasureNames)[number];

/**
 * Null: the photo has nothing to measure, for example no face. Positions are shares of the photo's height; angles
 * are in degrees.
 */
export type PhotoMeasures = Readonly<Record<PhotoMeasureName, number | null>>;
