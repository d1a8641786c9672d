/**
 * Draws the lines of a document's rule into a finished photo, for judgement by eye: the measured positions with the
 * allowed ranges, the limited lengths beside the photo, and the measured values with their limits.
 */

import sharp, { type OverlayOptions } from 'sharp';
import type { DocumentRule } from '../../src/domain/documents/document-rule.ts';
import { headBandsOf, type Range } from '../../src/domain/documents/head-bands.ts';
import { judgePhoto, type ReportLine, ruleLineNames } from '../../src/domain/documents/judge-photo.ts';
import { lineTitles } from '../../src/domain/documents/line-titles.ts';
import { type PhotoMark, photoMarksOf } from '../../src/domain/documents/photo-marks.ts';
import type { PhotoMeasures } from '../../src/domain/documents/photo-measures.ts';

export interface MeasuredDocument {
  readonly jpeg: Uint8Array;
  readonly rule: DocumentRule;
  readonly measures: PhotoMeasures;
  /** Whether the photo is only cropped. */
  readonly isPhotographed: boolean;
}

interface Words {
  readonly left: number;
  readonly top: number;
  readonly text: string;
  readonly colour: string;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Drawing {
  readonly boxes: readonly OverlayOptions[];
  readonly words: readonly Words[];
}

/** The drawn height of the photo in pixels: lines have the same width in photos of all sizes. */
const photoHeightPx = 900;
const marginPx = 24;
/** The widths of the drawn lengths and of the values beside the photo. */
const [lengthsPx, valuesPx] = [400, 600];
/** The distances between drawn lengths and between rows of values. */
const [lengthPx, rowPx] = [125, 34];
const ink = '#111827';
const markColours: Readonly<Record<PhotoMark['name'], string>> = {
  hair: '#c2410c',
  crown: '#a21caf',
  eyes: '#1d4ed8',
  chin: '#0b6e5f',
};
const faceColour = '#7c3aed';
const verdictColours = { pass: '#0b6e5f', warn: '#a15c00', fail: '#b91c1c' } as const;
const bandOpacity = 0.22;

/** @returns a PNG. */
export async function drawRuleLines(document: MeasuredDocument): Promise<Buffer> {
  const { jpeg, rule, measures } = document;
  const width = Math.round((photoHeightPx * rule.size.widthPx) / rule.size.heightPx);
  const photo = await sharp(jpeg)
    .resize(width, photoHeightPx, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  const lines = judgePhoto(rule, measures, document);
  const right = marginPx + width;
  const drawings = [
    linesOver(document, width),
    lengthsBeside(document, lines, right + 20),
    valuesBeside(document, lines, right + lengthsPx),
  ];
  const words = await Promise.all(drawings.flatMap((drawing) => drawing.words).map(drawnWords));
  const whole = { width: right + lengthsPx + valuesPx, height: photoHeightPx + 2 * marginPx };
  return sharp({ create: { ...whole, channels: 3, background: '#ffffff' } })
    .composite([
      ...filled({ left: marginPx - 1, top: marginPx - 1, width: width + 2, height: photoHeightPx + 2 }, ink),
      { input: photo, raw: { width, height: photoHeightPx, channels: 3 }, left: marginPx, top: marginPx },
      ...drawings.flatMap(({ boxes }) => boxes),
      ...words,
    ])
    .png()
    .toBuffer();
}

const rowOf = (share: number): number => marginPx + photoHeightPx * share;

function linesOver({ rule, measures }: MeasuredDocument, width: number): Drawing {
  const marks = photoMarksOf(rule, measures).flatMap(({ name, at, range }) => {
    const colour = markColours[name];
    const band = range === null ? [] : bandOver(range, width, colour);
    return [...band, ...across(marginPx, marginPx + width, rowOf(at), colour)];
  });
  return { boxes: [...marks, ...faceWidthOver(rule, measures, width)], words: [] };
}

function bandOver({ min, max }: Range, width: number, colour: string): OverlayOptions[] {
  const [top, bottom] = [rowOf(Math.max(0, min)), rowOf(Math.min(1, max))];
  return filled({ left: marginPx, top, width, height: bottom - top }, colour, bandOpacity);
}

/** The sides of the face, and below the chin the smallest and the largest width that the rule allows. */
function faceWidthOver(rule: DocumentRule, measures: PhotoMeasures, width: number): OverlayOptions[] {
  const { faceWidth } = headBandsOf(rule);
  const { left, right, below } = measures;
  if (faceWidth === null || left === null || right === null || below === null) return [];
  const [from, to] = [marginPx + width * left, marginPx + width * (1 - right)];
  const middle = (from + to) / 2;
  const chin = rowOf(1 - below);
  const allowed = (share: number, y: number) =>
    across(middle - (photoHeightPx * share) / 2, middle + (photoHeightPx * share) / 2, y, faceColour);
  return [
    ...[from, to].flatMap((x) => down(x, rowOf(0.25), chin + 60, faceColour)),
    ...allowed(faceWidth.min, chin + 25),
    ...allowed(faceWidth.max, chin + 45),
  ];
}

/** The lengths that the rule limits, as lines with ends beside the photo. */
function lengthsBeside(
  { rule, measures }: MeasuredDocument,
  lines: readonly ReportLine[],
  left: number,
): Drawing {
  const { above, eyes_above_bottom: eyes, below } = measures;
  const head = headBandsOf(rule).headFrom === 'hair' ? measures.hair_to_chin : measures.crown_to_chin;
  if (above === null || eyes === null || below === null || head === null) return { boxes: [], words: [] };
  const chin = 1 - below;
  const spans = [
    { name: 'above', from: 0, to: above },
    { name: 'head', from: chin - head, to: chin },
    { name: 'eyes_above_bottom', from: 1 - eyes, to: 1 },
  ];
  const limited = spans.flatMap((span) => {
    const found = lines.find(({ name }) => name === span.name);
    return found === undefined ? [] : [{ ...span, found }];
  });
  const drawn = limited.map(({ from, to, found }, index) => {
    const x = left + lengthPx * index;
    const colour = verdictColours[found.verdict];
    const [top, bottom] = [rowOf(from), rowOf(to)];
    const texts = [`${found.value ?? '–'} mm`, rangeText(found)];
    return {
      boxes: [
        ...down(x, top, bottom, colour),
        ...[top, bottom].flatMap((y) => across(x - 6, x + 6, y, colour)),
      ],
      words: texts.map((text, row) => ({
        left: x + 10,
        top: (top + bottom) / 2 + 20 * row - 18,
        text,
        colour,
      })),
    };
  });
  return { boxes: drawn.flatMap(({ boxes }) => boxes), words: drawn.flatMap(({ words }) => words) };
}

function valuesBeside(
  { rule, isPhotographed }: MeasuredDocument,
  lines: readonly ReportLine[],
  left: number,
): Drawing {
  const way = isPhotographed ? 'only cropped' : 'new background';
  const title = { left, top: marginPx, text: `${rule.names.en} (${rule.country}), ${way}`, colour: ink };
  const rows = lines
    .filter(({ name }) => ruleLineNames.some((one) => one === name))
    .flatMap((one, index): Words[] => {
      const top = marginPx + 50 + rowPx * index;
      const colour = verdictColours[one.verdict];
      const value = `${one.value ?? '–'} ${one.unit}`;
      return [
        { left, top, text: lineTitles[one.name].en, colour: ink },
        { left: left + 270, top, text: value, colour },
        { left: left + 430, top, text: rangeText(one), colour },
      ];
    });
  return { boxes: [], words: [title, ...rows] };
}

function rangeText({ min, max }: ReportLine): string {
  if (min === null) return max === null ? 'any' : `≤ ${max}`;
  return max === null ? `≥ ${min}` : min === max ? `= ${min}` : `${min} – ${max}`;
}

const across = (from: number, to: number, y: number, colour: string) =>
  withEdge({ left: from, top: y - 1, width: to - from, height: 2 }, colour);
const down = (x: number, from: number, to: number, colour: string) =>
  withEdge({ left: x - 1, top: from, width: 2, height: to - from }, colour);

/** A white edge makes a line visible in front of dark hair. */
function withEdge(box: Box, colour: string): OverlayOptions[] {
  const { left, top, width, height } = box;
  return [
    ...filled({ left: left - 1, top: top - 1, width: width + 2, height: height + 2 }, '#ffffff', 0.7),
    ...filled(box, colour),
  ];
}

/** @returns a filled box in whole pixels; nothing for an empty box. */
function filled(box: Box, colour: string, opacity = 1): OverlayOptions[] {
  const [left, top] = [Math.round(box.left), Math.round(box.top)];
  const size = {
    width: Math.round(box.left + box.width) - left,
    height: Math.round(box.top + box.height) - top,
  };
  if (size.width < 1 || size.height < 1) return [];
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return [
    { input: { create: { ...size, channels: 4, background: { r, g, b, alpha: opacity } } }, left, top },
  ];
}

async function drawnWords({ left, top, text, colour }: Words): Promise<OverlayOptions> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const { data, info } = await sharp({
    text: { text: `<span foreground="${colour}">${escaped}</span>`, font: 'sans 12', dpi: 100, rgba: true },
  })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { input: data, raw: { width, height, channels }, left: Math.round(left), top: Math.round(top) };
}
