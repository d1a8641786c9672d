/** Makes pictures for the tests and reads pixels of results. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Makes a folder that is deleted after the test. */
export function scratchFolder(t: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'imaging-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export type PixelAt = (x: number, y: number) => readonly number[];

/** Makes a picture from a function of its pixels, with as many channels as the function returns. */
export function drawn(width: number, height: number, pixelAt: PixelAt): Sharp {
  const channels = pixelAt(0, 0).length;
  if (channels !== 1 && channels !== 3 && channels !== 4) throw new Error('1, 3 or 4 channels');
  const data = new Uint8Array(width * height * channels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) data.set(pixelAt(x, y), (y * width + x) * channels);
  }
  return sharp(data, { raw: { width, height, channels } });
}

/** Left half red, right half blue. The texture makes the file large, so that a truncated file lacks pixels. */
export function redAndBlue(width: number, height: number): Sharp {
  return drawn(width, height, (x, y) => {
    const texture = ((x * 7919) ^ (y * 104_729)) % 24;
    return x < width / 2 ? [200 + texture, texture, texture] : [texture, texture, 200 + texture];
  });
}

export async function pixelsOf(
  file: string,
): Promise<{ width: number; height: number; data: Uint8Array; at: PixelAt }> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const at: PixelAt = (x, y) => [
    ...data.subarray((y * width + x) * channels, (y * width + x + 1) * channels),
  ];
  return { width, height, data, at };
}

/** A valid PNG of black pixels with one bit each: 30,000 × 30,000 pixels take 110 kB. */
export function blackPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
