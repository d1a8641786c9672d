/** Text of people as one line, for reasons that operators, customers and payment providers read. */

/** Characters that change the direction of the text around them (UAX #9), so that a line can read as another one. */
export const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Replaces line breaks and control characters with spaces, and removes marks that change the direction of text. */
export function oneLineText(text: string): string {
  return text
    .replaceAll(directionMarks, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
