/**
 * The strokes with which a customer mends the cut-out, and their text: the parameter `cut_strokes` of the order and of
 * `check_photo`.
 */

import { noStrokes, parseCutStrokes, strokeLimits } from '../../../src/domain/goods/cut-strokes.ts';

/** `keep`: what the stroke covers belongs to the person. `remove`: it does not. Where strokes overlap, the later one applies. */
export type StrokeTool = 'keep' | 'remove';

/** A place of the photo in ten-thousandths of its width and height, from the upper left corner. */
export interface StrokePoint {
  readonly x: number;
  readonly y: number;
}

export interface Stroke {
  readonly tool: StrokeTool;
  /** In ten-thousandths of the longer side of the photo. */
  readonly radius: number;
  /** At least one point; a single point is a round dot. */
  readonly points: readonly StrokePoint[];
}

/** The strokes belong to one photo, so they are kept together with its `path`. */
export interface CutStrokes {
  readonly path: string;
  /** See `strokesText`, or `noStrokes`. */
  readonly text: string;
}

export const sideUnits = strokeLimits.unit;
export const { min: radiusMin, max: radiusMax } = strokeLimits.radius;

/** @returns an empty text for no strokes. */
export function strokesText(strokes: readonly Stroke[]): string {
  return strokes
    .map(({ tool, radius, points }) => `${tool} ${radius} ${points.map(({ x, y }) => `${x},${y}`).join(' ')}`)
    .join(';');
}

/** Whether a text, which may be empty, contains strokes. */
export function hasStrokes(text: string): boolean {
  return text !== '' && text !== noStrokes;
}

/** Whether the service accepts the strokes. */
export function isWithinLimits(strokes: readonly Stroke[]): boolean {
  return strokes.length === 0 || parseCutStrokes(strokesText(strokes)) !== undefined;
}

/** Reads a text that the browser has stored. @returns no strokes if the text is not one that `strokesText` writes. */
export function parseStrokes(text: string): readonly Stroke[] {
  const units = (share: number) => Math.round(share * sideUnits);
  return (parseCutStrokes(text) ?? []).map(({ isKept, radius, points }) => ({
    tool: isKept ? 'keep' : 'remove',
    radius: units(radius),
    points: points.map(({ x, y }) => ({ x: units(x), y: units(y) })),
  }));
}

/** The strokes as a parameter of the order and of `check_photo`. */
export function strokeParameters(text: string): Readonly<Record<string, string>> {
  return text === '' ? {} : { cut_strokes: text };
}

/** @returns the text of the strokes if they belong to the photo `path`; otherwise an empty text. */
export function strokesFor(kept: CutStrokes | null, path: string): string {
  return kept?.path === path ? kept.text : '';
}
