import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { it } from 'node:test';
import sharp from 'sharp';
import { writePrintJpeg } from '../../../src/imaging/codecs/write-print-jpeg.ts';
import { temporaryFolder } from '../portraits.ts';

/** The left half of the picture is blue, the right half red. */
const pixels = new Uint8Array(60 * 40 * 3).map((_, i) => {
  const isBlue = Math.floor(i / 3) % 60 < 30;
  return (i % 3 === 0 && !isBlue) || (i % 3 === 2 && isBlue) ? 220 : 60;
});

it('the JPEG contains its density in JFIF and EXIF and has no chroma subsampling, and the colour of a flat area differs by at most two levels', async () => {
  await using folder = await temporaryFolder();
  const file = folder.file('photo.jpg');
  await writePrintJpeg({ widthPx: 60, heightPx: 40, dpi: 350, pixels, sourceType: null }, file);
  const jpeg = await readFile(file);
  assert.equal(jpeg.readUInt16BE(14), 350);
  const { density, chromaSubsampling } = await sharp(jpeg).metadata();
  assert.deepEqual({ density, chromaSubsampling }, { density: 350, chromaSubsampling: '4:4:4' });
  const decoded = await sharp(jpeg).raw().toBuffer();
  const [r = 0, g = 0, b = 0] = decoded.subarray(3 * 10, 3 * 11);
  assert.ok(Math.max(Math.abs(r - 60), Math.abs(g - 60), Math.abs(b - 220)) <= 2, `${r} ${g} ${b}`);
});

it('writePrintJpeg leaves only the finished file in the folder, and rejects if the folder does not exist', async () => {
  await using folder = await temporaryFolder();
  const file = folder.file('photo.jpg');
  await writePrintJpeg({ widthPx: 60, heightPx: 40, dpi: 300, pixels, sourceType: null }, file);
  assert.deepEqual(await readdir(dirname(file)), ['photo.jpg']);
  const missing = writePrintJpeg(
    { widthPx: 60, heightPx: 40, dpi: 300, pixels, sourceType: null },
    folder.file('no/photo.jpg'),
  );
  await assert.rejects(missing, { code: 'ENOENT' });
});
