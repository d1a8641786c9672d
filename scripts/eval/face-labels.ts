/**
 * Photos of the people-masks set in which the face is hard to find: their numbers, grouped by the reason. The photos
 * were judged by eye. Each shows one face that looks approximately into the camera.
 */

export const faceKinds: Readonly<Record<string, readonly number[]>> = {
  glasses: [6, 32, 41, 78, 87, 114, 136, 151, 152, 177, 186],
  beards: [4, 5, 10, 22, 31, 32, 42, 59, 78, 79, 97, 98, 99, 126, 141],
  children: [45, 50, 51, 74, 77, 108, 191],
  'dark skin': [4, 5, 6, 14, 22, 24, 51, 64, 87, 99],
  'light skin or white hair': [3, 11, 37, 41, 46, 52, 57, 76, 191],
  'harsh light': [58, 95, 98, 104, 110, 111, 128, 129, 130, 140, 150],
  'hats and helmets': [22, 45, 67, 74, 79, 102, 108, 120, 136, 144],
};
