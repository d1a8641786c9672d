/**
 * The brush strokes with which a customer mends the cut-out of an ID photo, as the parameter `cut_strokes`
 * writes them: `remove 120 5100,800 5300,820;keep 60 4000,3900`, or `none`.
 */

import type { Parameter } from './parameters.ts';

/** A stroke of a round brush along straight lines from point to point, with both ends included. */
export interface CutStroke {
  /** True: what the stroke covers belongs to the person. False: it does not, and is removed. */
  readonly isKept: boolean;
  /** The radius of the brush, as a share of the longer side of the photo. */
  readonly radius: number;
  /** Shares of the photo's width and height, 0–1. Never empty. */
  readonly points: readonly StrokePoint[];
}

export interface StrokePoint {
  readonly x: number;
  readonly y: number;
}

/** Instead of strokes: the customer has seen the cut-out, and it needs none. */
export const noStrokes = 'none';

/** The service and the shop's brush use the same limits. */
export const strokeLimits = {
  /** All numbers of the text are in ten-thousandths. */
  unit: 10_000,
  strokesMax: 60,
  /** Of all strokes together. It bounds the time that drawing them takes. */
  pointsMax: 1_000,
  radius: { min: 10, max: 1_000 },
  /** With many strokes drawn on a phone, the text has about 3,000 characters. */
  lengthMax: 8_000,
} as const;

const { unit, strokesMax, pointsMax, radius, lengthMax } = strokeLimits;
const strokeForm = /^(keep|remove) (\d{2,4})((?: \d{1,5},\d{1,5})+)$/;

export const cutStrokes: Parameter = {
  kind: 'text',
  lengthMax,
  isOptional: true,
  description: `Brush strokes that mend the cut-out, at most ${strokesMax} with ${pointsMax} points in all, separated by \`;\`. Each is \`keep\` (what it covers belongs to the person) or \`remove\` (it does not), the radius of the brush (${radius.min} to ${radius.max}), and points as \`x,y\`, all separated by spaces. Whole numbers: x and y in ten-thousandths of the photo’s width and height, the radius in ten-thousandths of its longer side. Where strokes overlap, the later one applies. Example: \`remove 120 5100,800 5300,820;keep 60 4000,3900\`. \`${noStrokes}\`: the customer has seen the cut-out, and it needs no strokes. With strokes or \`${noStrokes}\`, the service no longer refuses a photo merely because it is unsure about the cut-out. It still refuses flaws that it can measure. Refused with \`crop_only\`, and for a document whose office forbids alterations.`,
};

/** @returns undefined for a text that is not a list of strokes. */
export function parseCutStrokes(text: string): readonly CutStroke[] | undefined {
  if (text === noStrokes) return [];
  const parts = text.split(';');
  if (text.length > lengthMax || parts.length > strokesMax) return undefined;
  const strokes = parts.map(parseStroke);
  if (!strokes.every((stroke) => stroke !== undefined)) return undefined;
  const pointCount = strokes.reduce((count, { points }) => count + points.length, 0);
  return pointCount <= pointsMax ? strokes : undefined;
}

function parseStroke(text: string): CutStroke | undefined {
  const [, tool, radiusText, pointsText = ''] = strokeForm.exec(text) ?? [];
  const wide = Number(radiusText);
  // A text of another form has no radius. It becomes NaN and is refused here.
  if (!(wide >= radius.min && wide <= radius.max)) return undefined;
  const points = pointsText
    .trimStart()
    .split(' ')
    .map((pair) => {
      const [x = 0, y = 0] = pair.split(',').map(Number);
      return { x: x / unit, y: y / unit };
    });
  if (points.some(({ x, y }) => x > 1 || y > 1)) return undefined;
  return { isKept: tool === 'keep', radius: wide / unit, points };
}
