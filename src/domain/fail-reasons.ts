/** Why picture work failed for good, in words a customer understands and can act on. */

export const failSentences = {
  not_an_image: 'The upload is not an image.',
  unsupported_format: 'The image format is not supported.',
  too_many_pixels: 'The image has too many pixels.',
  too_small: 'The image is too small.',
  undecodable: 'The image is damaged and could not be read.',
  no_face: 'No face was found in the photo. Use a photo that shows one face from the front.',
  several_faces: 'More than one face was found. Use a photo of one person.',
  face_too_small: 'The face is too small in the photo. Move closer or crop the photo.',
  face_cut_off: 'The head is cut off at the edge. Leave some room around the head and shoulders.',
  face_turned: 'The face is turned away. Use a photo that looks straight into the camera.',
  eyes_closed: 'The eyes are closed. Use a photo with open eyes.',
  too_blurred: 'The face is too blurred. Use a sharp photo.',
  cut_out_failed:
    'The person could not be separated cleanly from the background. Use a plainer background that differs from hair and clothes.',
  attempts_exhausted: 'The picture could not be made, through no fault of the photo.',
  upload_gone: 'The uploaded photo is no longer there.',
  withdrawn: 'The order was withdrawn.',
} as const;

/** A reason that has a sentence of its own. */
export type KnownFailReason = keyof typeof failSentences;

// Own properties only: a reason such as `constructor` must not find what every object has.
function isKnown(reason: string): reason is KnownFailReason {
  return Object.hasOwn(failSentences, reason);
}

/** @returns a stable code for pages to translate. */
export function failCode(reason: string): KnownFailReason | 'other' {
  return isKnown(reason) ? reason : 'other';
}

/** @returns a sentence for the customer; a general one for a reason that has no sentence of its own. */
export function failSentence(reason: string): string {
  return isKnown(reason) ? failSentences[reason] : 'The picture could not be made.';
}
