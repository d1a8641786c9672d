import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sniffFormat } from '../../../src/imaging/codecs/sniff-format.ts';

const cases: readonly (readonly [string, string, string])[] = [
  ['JPEG', '\xff\xd8\xff\xe0\0\x10JFIF', 'jpeg'],
  ['PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'png'],
  ['WebP', 'RIFF\x24\0\0\0WEBPVP8 ', 'webp'],
  ['little-endian TIFF', 'II*\0\x08\0\0\0', 'tiff'],
  ['big-endian TIFF', 'MM\0*\0\0\0\x08', 'tiff'],
  ['AVIF', '\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf', 'avif'],
  ['AVIF that names itself last', '\0\0\0\x1cftypmif1\0\0\0\0mif1miafavif', 'avif'],
  ['AVIF that also has a film', '\0\0\0\x20ftypavif\0\0\0\0avifavismsf1miaf', 'avif'],
  ['AVIF film', '\0\0\0\x20ftypavis\0\0\0\0avifavismsf1miaf', 'known_but_unsupported'],
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'known_but_unsupported'],
  ['AVIF brand outside the box of brands', '\0\0\0\x14ftypheic\0\0\0\0mif1avif', 'known_but_unsupported'],
  ['GIF', 'GIF89a\x01\0\x01\0', 'known_but_unsupported'],
  ['PDF', '%PDF-1.7', 'known_but_unsupported'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg">', 'known_but_unsupported'],
  ['SVG with a declaration', '\xef\xbb\xbf <?xml version="1.0"?><svg>', 'known_but_unsupported'],
  ['film', '\0\0\0\x18ftypisom\0\0\0\0isommp42', 'unknown'],
  ['text', 'hello', 'unknown'],
  ['RIFF audio', 'RIFF\x24\0\0\0WAVEfmt ', 'unknown'],
  ['an empty file', '', 'unknown'],
];

for (const [name, bytes, expected] of cases) {
  test(`the first bytes of ${name} are detected as ${expected}`, () => {
    assert.equal(sniffFormat(Buffer.from(bytes, 'latin1')), expected);
  });
}
