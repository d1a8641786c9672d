/** Makes a JPEG longer without changing its picture, for offices that ask for a minimum file size. */

const segmentBytesMax = 65_535;
/** Marker and length of a segment. The length counts its own two bytes. */
const headerBytes = 4;
const filler = 0x20;

/**
 * Adds comment segments after SOI and the JFIF header until the file has exactly `minBytes`, or up to four bytes
 * more, because a segment cannot be shorter than its header.
 */
export function padJpeg(jpeg: Uint8Array, minBytes: number): Uint8Array {
  const missing = minBytes - jpeg.length;
  if (missing <= 0) return jpeg;
  const segments: Buffer[] = [];
  for (let left = Math.max(missing, headerBytes); left > 0; ) {
    const bytes = Math.min(left, segmentBytesMax);
    segments.push(commentOf(Math.max(bytes, headerBytes)));
    left -= bytes;
  }
  const at = endOfFirstHeader(jpeg);
  return Buffer.concat([jpeg.subarray(0, at), ...segments, jpeg.subarray(at)]);
}

function commentOf(bytes: number): Buffer {
  const segment = Buffer.alloc(bytes, filler);
  segment.set([0xff, 0xfe]);
  segment.writeUInt16BE(bytes - 2, 2);
  return segment;
}

function endOfFirstHeader(jpeg: Uint8Array): number {
  const isJfif = jpeg[2] === 0xff && jpeg[3] === 0xe0;
  return isJfif ? 4 + (((jpeg[4] ?? 0) << 8) | (jpeg[5] ?? 0)) : 2;
}
