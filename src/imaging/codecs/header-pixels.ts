/**
 * Reads the number of pixels from the header of a photo, to estimate the cost of its work. This runs in the service's
 * own process, so it only compares and adds bytes at checked positions and decodes nothing.
 */

import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { sniffFormat } from './sniff-format.ts';

/** The number of bytes that are read first. Only TIFF and JPEG may store the size at a later position. */
const headBytes = 4096;
/**
 * The maximum number of segments of a JPEG that are read to find its size. Cameras write fewer than 30 before the
 * size.
 */
const segmentsMax = 200;

type Read = (position: number, length: number) => Promise<Buffer>;

/**
 * @returns the number of pixels; null if the header is broken or of an unsupported kind. Throws if the file cannot
 * be read.
 */
export async function headerPixels(file: string): Promise<number | null> {
  // Without O_NONBLOCK, an image process could stop all work by a named pipe in the place of a photo.
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const head = await readAt(handle, 0, headBytes);
    const read: Read = (position, length) => readAt(handle, position, length);
    return await pixelsOf(head, read);
  } catch (error) {
    // The header refers to a position outside the bytes, so it is broken.
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    await handle.close();
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function pixelsOf(head: Buffer, read: Read): Promise<number | null> {
  switch (sniffFormat(head)) {
    case 'png':
      return head.readUInt32BE(16) * head.readUInt32BE(20);
    case 'jpeg':
      return jpegPixels(read);
    case 'webp':
      return webpPixels(head);
    case 'avif':
      return avifPixels(head);
    case 'tiff':
      return tiffPixels(head, read);
    default:
      return null;
  }
}

async function jpegPixels(read: Read): Promise<number | null> {
  let at = 2;
  for (let segment = 0; segment < segmentsMax; segment++) {
    const bytes = await read(at, 9);
    const marker = bytes.readUInt8(1);
    if (bytes.readUInt8(0) !== 0xff) return null;
    const isSize = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isSize) return bytes.readUInt16BE(5) * bytes.readUInt16BE(7);
    // Any number of fill bytes (0xFF) may precede a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(2);
  }
  return null;
}

function webpPixels(head: Buffer): number | null {
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return (head.readUIntLE(24, 3) + 1) * (head.readUIntLE(27, 3) + 1);
    case 'VP8 ':
      return (head.readUInt16LE(26) & 0x3fff) * (head.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1);
    }
    default:
      return null;
  }
}

/**
 * Returns the largest size in the `ispe` boxes: a tiled picture has one box for a tile and one for the whole.
 */
function avifPixels(head: Buffer): number | null {
  let pixels: number | null = null;
  for (let at = head.indexOf('ispe'); at >= 0; at = head.indexOf('ispe', at + 4)) {
    pixels = Math.max(pixels ?? 0, head.readUInt32BE(at + 8) * head.readUInt32BE(at + 12));
  }
  return pixels;
}

async function tiffPixels(head: Buffer, read: Read): Promise<number | null> {
  const isLittle = head.readUInt8(0) === 0x49;
  const u16 = (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (bytes: Buffer, at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  // The number of pixels of a BigTIFF (version 43) is not read, because the format is rare.
  if (u16(head, 2) !== 42) return null;
  const directory = u32(head, 4);
  const count = u16(await read(directory, 2), 0);
  const entries = await read(directory + 2, count * 12);
  const sides = new Map<number, number>();
  for (let at = 0; at + 12 <= entries.length; at += 12) {
    const isShort = u16(entries, at + 2) === 3;
    sides.set(u16(entries, at), isShort ? u16(entries, at + 8) : u32(entries, at + 8));
  }
  const [width, height] = [sides.get(256), sides.get(257)];
  return width === undefined || height === undefined ? null : width * height;
}
