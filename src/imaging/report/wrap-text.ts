/** Breaks a text into lines: between words, and between Chinese characters. */

import type { ReportFonts } from './report-fonts.ts';

type Measure = Pick<ReportFonts, 'widthOf'>;

/**
 * A Chinese character with the marks that must not begin a line, a word, or spaces. Chinese and full-width characters
 * begin at U+2E80; rare Chinese characters are beyond U+20000.
 */
const piece =
  /[\u2e80-\uffef\u{20000}-\u{3ffff}][，。、：；！？）】》”]*|[^\s\u2e80-\uffef\u{20000}-\u{3ffff}]+|\s+/gu;
const ellipsis = '…';

/** @returns at most `linesMax` lines; a longer text ends with an ellipsis. */
export function wrapText(
  text: string,
  { fonts, sizePt, widthPt, linesMax }: { fonts: Measure; sizePt: number; widthPt: number; linesMax: number },
): string[] {
  const fits = (line: string) => sizePt * fonts.widthOf(line) <= widthPt;
  const lines: string[] = [];
  let line = '';
  for (const part of piecesOf(text, fits)) {
    if (fits(line + part.trimEnd())) line += part;
    else {
      lines.push(line.trimEnd());
      line = part.trimStart();
    }
  }
  lines.push(line.trimEnd());
  if (lines.length <= linesMax) return lines;
  const last = lines.slice(linesMax - 1).join(' ');
  return [...lines.slice(0, linesMax - 1), shortened(last, fits)];
}

/** @returns the text, or its beginning with an ellipsis. */
export function shortened(text: string, fits: (line: string) => boolean): string {
  if (fits(text)) return text;
  const characters = [...text];
  const beginning = (length: number) => `${characters.slice(0, length).join('').trimEnd()}${ellipsis}`;
  let [fitting, tooLong] = [0, characters.length];
  while (tooLong - fitting > 1) {
    const middle = (fitting + tooLong) >> 1;
    if (fits(beginning(middle))) fitting = middle;
    else tooLong = middle;
  }
  return beginning(fitting);
}

/** A word that is longer than a line, such as an address, may be broken anywhere. */
function piecesOf(text: string, fits: (line: string) => boolean): string[] {
  return (text.match(piece) ?? []).flatMap((part) => (fits(part) ? [part] : [...part]));
}
