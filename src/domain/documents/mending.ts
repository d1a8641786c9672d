/** For each line of the photo report: what the customer can do if the line does not pass. */

import type { ReportLineName } from './judge-photo.ts';

const room = 'Use a photo with more room around the head and shoulders, taken straight from the front.';
const wall = 'Take the photo in front of a plain wall of the colour that the office asks for.';
const light = 'Face a window or an even light, and avoid a lamp from one side.';
const ahead = 'Look straight into the camera and hold the head level.';

export const mendingSentences: Readonly<Record<ReportLineName, string>> = {
  width_px: room,
  height_px: room,
  dpi: room,
  file_size: room,
  head: room,
  eyes_above_bottom: room,
  above: room,
  face_width: room,
  background_colour: wall,
  background_uniformity: wall,
  single_face: 'Use a photo of one person.',
  illumination_uniformity: light,
  luminance_mean: light,
  luminance_variance: light,
  under_exposure: 'Take the photo with more light.',
  over_exposure: 'Take the photo without a flash, or with less light.',
  dynamic_range: light,
  natural_colour: 'Take the photo by daylight, without a filter.',
  sharpness: 'Hold the camera still, clean its lens, and focus on the eyes.',
  compression: 'Choose the original photo instead of one that a messenger has sent.',
  eyes_open: 'Keep the eyes open.',
  eyes_visible: 'Take off glasses, and keep hair away from the eyes.',
  mouth_closed: 'Close the mouth.',
  neutral_expression: 'Keep a neutral expression, without a smile.',
  inter_eye_distance: 'Move closer to the camera, or choose the original photo.',
  yaw: ahead,
  pitch: ahead,
  roll: ahead,
};
