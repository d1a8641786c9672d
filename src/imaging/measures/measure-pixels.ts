/**
 * All measures of a photo's pixels. All of them are null for a photo without a face, because only its background
 * could be measured.
 */

import { type PhotoMeasures, photoMeasureNames } from '../../domain/documents/photo-measures.ts';
import { backgroundColour } from './background-colour.ts';
import { backgroundUniformity } from './background-uniformity.ts';
import { compression } from './compression.ts';
import { dynamicRange } from './dynamic-range.ts';
import { mouthWidth } from './expression.ts';
import { eyesOpen } from './eyes-open.ts';
import { eyesVisible } from './eyes-visible.ts';
import { pitch, roll, yaw } from './head-pose.ts';
import { headPlace } from './head-size.ts';
import { illuminationUniformity } from './illumination-uniformity.ts';
import { interEyeDistance } from './inter-eye-distance.ts';
import { luminanceMean } from './luminance-mean.ts';
import { luminanceVariance } from './luminance-variance.ts';
import { mouthOpening } from './mouth-closed.ts';
import { naturalColour } from './natural-colour.ts';
import { overExposure } from './over-exposure.ts';
import { sharpness } from './sharpness.ts';
import { secondFace } from './single-face.ts';
import { underExposure } from './under-exposure.ts';
import type { ViewedFile } from './viewed-file.ts';

/** The size of the file in bytes, and its print density. */
export interface FileFacts {
  readonly bytes: number;
  readonly dpi: number | null;
}

export function measurePixels(
  { photo, view }: Pick<ViewedFile, 'photo' | 'view'>,
  { bytes, dpi }: FileFacts,
): PhotoMeasures {
  const file = { width_px: photo.width, height_px: photo.height, dpi, bytes };
  if (view === null) {
    const nothing = Object.fromEntries(photoMeasureNames.map((name) => [name, null]));
    return { ...(nothing as Record<(typeof photoMeasureNames)[number], null>), ...file };
  }
  const [red = null, green = null, blue = null] = backgroundColour(view) ?? [];
  const place = headPlace(view);
  return {
    ...file,
    hair_to_chin: place.hairToChin,
    crown_to_chin: place.crownToChin,
    eyes_above_bottom: place.eyesAboveBottom,
    above: place.above,
    below: place.below,
    left: place.left,
    right: place.right,
    face_width: place.faceWidth,
    background_red: red,
    background_green: green,
    background_blue: blue,
    background_steps: backgroundUniformity(view),
    illumination_uniformity: illuminationUniformity(view),
    luminance_mean: luminanceMean(view),
    luminance_variance: luminanceVariance(view),
    under_exposure: underExposure(view),
    over_exposure: overExposure(view),
    dynamic_range: dynamicRange(view),
    natural_colour: naturalColour(view),
    sharpness: sharpness(view),
    compression: compression(view),
    second_face: secondFace(view),
    eyes_open: eyesOpen(view),
    eyes_visible: eyesVisible(view),
    mouth_opening: mouthOpening(view),
    mouth_width: mouthWidth(view),
    inter_eye_px: interEyeDistance(view),
    yaw: yaw(view),
    pitch: pitch(view),
    roll: roll(view),
  };
}
