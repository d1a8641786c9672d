/** Scores a colourised photo in the regions that `colour-regions.ts` finds in the original. */

import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';
import { type ColourRegions, type LabPlanes, labPlanesOf, meanOf } from './colour-regions.ts';

/** The scores of one photo. A score is NaN if the photo has no region of its kind. */
export interface RegionScores {
  /** Standard deviation of a and b within the regions that are evenly coloured in the original. */
  readonly evenSpread: number;
  /** Mean chroma of the blue sky. */
  readonly skyChroma: number;
  readonly faceChroma: number;
  /** Mean chroma of the skin below the chin, and of the faces, of the people who show enough skin below the chin. */
  readonly bodySkinChroma: number;
  readonly facesOfBodySkinChroma: number;
  /** Mean a and b of the lips. */
  readonly lipsA: number;
  readonly lipsB: number;
}

/** The smallest area of skin below the chin, relative to the area of the face. People who show less are left out. */
const bodySkinShareMin = 0.15;

export function scoreRegions(image: RgbBytes, { even, sky, people }: ColourRegions): RegionScores {
  const lab = labPlanesOf(image);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const evenPixels = even.reduce((sum, region) => sum + region.length, 0);
  const variance =
    even.reduce((sum, region) => sum + region.length * varianceOf(lab, region), 0) / evenPixels;
  const withBody = people.filter(({ face, bodySkin }) => bodySkin.length > bodySkinShareMin * face.length);
  return {
    evenSpread: Math.sqrt(variance),
    skyChroma: chromaOf(lab, sky),
    faceChroma: mean(people.map(({ face }) => chromaOf(lab, face))),
    bodySkinChroma: mean(withBody.map(({ bodySkin }) => chromaOf(lab, bodySkin))),
    facesOfBodySkinChroma: mean(withBody.map(({ face }) => chromaOf(lab, face))),
    lipsA: mean(people.map(({ lips }) => meanOf(lab.a, lips))),
    lipsB: mean(people.map(({ lips }) => meanOf(lab.b, lips))),
  };
}

/** Computes the mean of the variances of a and b. */
function varianceOf({ a, b }: LabPlanes, pixels: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a, pixels), meanOf(b, pixels)];
  let sum = 0;
  for (const i of pixels) sum += ((a.data[i] ?? 0) - meanA) ** 2 + ((b.data[i] ?? 0) - meanB) ** 2;
  return sum / pixels.length / 2;
}

/** The mean chroma of pixels. */
function chromaOf({ a, b }: LabPlanes, pixels: readonly number[]): number {
  let sum = 0;
  for (const i of pixels) sum += Math.hypot(a.data[i] ?? 0, b.data[i] ?? 0);
  return sum / pixels.length;
}
