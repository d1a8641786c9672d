/**
 * Judges the measures of a photo by the rule of a document: for each line the value, the allowed range, whether the
 * photo passes, and how to mend it. The result depends only on the measures, the rule, and whether the background
 * is the photographed one.
 */

import { backgroundRows, type DocumentBackground, type Rgb } from '../goods/photo-background.ts';
import type { DocumentRule } from './document-rule.ts';
import { fileWindowOf } from './file-window.ts';
import { headBandsOf, type Range } from './head-bands.ts';
import type { PhotoMeasures } from './photo-measures.ts';
import { type QualityLineName, qualityLimits } from './quality-limits.ts';

/** The lines about the file and about the place of the head. */
export const fileAndHeadLineNames = [
  'width_px',
  'height_px',
  'dpi',
  'file_size',
  'head',
  'eyes_above_bottom',
  'above',
  'face_width',
] as const;

export const ruleLineNames = [
  ...fileAndHeadLineNames,
  'background_colour',
  'background_uniformity',
  'single_face',
] as const;

export type ReportLineName = (typeof ruleLineNames)[number] | QualityLineName;

export interface ReportLine {
  readonly name: ReportLineName;
  /**
   * Null: not measurable. Lengths of the head are in millimetres. For a colour, the value is its distance from the
   * nearest allowed colour.
   */
  readonly value: number | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly unit: 'px' | 'dpi' | 'kB' | 'mm' | 'share' | 'level' | 'bits' | 'degrees' | 'ratio';
  readonly verdict: 'pass' | 'warn' | 'fail';
}

/** How the photo was made. `isPhotographed`: the photo was only cropped, so its background is the original wall. */
export interface JudgedPhoto {
  readonly isPhotographed: boolean;
}

/**
 * The possible error of the measured places, as a share of the photo's height. A value outside its band by less than
 * this error is a warning instead of a failure.
 */
const toleranceShare = 0.015;
/**
 * The largest allowed difference of a channel (0–255) between a replaced background and the colour of the rule.
 * JPEG compression causes differences of up to 4.
 */
const replacedDistanceMax = 8;
/**
 * Differences of a channel between a photographed wall and the colour of the rule. The photo passes up to `pass`
 * and fails above `fail`; between the two it gets a warning.
 */
const photographedDistance: Readonly<Record<'pass' | 'fail', number>> = { pass: 48, fail: 80 };
/**
 * How much the tint of a photographed wall counts: a pink, mint or light blue wall fails where white is asked for,
 * although no channel differs by more than 55; a white wall in warm light (240, 225, 205) passes with a warning.
 */
const tintWeight = 1.9;
/**
 * Limits of `background_uniformity`. The value of a replaced background is below 1, that of a plain wall with light
 * from one side is below 7.
 */
const uniformity = { replaced: { pass: 2, fail: 4 }, photographed: { pass: 7, fail: 14 } } as const;
/** A second face with less than this share of the area of the main face belongs to a person far away and is allowed. */
const secondFaceMax = 0.1;

export function judgePhoto(
  rule: DocumentRule,
  measures: PhotoMeasures,
  { isPhotographed }: JudgedPhoto,
): ReportLine[] {
  return [
    ...fileLines(rule, measures),
    ...headLines(rule, measures),
    ...backgroundLines(rule, measures, isPhotographed),
    ...qualityLines(measures),
  ];
}

function fileLines({ size, fileSize }: DocumentRule, measures: PhotoMeasures): ReportLine[] {
  const exact = (name: 'width_px' | 'height_px' | 'dpi', wanted: number, unit: 'px' | 'dpi'): ReportLine => {
    const value = measures[name];
    return { name, value, min: wanted, max: wanted, unit, verdict: value === wanted ? 'pass' : 'fail' };
  };
  const window = fileWindowOf(fileSize.minKb, fileSize.maxKb);
  const { bytes } = measures;
  const isWithin =
    window === null || (bytes !== null && bytes >= window.minBytes && bytes <= window.maxBytes);
  return [
    exact('width_px', size.widthPx, 'px'),
    exact('height_px', size.heightPx, 'px'),
    exact('dpi', size.dpi, 'dpi'),
    {
      name: 'file_size',
      value: bytes === null ? null : Math.round(bytes / 100) / 10,
      min: fileSize.minKb,
      max: fileSize.maxKb,
      unit: 'kB',
      verdict: isWithin ? 'pass' : 'fail',
    },
  ];
}

function headLines(rule: DocumentRule, measures: PhotoMeasures): ReportLine[] {
  const bands = headBandsOf(rule);
  const { heightMm } = rule.size;
  const mm = (share: number) => rounded(share * heightMm, 0.1);
  const line = (name: ReportLineName, band: Range | null, value: number | null): ReportLine[] => {
    if (band === null) return [];
    const distance = value === null ? Number.POSITIVE_INFINITY : Math.max(band.min - value, value - band.max);
    const verdict = distance <= 0 ? 'pass' : distance <= toleranceShare ? 'warn' : 'fail';
    const limits = { min: mm(band.min), max: mm(band.max) };
    const side = value === null || distance <= 0 ? 0 : value < band.min ? -1 : 1;
    const shown = value === null ? null : onItsSide(mm(value), side, limits, 0.1);
    return [{ name, value: shown, ...limits, unit: 'mm', verdict }];
  };
  const head = bands.headFrom === 'hair' ? measures.hair_to_chin : measures.crown_to_chin;
  return [
    ...line('head', bands.head, head),
    ...line('eyes_above_bottom', bands.eyes, measures.eyes_above_bottom),
    ...line('above', bands.above, measures.above),
    ...line('face_width', bands.faceWidth, measures.face_width),
  ];
}

