/**
 * The warnings of `check_photo`: the good can be made from this upload, but another photo would give a better
 * picture. The list is closed; clients branch on the code and show the sentence.
 */

export const photoWarnings = [
  'eyes_nearly_closed',
  'looking_away',
  'head_tilted',
  'soft_focus',
  'too_dark',
  'harsh_light',
  'low_resolution',
  'busy_background',
  'head_near_edge',
  'little_below_chin',
  'eyes_covered',
  'mouth_covered',
  'face_covered',
  'head_covered',
  'hand_at_face',
  'not_a_photo',
  'already_coloured',
  'too_small_to_print',
  'dark_photo',
  'drawing',
] as const;

export type PhotoWarning = (typeof photoWarnings)[number];

export const warningSentences: Readonly<Record<PhotoWarning, string>> = {
  eyes_nearly_closed: 'The eyes look nearly closed.',
  looking_away: 'The face does not look straight into the camera.',
  head_tilted: 'The head is tilted. We will level it, but the shoulders will slope.',
  soft_focus: 'The face is not quite sharp.',
  too_dark: 'The face is dark.',
  harsh_light: 'The light on the face is harsh: one side is much brighter, or some parts are overexposed.',
  low_resolution: 'The photo is small for this picture and will be enlarged.',
  busy_background: 'The background is busy. Hair may not come out cleanly; a plain wall is better.',
  head_near_edge: 'The head or a shoulder is close to the edge of the photo.',
  little_below_chin: 'The photo ends just below the chin, so the head will look larger than usual.',
  eyes_covered: 'Something dark covers the eyes. Offices refuse photos with sunglasses.',
  mouth_covered: 'Something covers mouth and nose. Offices refuse photos with a mask.',
  face_covered:
    'Something is in front of the face. Offices refuse photos in which an object hides a part of it.',
  head_covered:
    'Something covers the head. Offices accept head coverings for religious reasons only, and the whole face must be visible.',
  hand_at_face: 'A hand is at the face. Offices refuse photos with hands.',
  not_a_photo:
    'This looks like a drawing, a doll or a photo of a screen. Offices accept only photos of the person.',
  already_coloured:
    'This photo is already in colour. Colourising would replace its colours with guessed ones.',
  too_small_to_print: 'This photo has few pixels. A print of 10 × 15 cm would look blurred.',
  dark_photo: 'This photo is very dark. Dark parts get little colour.',
  drawing: 'This looks like a drawing or a page. Colours are guessed well only for photos.',
};

/**
 * Corners of a crop, which may be turned, as shares of the width and height of the upload. They can lie outside the
 * upload.
 */
export interface CropCorners {
  readonly topLeft: UploadPoint;
  readonly topRight: UploadPoint;
  readonly bottomLeft: UploadPoint;
}

export interface UploadPoint {
  readonly x: number;
  readonly y: number;
}

/** The damage of a photo that a restoration would mend. */
export interface PhotoDamage {
  /** The share of the photo's area that would be filled, 0–1. */
  readonly share: number;
  /**
   * A WebP in base64 that marks the damage in red, transparent elsewhere, in the proportions of the photo. Null if it
   * would be too long.
   */
  readonly marks: string | null;
}
