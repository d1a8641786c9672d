/**
 * Good portraits of the people-masks set, by number: each shows one person who looks into the camera with open eyes;
 * the face is uncovered, sharp and well lit, and the whole head and the shoulders are inside the photo. The photos
 * were judged by eye.
 */

export const portraitLabels: Readonly<Record<string, ReadonlySet<number>>> = {
  'good portraits, light skin': new Set([
    3, 10, 11, 16, 27, 31, 42, 55, 57, 62, 73, 82, 112, 115, 133, 157, 189,
  ]),
  'good portraits, dark skin': new Set([4, 5, 6, 24]),
};
