/** Cleans texts of several lines that people enter: the notes of customers and the shop's replies. */

import { directionMarks } from './one-line-text.ts';

/** Keeps line breaks, at most one empty line in a row. Replaces other control characters with spaces. */
export function textOfLines(text: string): string {
  return text
    .replaceAll(directionMarks, '')
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[^\S\n]|[^\P{Cc}\n]/gu, ' ')
    .replaceAll(/ *\n */gu, '\n')
    .replaceAll(/\n{3,}/gu, '\n\n')
    .trim();
}
