import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import sharp from 'sharp';
import { idPhotoSizes, oneInch } from '../../../src/domain/goods/id-photo.ts';
import { sheetDpi, sheetLayout } from '../../../src/domain/goods/print-sheet.ts';
import { makeSheet } from '../../../src/imaging/tasks/make-sheet.ts';
import { pixelsOf, redAndBlue } from '../pictures.ts';
import { temporaryFolder } from '../portraits.ts';

it('a print sheet of 300 dpi has a photo in every place, white gaps, and grey cutting lines', async () => {
  await using folder = await temporaryFolder();
  const [sourceFile, targetFile] = [folder.file('photo.jpg'), folder.file('sheet.jpg')];
  await redAndBlue(oneInch.widthPx, oneInch.heightPx).jpeg({ quality: 96 }).toFile(sourceFile);
  const layout = sheetLayout('four_r', oneInch);
  assert.ok(layout !== undefined);
  const outcome = await makeSheet({ kind: 'sheet', sourceFile, targetFile, layout, dpi: sheetDpi });
  assert.deepEqual(outcome, {
    kind: 'made',
    size: { widthPx: 1795, heightPx: 1205 },
    contentType: 'image/jpeg',
  });
  const { at } = await pixelsOf(targetFile);
  for (const left of layout.lefts) {
    for (const top of layout.tops) {
      const [red = 0, , redsBlue = 0] = at(left + 20, top + 20);
      const [bluesRed = 0, , blue = 0] = at(left + oneInch.widthPx - 20, top + oneInch.heightPx - 20);
      assert.ok(red > 180 && redsBlue < 60 && blue > 180 && bluesRed < 60);
      const inGap = at(left - 15, top + 100);
      assert.ok(
        inGap.every((value) => value > 245),
        `${inGap}`,
      );
      const onLine = at(left - 1, top - 12);
      assert.ok(
        onLine.every((value) => value > 120 && value < 225),
        `${onLine}`,
      );
    }
  }
  const jpeg = await readFile(targetFile);
  assert.equal((await sharp(jpeg).metadata()).density, 300);
  assert.equal(jpeg.readUInt16BE(14), 300);
});

it('a photo of 350 dpi has the same printed size on a print sheet of 300 dpi as alone', async () => {
  await using folder = await temporaryFolder();
  const [sourceFile, targetFile] = [folder.file('photo.jpg'), folder.file('sheet.jpg')];
  const card = idPhotoSizes.social_security;
  await redAndBlue(card.widthPx, card.heightPx).jpeg({ quality: 96 }).toFile(sourceFile);
  const layout = sheetLayout('four_r', card);
  assert.ok(layout !== undefined);
  await makeSheet({ kind: 'sheet', sourceFile, targetFile, layout, dpi: sheetDpi });
  const { at } = await pixelsOf(targetFile);
  const [left = 0, top = 0] = [layout.lefts[0], layout.tops[0]];
  const [, , blueInside = 0] = at(left + layout.copy.widthPx - 10, top + 100);
  const [redBeyond = 0] = at(left + layout.copy.widthPx + 15, top + 100);
  assert.ok(blueInside > 180 && redBeyond > 245, `${blueInside}, ${redBeyond}`);
});
