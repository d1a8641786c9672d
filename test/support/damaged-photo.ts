/** Damages a photo for tests: white scratches across it, as on a print that was folded and scraped. */

import sharp from 'sharp';

export async function damagedPhoto(photo: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = await sharp(photo).metadata();
  const line = (x1: number, y1: number, x2: number, y2: number, thickness: number) =>
    `<line x1="${x1 * width}" y1="${y1 * height}" x2="${x2 * width}" y2="${y2 * height}" stroke="#fff" stroke-width="${thickness}"/>`;
  const scratches = [line(0.1, 0, 0.2, 1, 2.5), line(0.75, 0, 0.95, 0.8, 2), line(0, 0.85, 1, 0.9, 3)];
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${scratches.join('')}</svg>`;
  const damaged = await sharp(photo)
    .composite([{ input: Buffer.from(drawn) }])
    .jpeg({ quality: 92 })
    .toBuffer();
  return new Uint8Array(damaged);
}
