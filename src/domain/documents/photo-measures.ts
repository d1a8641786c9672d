/**
 * The measures of a photo, by name. The first group is read from the file, the second from the place of the head, and
 * the third from the pixels, after ISO/IEC 29794-5. `imaging/measures/` computes them.
 */

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
  'illumination_uniformity',
  'luminance_mean',
  'luminance_variance',
  'under_exposure',
  'over_exposure',
  'dynamic_range',
  'natural_colour',
  'sharpness',
  'compression',
  'second_face',
  'eyes_open',
  'eyes_visible',
  'mouth_opening',
  'mouth_width',
  'inter_eye_px',
  'yaw',
  'pitch',
  'roll',
] as const;

export type PhotoMeasureName = (typeof photoMeasureNames)[number];

/** Null: the photo has nothing to measure, for example no face. Places are shares of the height, angles degrees. */
export type PhotoMeasures = Readonly<Record<PhotoMeasureName, number | null>>;
