/**
 * Where the head belongs in an ID photo, and in the picture of the camera. The oval of the camera shows the position
 * that the rule of the document or the size requires. The service crops the photo, so a head slightly outside the oval
 * also works.
 */

import { studioHead } from '../../../src/domain/goods/id-photo.ts';
import type { Document } from '../api/types.ts';
import { frameOf, type Purpose } from '../documents/purpose.ts';

/** The position of the head in a photo. */
export interface HeadGuide {
  /** The width of the photo divided by its height. */
  readonly aspect: number;
  /** The distance from the top of the hair to the chin, as a share of the photo's height. */
  readonly headShare: number;
  /** The distance from the photo's upper edge to the top of the hair, as a share of the photo's height. */
  readonly crownMargin: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The guide as it is drawn over a picture of the camera. All lengths are in pixels of that picture. */
export interface PlacedGuide {
  /** The part of the picture that would become the photo. */
  readonly frame: Size & { readonly left: number; readonly top: number };
  readonly oval: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** The middle between the eyes. */
  readonly eyes: { readonly x: number; readonly y: number };
  /** The distance from the eyes to the chin. Other distances are given as multiples of it. */
  readonly eyesToChin: number;
}

/**
 * Heights of the top of the hair and of the crown above the eyes in a usual head, as multiples of the distance from
 * the eyes to the chin (`src/imaging/id-photo/place-head.ts`).
 */
const hairAboveEyes = 1.25;
const crownAboveEyes = 1.1;
/** The width of a head with hair divided by its height. */
const headAspect = 0.72;
/**
 * The largest share of the camera's picture that the ID photo takes. The service needs the margin to turn the picture
 * until the head is upright.
 */
const frameShareMax = { width: 0.92, height: 0.86 };
/**
 * Of the height that the head leaves free, the share above the head, if the rule does not state it: the same share
 * as in studio photos.
 */
const shareAbove = studioHead.crownMargin / (1 - studioHead.headShare);

type Band = Document['above'];

/** The middle of a band as a share of the photo's height. */
function middleOf({ height, height_mm }: Document, { min, max, unit }: NonNullable<Band>): number {
  return (min + max) / 2 / { mm: height_mm, px: height, percent: 100 }[unit];
}

export function guideOf(purpose: Purpose): HeadGuide {
  const { widthPx, heightPx, headShare, crownMargin } = frameOf(purpose);
  const aspect = widthPx / heightPx;
  if (purpose.kind !== 'document') return { aspect, headShare, crownMargin };
  return { aspect, ...headOf(purpose.document) };
}

/** The position of the head that is in the middle of the ranges that the document's rule allows. */
function headOf(document: Document): Pick<HeadGuide, 'headShare' | 'crownMargin'> {
  const { head, eyes_above_bottom: eyes, above } = document;
  const withHair = head?.measured === 'crown_to_chin' ? (1 + hairAboveEyes) / (1 + crownAboveEyes) : 1;
  const headShare = head === null ? studioHead.headShare : middleOf(document, head) * withHair;
  const hair = (headShare * hairAboveEyes) / (1 + hairAboveEyes);
  if (eyes !== null) {
    const crownMargin = 1 - middleOf(document, eyes) - hair;
    return { headShare, crownMargin: Math.max(0, crownMargin) };
  }
  if (above !== null) return { headShare, crownMargin: middleOf(document, above) };
  return { headShare, crownMargin: (1 - headShare) * shareAbove };
}

/** @param video the size of the camera's picture. */
export function placeGuide({ aspect, headShare, crownMargin }: HeadGuide, video: Size): PlacedGuide {
  const height = Math.min(video.height * frameShareMax.height, (video.width * frameShareMax.width) / aspect);
  const width = height * aspect;
  const frame = { left: (video.width - width) / 2, top: (video.height - height) / 2, width, height };
  const headHeight = headShare * height;
  const crown = frame.top + crownMargin * height;
  const eyesToChin = headHeight / (1 + hairAboveEyes);
  const x = video.width / 2;
  return {
    frame,
    oval: { x, y: crown + headHeight / 2, width: headHeight * headAspect, height: headHeight },
    eyes: { x, y: crown + hairAboveEyes * eyesToChin },
    eyesToChin,
  };
}

const guideText = /^(\d\.\d{3})_(0\.\d{3})_(0\.\d{3})$/;

/** The guide as a part of an address, for the camera of another device. */
export function guideToText({ aspect, headShare, crownMargin }: HeadGuide): string {
  return [aspect, headShare, crownMargin].map((value) => value.toFixed(3)).join('_');
}

/** @returns null for a text that is not a guide, because a customer can change the address. */
export function guideFromText(text: string): HeadGuide | null {
  const [aspect = 0, headShare = 0, crownMargin = 0] = (guideText.exec(text) ?? []).slice(1).map(Number);
  const isPossible = aspect >= 0.2 && aspect <= 5 && headShare >= 0.2 && headShare + crownMargin <= 1;
  return isPossible ? { aspect, headShare, crownMargin } : null;
}
