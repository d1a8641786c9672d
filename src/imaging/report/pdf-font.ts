/**
 * A TrueType font in a PDF. The file contains only the glyphs that the text uses. A map from glyphs to characters lets
 * readers search and copy the text.
 */

import { type ObjectNo, type PdfFile, ref } from './pdf-file.ts';
import type { TrueTypeFont } from './true-type-font.ts';

export interface PdfFont {
  has(character: string): boolean;
  /** Returns the glyphs of the text as a hexadecimal string in PDF syntax, and adds them to the font of the file. */
  encode(text: string): string;
  /** The width of the text at a font size of 1. */
  widthOf(text: string): number;
  isUsed(): boolean;
  /** Writes the font. Call it after all texts are encoded. */
  write(pdf: PdfFile): ObjectNo;
}

/** The glyph that a font draws for a character that it lacks: a box. */
const boxGlyph = 0;
const unknownCharacter = 0xfffd;
/** A PDF states the widths and boxes of glyphs in thousandths of the font size. */
const pdfUnits = 1000;

/** @param name of the font in the file, for example "NotoSans". */
export function pdfFont(font: TrueTypeFont, name: string): PdfFont {
  // PDF names the selection of glyphs by six letters before the font's name.
  const fontName = `AAAAAA+${name}`;
  const used = new Map<number, number>();
  const glyphsOf = (text: string) =>
    [...text].map((character) => {
      const codePoint = character.codePointAt(0) ?? 0;
      return { codePoint, glyph: font.glyphOf(codePoint) };
    });
  const scaled = (units: number) => Math.round((units * pdfUnits) / font.unitsPerEm);
  return {
    has: (character) => glyphsOf(character).every(({ glyph }) => glyph !== boxGlyph),
    isUsed: () => used.size > 0,
    encode(text) {
      const glyphs = glyphsOf(text);
      // One box stands for every character that the font lacks, so a reader copies it as "unknown".
      for (const { codePoint, glyph } of glyphs)
        used.set(glyph, glyph === boxGlyph ? unknownCharacter : codePoint);
      return `<${glyphs.map(({ glyph }) => hex4(glyph)).join('')}>`;
    },
    widthOf(text) {
      const widths = glyphsOf(text).map(({ glyph }) => scaled(font.advanceOf(glyph)));
      return widths.reduce((sum, width) => sum + width, 0) / pdfUnits;
    },
    write(pdf) {
      const program = font.subset(new Set(used.keys()));
      const file = pdf.addStream(program, `/Length1 ${program.length}`);
      const box = font.box.map(scaled).join(' ');
      const [ascent, descent] = [scaled(font.ascent), scaled(font.descent)];
      const descriptor = pdf.add(
        `<< /Type /FontDescriptor /FontName /${fontName} /Flags 4 /FontBBox [${box}] /ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight ${ascent} /StemV 80 /FontFile2 ${ref(file)} >>`,
      );
      const widths = [...used.keys()]
        .sort((a, b) => a - b)
        .map((glyph) => `${glyph} [${scaled(font.advanceOf(glyph))}]`);
      const glyphs = pdf.add(
        `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${fontName} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${ref(descriptor)} /W [${widths.join(' ')}] /CIDToGIDMap /Identity >>`,
      );
      const characters = pdf.addStream(Buffer.from(characterMap(used), 'latin1'));
      return pdf.add(
        `<< /Type /Font /Subtype /Type0 /BaseFont /${fontName} /Encoding /Identity-H /DescendantFonts [${ref(glyphs)}] /ToUnicode ${ref(characters)} >>`,
      );
    },
  };
}

const hex4 = (value: number) => value.toString(16).padStart(4, '0');
/** The maximum number of lines in a block of the map from glyphs to characters. */
const blockLinesMax = 100;

function characterMap(used: ReadonlyMap<number, number>): string {
  const lines = [...used].map(([glyph, codePoint]) => {
    const text = Buffer.from(String.fromCodePoint(codePoint), 'utf16le').swap16().toString('hex');
    return `<${hex4(glyph)}> <${text}>`;
  });
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += blockLinesMax) {
    const block = lines.slice(at, at + blockLinesMax);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
