/** Detects a file's format from its first bytes. The file's name and the type that a client declares are ignored. */

import { open } from 'node:fs/promises';

/** The number of first bytes that the detection reads. */
const sniffedBytes = 256;

export type SniffedFormat = 'jpeg' | 'png' | 'webp' | 'tiff' | 'avif' | 'known_but_unsupported' | 'unknown';

export async function sniffFile(file: string): Promise<SniffedFormat> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sniffedBytes), 0, sniffedBytes, 0);
    return sniffFormat(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** The first bytes of each format, written as Latin-1 text. */
const signatures: readonly (readonly [string, SniffedFormat])[] = [
  ['\xff\xd8\xff', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  // BigTIFF.
  ['II+\0', 'tiff'],
  ['MM\0+', 'tiff'],
  ['GIF87a', 'known_but_unsupported'],
  ['GIF89a', 'known_but_unsupported'],
  ['BM', 'known_but_unsupported'],
  ['%PDF-', 'known_but_unsupported'],
  ['8BPS', 'known_but_unsupported'],
  ['\xff\x0a', 'known_but_unsupported'],
  ['\0\0\0\x0cJXL ', 'known_but_unsupported'],
  ['\0\0\0\x0cjP  ', 'known_but_unsupported'],
  ['\0\0\x01\0', 'known_but_unsupported'],
  ['FUJIFILMCCD-RAW', 'known_but_unsupported'],
];

export function sniffFormat(head: Uint8Array): SniffedFormat {
  const text = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, sniffedBytes)).toString(
    'latin1',
  );
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.slice(4, 8) === 'ftyp') return sniffIsoMedia(text);
  if (/^(\xef\xbb\xbf)?\s*<(\?xml|svg|!DOCTYPE svg)/i.test(text)) return 'known_but_unsupported';
  return signatures.find(([start]) => text.startsWith(start))?.[1] ?? 'unknown';
}

/**
 * ISO base media, the container of AVIF, HEIC and films. The image library decodes AVIF, except a film whose first
 * brand is `avis`. It does not decode HEIC, whose codec (HEVC) is patented and left out of the library's build.
 */
function sniffIsoMedia(text: string): SniffedFormat {
  const boxBytes = Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE();
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= Math.min(boxBytes, text.length); at += 4) brands.push(text.slice(at, at + 4));
  if (brands[0] === 'avis') return 'known_but_unsupported';
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  const isStill = brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif[12]|msf1|crx )$/.test(brand));
  return isStill ? 'known_but_unsupported' : 'unknown';
}
