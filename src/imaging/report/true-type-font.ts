/**
 * Reads a TrueType font in a WOFF file, and writes the glyphs that a document uses as a font of its own. Glyphs keep
 * their numbers, so that the smaller font needs no new character map: PDF refers to glyphs by number. Hinting and layout
 * tables are left out; a PDF does not need them.
 *
 * @see https://www.w3.org/TR/WOFF/ and the OpenType specification, tables `cmap`, `glyf`, `loca`, `hmtx`.
 */

import { inflateSync } from 'node:zlib';

export interface TrueTypeFont {
  readonly unitsPerEm: number;
  /** How far letters extend above (`ascent`) and below (`descent`) the base line, in font units. */
  readonly ascent: number;
  readonly descent: number;
  /** Left, bottom, right, top of all glyphs, in font units. */
  readonly box: readonly [number, number, number, number];
  /** @returns 0, the glyph for a missing character, if the font lacks the character. */
  glyphOf(codePoint: number): number;
  /** In font units. */
  advanceOf(glyph: number): number;
  /** Returns a TrueType file with only these glyphs. */
  subset(glyphs: ReadonlySet<number>): Buffer;
}

const signature = 'wOFF';
const headerBytes = 44;
const entryBytes = 20;

/** @throws Error if the file is not a WOFF file with TrueType outlines. */
export function openFont(file: Buffer): TrueTypeFont {
  const tables = readTables(file);
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (found === undefined) throw new Error(`the font has no table ${tag}`);
    return found;
  };
  const head = table('head');
  const hhea = table('hhea');
  const hmtx = table('hmtx');
  const metricsCount = hhea.readUInt16BE(34);
  const outlines = openOutlines(head, table('loca'), table('glyf'));
  return {
    unitsPerEm: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    glyphOf: openCharacterMap(table('cmap')),
    // All glyphs after the last full entry of the table have the width of the last full entry.
    advanceOf: (glyph) => hmtx.readUInt16BE(4 * Math.min(glyph, metricsCount - 1)),
    subset: (glyphs) => {
      const { glyf, loca } = outlines.keep(glyphs);
      const longHead = Buffer.from(head);
      longHead.writeInt16BE(1, 50);
      return writeFont(
        new Map([
          ['glyf', glyf],
          ['head', longHead],
          ['hhea', hhea],
          ['hmtx', hmtx],
          ['loca', loca],
          ['maxp', table('maxp')],
        ]),
      );
    },
  };
}

function readTables(file: Buffer): ReadonlyMap<string, Buffer> {
  if (file.toString('latin1', 0, 4) !== signature) throw new Error('the font is no WOFF file');
  const tables = new Map<string, Buffer>();
  for (let i = 0; i < file.readUInt16BE(12); i++) {
    const at = headerBytes + entryBytes * i;
    const [offset, storedBytes, bytes] = [4, 8, 12].map((field) => file.readUInt32BE(at + field));
    if (offset === undefined || storedBytes === undefined || bytes === undefined) break;
    const stored = file.subarray(offset, offset + storedBytes);
    // A table that does not become smaller is stored as it is.
    tables.set(file.toString('latin1', at, at + 4), storedBytes < bytes ? inflateSync(stored) : stored);
  }
  return tables;
}

interface Outlines {
  keep(glyphs: ReadonlySet<number>): { readonly glyf: Buffer; readonly loca: Buffer };
}

function openOutlines(head: Buffer, loca: Buffer, glyf: Buffer): Outlines {
  const isLong = head.readInt16BE(50) === 1;
  const count = loca.length / (isLong ? 4 : 2) - 1;
  const offsetOf = (glyph: number) =>
    isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph);
  const outlineOf = (glyph: number) => glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1));
  return {
    keep(glyphs) {
      const kept = new Set([0, ...glyphs]);
      // The loop also visits elements that are added to the set during the loop.
      for (const glyph of kept) for (const part of partsOf(outlineOf(glyph))) kept.add(part);
      const outlines: Buffer[] = [];
      const offsets = Buffer.alloc(4 * (count + 1));
      let bytes = 0;
      for (let glyph = 0; glyph < count; glyph++) {
        offsets.writeUInt32BE(bytes, 4 * glyph);
        if (!kept.has(glyph)) continue;
        const outline = padded(outlineOf(glyph));
        outlines.push(outline);
        bytes += outline.length;
      }
      offsets.writeUInt32BE(bytes, 4 * count);
      return { glyf: Buffer.concat(outlines), loca: offsets };
    },
  };
}

