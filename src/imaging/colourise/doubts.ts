/** Finds reasons why the colourisation of a photo may disappoint, before the customer pays. */

import type { PhotoWarning } from '../../domain/goods/photo-check.ts';
import { lightnessOf } from '../pixels/lab.ts';
import type { RgbBytes } from '../pixels/plane.ts';

/**
 * A photo is dark if a share of `darkShare` of its pixels has an L below `darkLightness`. Two of 260 good photos
 * are dark.
 */
const darkLightness = 38;
const darkShare = 0.9;
/**
 * In a drawing or a printed page, nearly all pixels are about as light as the paper or as dark as the ink. A pixel
 * counts as paper or ink if its L differs from theirs by less than `inkDistance`.
 */
const inkDistance = 9;
const inkShareMin = 0.88;
/** The least difference of L between paper and ink. An even wall has only one tone, and is no drawing. */
const inkContrastMin = 40;
const inkVisibleShare = 0.02;

/** @param photo a black-and-white photo, shrunk to about 200 px. */
export function colourDoubts({ width, height, data }: RgbBytes): readonly PhotoWarning[] {
  const count = width * height;
  const lightness = new Float32Array(count);
  lightnessOf(data, 0, count, lightness);
  const sorted = lightness.toSorted();
  const warnings: PhotoWarning[] = [];
  if ((sorted[Math.floor(darkShare * count)] ?? 0) < darkLightness) warnings.push('dark_photo');
  if (isDrawing(sorted)) warnings.push('drawing');
  return warnings;
}

function isDrawing(sorted: Float32Array): boolean {
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  const [ink, paper] = [at(0.005), at(0.995)];
  if (paper - ink < inkContrastMin) return false;
  const nearInk = sorted.filter((value) => value < ink + inkDistance).length / sorted.length;
  const nearPaper = sorted.filter((value) => value > paper - inkDistance).length / sorted.length;
  return nearInk + nearPaper > inkShareMin && Math.min(nearInk, nearPaper) > inkVisibleShare;
}
