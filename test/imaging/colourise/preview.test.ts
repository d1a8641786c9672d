/** The free preview of a colourisation. */

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { checkPhoto } from '../../../src/imaging/tasks/check-photo.ts';
import { colourisePhoto } from '../../../src/imaging/tasks/colourise-photo.ts';
import { portrait, temporaryFolder } from '../portraits.ts';

/** @returns the pixels of a picture at this size, and the mean of red minus blue over all of them. */
async function pixelsOf(file: string, width: number, height: number) {
  const pixels = await sharp(file).removeAlpha().resize({ width, height, fit: 'fill' }).raw().toBuffer();
  let redBlue = 0;
  for (let i = 0; i < pixels.length; i += 3) redBlue += (pixels[i] ?? 0) - (pixels[i + 2] ?? 0);
  return { pixels, redBlue: redBlue / (width * height) };
}

describe('the preview of a colourisation', () => {
  it('has the colours of the product, is at most 480 px long, and has a watermark', async () => {
    await using folder = await temporaryFolder();
    const [sourceFile, targetFile] = [folder.file('grey.jpg'), folder.file('coloured.jpg')];
    await portrait().resize({ width: 1000 }).greyscale().jpeg().toFile(sourceFile);
    const task = { kind: 'check', sourceFile, idPhoto: null } as const;
    assert.equal((await checkPhoto({ ...task, withPreview: false })).preview, null, 'only when requested');
    const { preview } = await checkPhoto({ ...task, withPreview: true });
    assert.ok(preview !== null && preview.length <= 39_000);

    const previewFile = folder.file('preview.webp');
    await writeFile(previewFile, Buffer.from(preview, 'base64'));
    await colourisePhoto({ kind: 'colourise', sourceFile, targetFile }, () => undefined);
    const { width, height } = await sharp(previewFile).metadata();
    assert.equal(Math.max(width, height), 480);
    const shown = await pixelsOf(previewFile, width, height);
    const sold = await pixelsOf(targetFile, width, height);
    assert.ok(Math.abs(sold.redBlue) > 3, 'the product has colour');
    // The watermark moves all channels alike towards white and black, which weakens the colour by a tenth.
    assert.ok(Math.abs(shown.redBlue - sold.redBlue) < 6, `${shown.redBlue} instead of ${sold.redBlue}`);
    let marked = 0;
    for (let i = 1; i < shown.pixels.length; i += 3) {
      if (Math.abs((shown.pixels[i] ?? 0) - (sold.pixels[i] ?? 0)) > 20) marked++;
    }
    const share = marked / (width * height);
    assert.ok(share > 0.08 && share < 0.5, `${share} of the pixels are marked`);
  });
});