/** The flag bits of a part of a composite glyph (table `glyf`). */
const composite = { wordArguments: 1, scale: 8, more: 32, twoScales: 64, matrix: 128 } as const;
const outlineHeaderBytes = 10;

/** The glyphs of which a composite glyph, such as a letter with an accent, is drawn. */
function partsOf(outline: Buffer): number[] {
  if (outline.length < outlineHeaderBytes || outline.readInt16BE(0) >= 0) return [];
  const parts: number[] = [];
  let at = outlineHeaderBytes;
  for (;;) {
    const flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    if ((flags & composite.more) === 0) return parts;
    const scaleBytes =
      (flags & composite.matrix) !== 0
        ? 8
        : (flags & composite.twoScales) !== 0
          ? 4
          : (flags & composite.scale) !== 0
            ? 2
            : 0;
    at += 4 + ((flags & composite.wordArguments) !== 0 ? 4 : 2) + scaleBytes;
  }
}

/** The map of format 4 for Unicode's first plane, which every font has. */
function openCharacterMap(cmap: Buffer): (codePoint: number) => number {
  let map: Buffer | undefined;
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const subtable = cmap.subarray(cmap.readUInt32BE(4 + 8 * i + 4));
    if (subtable.readUInt16BE(0) === 4) map = subtable;
  }
  if (map === undefined) throw new Error('the font has no character map of format 4');
  const glyphs = glyphsOfFormat4(map);
  return (codePoint) => glyphs.get(codePoint) ?? 0;
}

function glyphsOfFormat4(map: Buffer): ReadonlyMap<number, number> {
  const doubled = map.readUInt16BE(6);
  const [ends, starts, deltas, offsets] = [14, 16 + doubled, 16 + 2 * doubled, 16 + 3 * doubled] as const;
  const glyphs = new Map<number, number>();
  for (let at = 0; at < doubled; at += 2) {
    const start = map.readUInt16BE(starts + at);
    const delta = map.readUInt16BE(deltas + at);
    const offset = map.readUInt16BE(offsets + at);
    for (let code = start; code <= map.readUInt16BE(ends + at) && code < 0xffff; code++) {
      // A segment either maps consecutive characters to consecutive glyphs, or refers to a list of glyphs that
      // follows.
      const listed = offset === 0 ? code : map.readUInt16BE(offsets + at + offset + 2 * (code - start));
      if (offset === 0 || listed !== 0) glyphs.set(code, (listed + delta) & 0xffff);
    }
  }
  return glyphs;
}

/** Writes tables, which must be in the order of their tags, as a TrueType file. */
function writeFont(tables: ReadonlyMap<string, Buffer>): Buffer {
  const directory = Buffer.alloc(12 + 16 * tables.size);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(tables.size, 4);
  const power = 2 ** Math.floor(Math.log2(tables.size));
  directory.writeUInt16BE(16 * power, 6);
  directory.writeUInt16BE(Math.log2(power), 8);
  directory.writeUInt16BE(16 * (tables.size - power), 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  let at = 12;
  for (const [tag, table] of tables) {
    const content = padded(table);
    directory.write(tag, at, 'latin1');
    directory.writeUInt32BE(checksumOf(content), at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(table.length, at + 12);
    parts.push(content);
    offset += content.length;
    at += 16;
  }
  return Buffer.concat(parts);
}

/** The sum of the 32-bit words, modulo 2³². */
function checksumOf(content: Buffer): number {
  let sum = 0;
  for (let at = 0; at < content.length; at += 4) sum = (sum + content.readUInt32BE(at)) >>> 0;
  return sum;
}

/** Tables and outlines begin at multiples of four bytes. */
function padded(content: Buffer): Buffer {
  const missing = -content.length & 3;
  return missing === 0 ? content : Buffer.concat([content, Buffer.alloc(missing)]);
}
