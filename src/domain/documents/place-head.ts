/**
 * Places a head inside the bands of a document's rule. The search tries a grid of head sizes and head rooms, leaves
 * out the places that break a band, and prefers places well inside all bands and close to the usual place.
 */

import { type IdPhotoSize, studioHead } from '../goods/id-photo.ts';
import type { HeadBands, Range } from './head-bands.ts';

/** Lengths of one head. The unit is the distance from its eyes to its chin. */
export interface HeadLengths {
  /** The distance from the eyes up to the top of the hair. */
  readonly hair: number;
  /** The width of the face's outline. */
  readonly faceWidth: number;
}

export interface HeadPlace {
  /** Distance from the top of the hair to the chin, as a share of the photo's height. */
  readonly headShare: number;
  /** Distance from the upper edge of the photo to the top of the hair, as a share of the photo's height. */
  readonly crownMargin: number;
}

/**
 * The distance from the eyes up to the crown without hair, in eye-to-chin distances: the mean of adults (vertex to
 * eyes 121 mm, eyes to chin 108 mm). A bald head is measured as it is.
 */
const bareCrown = 1.1;

const headShares = { from: 0.4, to: 0.96, step: 0.01 } as const;
const margins = { from: 0, to: 0.26, step: 0.005 } as const;
/** The smallest head room where the rule has no band for it: hair must not touch the upper edge. */
const unboundMarginMin = 0.02;
/**
 * The lowest allowed position of the chin, as a share of the photo's height from the top, because the neck must be
 * visible.
 */
const chinShareMax = 0.95;
/**
 * A value that is at least this far from both ends of its band, as a share of the band, counts as well inside,
 * because errors of the measurement are smaller.
 */
const slackEnough = 0.3;

/**
 * @param usual the place to which the places are compared.
 * @returns the allowed places, best first; empty if no place meets all bands.
 */
export function placesInBands(
  head: HeadLengths,
  bands: HeadBands,
  usual: HeadPlace = studioHead,
): HeadPlace[] {
  const marginMin = bands.above === null ? unboundMarginMin : margins.from;
  const found: { readonly place: HeadPlace; readonly score: number }[] = [];
  for (let headShare = headShares.from; headShare <= headShares.to; headShare += headShares.step) {
    for (let crownMargin = marginMin; crownMargin <= margins.to; crownMargin += margins.step) {
      if (headShare + crownMargin > chinShareMax) break;
      const slack = slackOf(measuresOf(head, { headShare, crownMargin }), bands);
      if (slack < 0) continue;
      const distance = Math.abs(headShare - usual.headShare) + 2 * Math.abs(crownMargin - usual.crownMargin);
      found.push({ place: { headShare, crownMargin }, score: 5 * Math.min(slack, slackEnough) - distance });
    }
  }
  return found.sort((a, b) => b.score - a.score).map(({ place }) => place);
}

/**
 * The places inside the bands of a document, best first. A document that limits neither the head nor the face gets no
 * larger head than studios sell (`limits`).
 */
export function documentPlaces(head: HeadLengths, bands: HeadBands, limits: HeadBands): HeadPlace[] {
  const places = placesInBands(head, bands);
  const headMax = limits.head?.max ?? 1;
  return isOpen(bands) ? places.filter(({ headShare }) => headShare <= headMax) : places;
}

function isOpen({ head, faceWidth }: HeadBands): boolean {
  return head === null && faceWidth === null;
}

/**
 * The places with a larger head for a photo that is too narrow for the usual crop, best first: those inside the bands
 * of the document, or those inside the documented rule of the size. None has more head room than the usual place,
 * because a crop with more head room would only hide the shoulders.
 */
export function closerPlaces(
  head: HeadLengths,
  { bands, limits, ...own }: Pick<IdPhotoSize, 'bands' | 'limits' | 'headShare' | 'crownMargin'>,
  usual: HeadPlace,
): HeadPlace[] {
  const ofDocument = bands !== undefined && isOpen(bands) ? { ...bands, head: limits.head } : bands;
  const places =
    ofDocument === undefined ? placesInBands(head, limits, own) : placesInBands(head, ofDocument);
  return places.filter(
    ({ headShare, crownMargin }) => headShare > usual.headShare && crownMargin <= usual.crownMargin,
  );
}

/** The lengths that the bands limit, as shares of the photo's height. */
export interface PlacedHead {
  readonly hairToChin: number;
  readonly crownToChin: number;
  /** The distance from the lower edge of the photo up to the eyes. */
  readonly eyes: number;
  /** The distance from the upper edge of the photo down to the top of the hair. */
  readonly above: number;
  readonly faceWidth: number;
}

export function measuresOf(
  { hair, faceWidth }: HeadLengths,
  { headShare, crownMargin }: HeadPlace,
): PlacedHead {
  const perLength = headShare / (1 + hair);
  return {
    hairToChin: headShare,
    crownToChin: (1 + Math.min(hair, bareCrown)) * perLength,
    eyes: 1 - crownMargin - hair * perLength,
    above: crownMargin,
    faceWidth: faceWidth * perLength,
  };
}

/** The smallest distance to the end of a band, as a share of the band: 0.5 in the middle, below 0 outside. */
export function slackOf(head: PlacedHead, bands: HeadBands): number {
  const slack = (value: number, { min, max }: Range) => Math.min(value - min, max - value) / (max - min);
  return leastOf(head, bands, slack, 0.5);
}

/** The smallest distance to the end of a band, as a share of the photo's height; below 0 outside. */
export function clearanceOf(head: PlacedHead, bands: HeadBands): number {
  return leastOf(head, bands, (value, { min, max }) => Math.min(value - min, max - value), 1);
}

/** The smallest value of all bands. @param unlimited the value of a length without a band. */
function leastOf(
  head: PlacedHead,
  bands: HeadBands,
  ofLength: (length: number, range: Range) => number,
  unlimited: number,
): number {
  const of = (range: Range | null, length: number) => (range === null ? unlimited : ofLength(length, range));
  return Math.min(
    of(bands.head, bands.headFrom === 'hair' ? head.hairToChin : head.crownToChin),
    of(bands.eyes, head.eyes),
    of(bands.above, head.above),
    of(bands.faceWidth, head.faceWidth),
  );
}
