/** Puts a text that a person entered on one line. Used for the reason of a refund or of an operator's action. */

/**
 * Characters that change the direction of the text around them (UAX #9). With them, a line can look like another
 * text.
 */
export const directionMarks = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** Replaces line breaks and control characters with spaces, and removes marks that change the direction of text. */
export function oneLineText(text: string): string {
  return text
    .replaceAll(directionMarks, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}