function backgroundLines(rule: DocumentRule, measures: PhotoMeasures, isPhotographed: boolean): ReportLine[] {
  const wall = wallOf(measures);
  const distance = wall && nearestDistance(wall, rule.backgrounds, isPhotographed);
  const limits = isPhotographed
    ? photographedLimits(wall && nearestDistance(wall, rule.refusedBackgrounds, isPhotographed))
    : { pass: replacedDistanceMax, fail: replacedDistanceMax };
  const steps = uniformity[isPhotographed ? 'photographed' : 'replaced'];
  return [
    limited('background_colour', distance, limits, 'level'),
    limited('background_uniformity', measures.background_steps, steps, 'level'),
    singleFaceLine(measures.second_face),
  ];
}

/** Makes the line of a value that has only a maximum. Null passes: the person hides the whole background. */
function limited(
  name: ReportLineName,
  value: number | null,
  { pass, fail }: { readonly pass: number; readonly fail: number },
  unit: ReportLine['unit'],
  step = 0.01,
): ReportLine {
  const verdict = value === null || value <= pass ? 'pass' : value <= fail ? 'warn' : 'fail';
  const side = value !== null && value > pass ? 1 : 0;
  const limits = { min: null, max: pass };
  const shown = value === null ? null : onItsSide(rounded(value, step), side, limits, step);
  return { name, value: shown, ...limits, unit, verdict };
}

/** Null: no face is found, so nothing else about the person could be measured either. Such a photo fails. */
function singleFaceLine(secondFace: number | null): ReportLine {
  const limits = { pass: secondFaceMax, fail: secondFaceMax };
  const line = limited('single_face', secondFace, limits, 'share', 0.001);
  return secondFace === null ? { ...line, verdict: 'fail' } : line;
}

function wallOf(measures: PhotoMeasures): Rgb | null {
  const { background_red: red, background_green: green, background_blue: blue } = measures;
  return red === null || green === null || blue === null ? null : [red, green, blue];
}

/**
 * The distance of a wall from the nearest of these colours: the largest difference of a channel, 0–255. On a
 * photographed wall, the tint counts too, if it is larger: how much the differences of the channels differ from each
 * other, times `tintWeight`. Null without colours.
 */
function nearestDistance(
  wall: Rgb,
  names: readonly DocumentBackground[],
  isPhotographed: boolean,
): number | null {
  const distances = names.map((name) => {
    const colour = backgroundRows(name).top;
    const differences = wall.map((level, channel) => level - (colour[channel] ?? 0));
    const tint = Math.max(...differences) - Math.min(...differences);
    const largest = Math.max(...differences.map(Math.abs));
    return isPhotographed ? Math.max(largest, tintWeight * tint) : largest;
  });
  return distances.length === 0 ? null : Math.min(...distances);
}

/** @param refused the distance of the wall from the nearest refused colour: it must be nearer to an allowed one. */
function photographedLimits(refused: number | null): typeof photographedDistance {
  const { pass, fail } = photographedDistance;
  return refused === null
    ? photographedDistance
    : { pass: Math.min(pass, refused), fail: Math.min(fail, refused) };
}

/** The rounding step for each unit: the precision with which `valueText` shows it. Of other units: 0.001. */
const steps: Readonly<Partial<Record<ReportLine['unit'], number>>> = { px: 0.1, degrees: 0.1 };

function qualityLines(measures: PhotoMeasures): ReportLine[] {
  return qualityLimits.map(({ name, measure, min, max, unit }) => {
    const value = measures[measure];
    const side = value === null ? 0 : min !== null && value < min ? -1 : max !== null && value > max ? 1 : 0;
    const step = steps[unit] ?? 0.001;
    const shown = value === null ? null : onItsSide(rounded(value, step), side, { min, max }, step);
    return { name, value: shown, min, max, unit, verdict: side === 0 ? 'pass' : 'warn' };
  });
}

/** Rounds to whole steps, without the digits that a product of floating-point numbers would add. */
function rounded(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(6));
}

/**
 * Keeps a rounded value outside the allowed range if the exact value is, so that the report never shows a value within
 * its range beside a verdict that says otherwise.
 * @param side −1: the exact value is below the range; 1: above; 0: within.
 */
function onItsSide(
  value: number,
  side: -1 | 0 | 1,
  { min, max }: Pick<ReportLine, 'min' | 'max'>,
  step: number,
): number {
  if (side === -1 && min !== null) return Math.min(value, rounded(min - step, step));
  if (side === 1 && max !== null) return Math.max(value, rounded(max + step, step));
  return value;
}
