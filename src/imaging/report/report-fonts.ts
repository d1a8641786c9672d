/** Draws each character of the report in the first of the fonts that has it. */

import type { Language } from '../../domain/language.ts';
import { type PdfFile, ref } from './pdf-file.ts';
import type { PdfFont } from './pdf-font.ts';

export interface ReportFonts {
  /** Returns the PDF operators that show the text, and adds its glyphs to the fonts of the file. */
  show(text: string, sizePt: number): string;
  /** The width of the text at a font size of 1. */
  widthOf(text: string): number;
  /** Writes the used fonts. Call it after all texts are shown. Returns the dictionary of fonts in PDF syntax. */
  write(pdf: PdfFile): string;
}

/** @param fonts the first one draws the characters that none has, as boxes. */
export function reportFonts(fonts: readonly [PdfFont, ...PdfFont[]], language: Language): ReportFonts {
  const nameOf = (font: PdfFont) => `F${fonts.indexOf(font)}`;
  const runsOf = (text: string) => {
    const runs: { font: PdfFont; text: string }[] = [];
    for (const character of language === 'zh' ? text.normalize() : withNarrowQuotes(text.normalize())) {
      const font = fonts.find((each) => each.has(character)) ?? fonts[0];
      const last = runs.at(-1);
      if (last?.font === font) last.text += character;
      else runs.push({ font, text: character });
    }
    return runs;
  };
  return {
    show: (text, sizePt) =>
      runsOf(text)
        .map((run) => `/${nameOf(run.font)} ${sizePt} Tf ${run.font.encode(run.text)} Tj`)
        .join(' '),
    widthOf: (text) => runsOf(text).reduce((sum, run) => sum + run.font.widthOf(run.text), 0),
    write(pdf) {
      const used = fonts.filter((font) => font.isUsed());
      return `<< ${used.map((font) => `/${nameOf(font)} ${ref(font.write(pdf))}`).join(' ')} >>`;
    },
  };
}

/** The Chinese font draws curved quotation marks as wide as a Chinese character, which leaves gaps in other languages. */
function withNarrowQuotes(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
}
