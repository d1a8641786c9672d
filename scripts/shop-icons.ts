/**
 * `node scripts/shop-icons.ts`: makes `favicon.ico` and the icons of the web manifest from the drawn icon. This is not
 * part of `shop-pictures.ts`, because the service's imaging code, which that script loads, disables the decoder for
 * SVG.
 */

import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';

const icons = resolve(import.meta.dirname, '../web/static/icons');
const iconFile = join(icons, 'photokiosk.svg');
/** The colour of the page, `--colour-page` in web/shared/tokens.css. */
const pageColour = '#faf7f2';

/** An ICO file with PNG content, which every browser since 2010 reads. */
function icoOf(pictures: readonly { readonly side: number; readonly png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { side, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(side, at);
    head.writeUInt8(side, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

async function drawIcons(): Promise<void> {
  const drawn = (side: number) => sharp(iconFile, { density: 72 * (side / 16) }).resize(side, side);
  const small = await Promise.all(
    [16, 32, 48].map(async (side) => ({ side, png: await drawn(side).png().toBuffer() })),
  );
  await writeFile(join(icons, 'favicon.ico'), icoOf(small));
  // Phones cut the icon to a circle or a rounded square, so the drawing keeps a margin of a sixth.
  for (const side of [192, 512]) {
    const margin = Math.round(side / 6);
    const input = await drawn(side - 2 * margin)
      .png()
      .toBuffer();
    await sharp({ create: { width: side, height: side, channels: 3, background: pageColour } })
      .composite([{ input, left: margin, top: margin }])
      .png({ compressionLevel: 9, palette: true })
      .toFile(join(icons, `photokiosk-${side}.png`));
  }
}

await drawIcons();
