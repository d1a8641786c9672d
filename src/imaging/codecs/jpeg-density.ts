/**
 * Writes the print density into the JFIF header of a JPEG. Photo labs and the command `file` read it there.
 * The encoder writes the density to EXIF only, and omits the JFIF header when there is EXIF.
 */

const markerPrefix = 0xff;
const startOfImage = 0xd8;
const app0 = 0xe0;
const dotsPerInch = 1;

/** Returns the JPEG with exactly one JFIF header, placed directly after SOI as the format requires. */
export function withJfifDensity(jpeg: Uint8Array, dpi: number): Uint8Array {
  if (jpeg[0] !== markerPrefix || jpeg[1] !== startOfImage) throw new Error('Not a JPEG');
  if (!Number.isInteger(dpi) || dpi < 1 || dpi > 0xffff)
    throw new RangeError(`Density ${dpi} is not a uint16`);
  const header = Buffer.alloc(18);
  header.set([markerPrefix, app0]);
  header.writeUInt16BE(16, 2);
  header.write('JFIF\0', 4, 'latin1');
  header.writeUInt16BE(0x0102, 9);
  header.writeUInt8(dotsPerInch, 11);
  header.writeUInt16BE(dpi, 12);
  header.writeUInt16BE(dpi, 14);
  return Buffer.concat([jpeg.subarray(0, 2), header, afterOldHeader(jpeg)]);
}

function afterOldHeader(jpeg: Uint8Array): Uint8Array {
  const isHeader = jpeg[2] === markerPrefix && jpeg[3] === app0;
  if (!isHeader) return jpeg.subarray(2);
  const length = ((jpeg[4] ?? 0) << 8) | (jpeg[5] ?? 0);
  return jpeg.subarray(4 + length);
}
