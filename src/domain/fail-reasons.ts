/**
 * The reasons why a picture could not be made, as sentences for the customer: what is wrong with the photo, and
 * what to do about it.
 */

export const failSentences = {
  not_an_image: 'This file is not a photo. Choose a JPEG or PNG photo.',
  unsupported_format: 'This file format is not supported. Choose a JPEG or PNG photo.',
  too_many_pixels: 'The photo is too large. Choose a version with fewer pixels.',
  too_small: 'The photo is too small. Choose the original photo.',
  too_large_to_enlarge: 'The photo is too large to be enlarged. Order it without enlargement.',
  undecodable: 'The photo is damaged and could not be read. Choose another copy of it.',
  no_face: 'No face was found in the photo. Use a photo that shows one face from the front.',
  several_faces: 'More than one face was found. Use a photo of one person.',
  face_too_small:
    'The face is too small in the photo. Move closer to the camera, or choose the original photo.',
  face_cut_off: 'The head is cut off at the edge. Leave some room around the head and shoulders.',
  face_turned: 'The face is turned away. Use a photo with the face straight to the camera.',
  eyes_closed: 'The eyes are closed. Use a photo with open eyes.',
  face_too_dark: 'The face is too dark to recognise. Use a photo with more light on the face.',
  too_blurred: 'The face is blurred. Use a sharp photo.',
  cut_out_failed:
    'The person could not be separated from the background. Use a photo with a plain background that differs from the hair and the clothes.',
  rule_missed:
    'The photo cannot meet the rule of this document. Use a photo with more room around the head and shoulders, straight from the front.',
  background_not_allowed:
    'The background of this photo is not one that the document’s office accepts. Take the photo in front of a plain wall in a colour of the document’s rule, or order a new background if the office allows it.',
  file_size_impossible:
    'The photo cannot have the file size that is asked for at this number of pixels. Allow a larger file.',
  attempts_exhausted:
    'Something went wrong on our side, so the picture could not be made. Your photo is fine.',
  upload_gone: 'The uploaded photo has been deleted. Upload it again and place a new order.',
  document_removed: 'The shop no longer makes photos for this document. Your photo is fine.',
  withdrawn: 'The picture was not finished, because a refund was requested.',
} as const;

/** A reason that has its own sentence. */
export type KnownFailReason = keyof typeof failSentences;

// Looks at own properties only, because every object inherits properties such as `constructor`.
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
