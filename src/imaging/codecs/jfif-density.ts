/** Reads the print density from the bytes of a finished JPEG. It shares no code with the writer of the file. */

const startOfFrame = [0xc0, 0xc1, 0xc2];

/**
 * @returns the dots per inch in the JFIF header; null if there is no such header before the frame header, or if its
 * unit is not the inch.
 */
export function jfifDensity(jpeg: Uint8Array): number | null {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return null;
  for (let at = 2; at + 4 <= jpeg.length && jpeg[at] === 0xff; ) {
    const marker = jpeg[at + 1] ?? 0;
    if (startOfFrame.includes(marker)) return null;
    const isJfif = marker === 0xe0 && String.fromCharCode(...jpeg.subarray(at + 4, at + 8)) === 'JFIF';
    if (isJfif) {
      const inInches = jpeg[at + 11] === 1;
      return inInches ? 256 * (jpeg[at + 12] ?? 0) + (jpeg[at + 13] ?? 0) : null;
    }
    at += 2 + 256 * (jpeg[at + 2] ?? 0) + (jpeg[at + 3] ?? 0);
  }
  return null;
}
