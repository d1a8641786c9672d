/**
 * The strokes with which a customer mends the cut-out, and their text: the parameter `cut_strokes` of the order and of
 * `check_photo`. The service has the same limits (`src/domain/goods/cut-strokes.ts`).
 */

/** `keep`: what the stroke covers belongs to the person. `remove`: it does not. A later stroke wins. */
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
  /** See `strokesText`, or `noneNeeded`. */
  readonly text: string;
}

/**
 * In place of strokes: the customer has seen the cut-out, and it needs none. The service then does not refuse the photo
 * only because it is in doubt about the cut-out.
 */
export const noneNeeded = 'none';

export const sideUnits = 10_000;
export const radiusMin = 10;
export const radiusMax = 1_000;
export const strokesMax = 60;
export const textLengthMax = 8_000;

/** @returns an empty text for no strokes. */
export function strokesText(strokes: readonly Stroke[]): string {
  return strokes
    .map(({ tool, radius, points }) => `${tool} ${radius} ${points.map(({ x, y }) => `${x},${y}`).join(' ')}`)
    .join(';');
}

/** Whether a text, which may be empty, contains strokes. */
export function hasStrokes(text: string): boolean {
  return text !== '' && text !== noneNeeded;
}

/** Whether the service accepts the strokes. */
export function isWithinLimits(strokes: readonly Stroke[]): boolean {
  return strokes.length <= strokesMax && strokesText(strokes).length <= textLengthMax;
}

const strokePattern = /^(keep|remove) (\d{2,4})((?: \d{1,5},\d{1,5})+)$/;

function parseStroke(text: string): Stroke | null {
  const [, tool, digits, places = ''] = strokePattern.exec(text) ?? [];
  const radius = Number(digits);
  if ((tool !== 'keep' && tool !== 'remove') || radius < radiusMin || radius > radiusMax) return null;
  const points = places
    .trim()
    .split(' ')
    .map((place) => {
      const [x = 0, y = 0] = place.split(',').map(Number);
      return { x, y };
    });
  return points.every(({ x, y }) => x <= sideUnits && y <= sideUnits) ? { tool, radius, points } : null;
}

/** Reads a text that the browser has stored. @returns no strokes if the text is not one that `strokesText` writes. */
export function parseStrokes(text: string): readonly Stroke[] {
  if (!hasStrokes(text) || text.length > textLengthMax) return [];
  const strokes = text.split(';').map(parseStroke);
  const valid = strokes.filter((stroke) => stroke !== null);
  return valid.length === strokes.length && valid.length <= strokesMax ? valid : [];
}

/** The strokes as a parameter of the order and of `check_photo`. */
export function strokeParameters(text: string): Readonly<Record<string, string>> {
  return text === '' ? {} : { cut_strokes: text };
}

/** @returns the text of the strokes if they belong to the photo `path`; otherwise an empty text. */
export function strokesFor(kept: CutStrokes | null, path: string): string {
  return kept?.path === path ? kept.text : '';
}
