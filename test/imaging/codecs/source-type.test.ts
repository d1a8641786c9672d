/** The label in the metadata of finished files that says that a net has made or changed the picture. */

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { oneInch } from '../../../src/domain/goods/id-photo.ts';
import { sheetLayout } from '../../../src/domain/goods/print-sheet.ts';
import { readAigc, readSourceType } from '../../../src/imaging/codecs/source-type.ts';
import { colourisePhoto } from '../../../src/imaging/tasks/colourise-photo.ts';
import { makeIdPhoto } from '../../../src/imaging/tasks/make-id-photo.ts';
import { makeSheet } from '../../../src/imaging/tasks/make-sheet.ts';
import { portrait, temporaryFolder } from '../portraits.ts';

const labelOf = async (file: string) => readSourceType((await sharp(file).metadata()).xmp);

describe('the label of', () => {
  it('an ID photo on a new background is also written into its print sheet', async () => {
    await using folder = await temporaryFolder();
    const [sourceFile, photo, sheet] = [folder.file('a.jpg'), folder.file('b.jpg'), folder.file('c.jpg')];
    await writeFile(sourceFile, await portrait().jpeg().toBuffer());
    const task = { kind: 'id_photo', sourceFile, targetFile: photo, size: oneInch } as const;
    await makeIdPhoto({ ...task, background: 'red', isCorrected: false }, () => {});
    assert.equal(await labelOf(photo), 'algorithmicallyEnhanced');
    const layout = sheetLayout('four_r', oneInch) ?? assert.fail('no layout');
    await makeSheet({ kind: 'sheet', sourceFile: photo, targetFile: sheet, layout, dpi: 300 });
    assert.equal(await labelOf(sheet), 'algorithmicallyEnhanced');
    const [first, second] = [await sharp(photo).metadata(), await sharp(sheet).metadata()];
    assert.deepEqual([first.density, second.density], [300, 300]);
  });

  it('a colourised photo states that a net made its colours', async () => {
    await using folder = await temporaryFolder();
    const [sourceFile, targetFile] = [folder.file('a.jpg'), folder.file('b.jpg')];
    await writeFile(sourceFile, await portrait().resize({ width: 200 }).greyscale().jpeg().toBuffer());
    await colourisePhoto({ kind: 'colourise', sourceFile, targetFile }, () => {});
    assert.equal(await labelOf(targetFile), 'compositeWithTrainedAlgorithmicMedia');
  });

  it('an ID photo contains the producer and the content number that GB 45438-2025 demands, and its print sheet has the same label', async () => {
    await using folder = await temporaryFolder();
    const [sourceFile, photo, sheet] = [folder.file('a.jpg'), folder.file('b.jpg'), folder.file('c.jpg')];
    await writeFile(sourceFile, await portrait().jpeg().toBuffer());
    const aigc = { producer: '老照片 <"A&B">', produceId: 'abc' };
    const task = { kind: 'id_photo', sourceFile, targetFile: photo, size: oneInch, aigc } as const;
    await makeIdPhoto({ ...task, background: 'red', isCorrected: false }, () => {});
    const { xmp } = await sharp(photo).metadata();
    assert.deepEqual(readAigc(xmp), aigc);
    const [, json = ''] = /<TC260:AIGC>(.*)<\/TC260:AIGC>/.exec(String(xmp)) ?? [];
    assert.match(
      json,
      /&quot;Label&quot;:&quot;1&quot;.*&quot;ContentPropagator&quot;.*&quot;ReservedCode2&quot;/,
    );
    const layout = sheetLayout('four_r', oneInch) ?? assert.fail('no layout');
    await makeSheet({ kind: 'sheet', sourceFile: photo, targetFile: sheet, layout, dpi: 300 });
    const sheetXmp = (await sharp(sheet).metadata()).xmp;
    assert.deepEqual(readAigc(sheetXmp), aigc);
    assert.equal(readSourceType(sheetXmp), 'algorithmicallyEnhanced');
  });

  it('a colourised photo is the source type that the owners chose, or is absent if they chose none', async () => {
    await using folder = await temporaryFolder();
    const sourceFile = folder.file('a.jpg');
    await writeFile(sourceFile, await portrait().resize({ width: 200 }).greyscale().jpeg().toBuffer());
    for (const sourceType of ['trainedAlgorithmicMedia', null] as const) {
      const targetFile = folder.file(`${sourceType}.jpg`);
      await colourisePhoto({ kind: 'colourise', sourceFile, targetFile, sourceType }, () => {});
      assert.equal(await labelOf(targetFile), sourceType);
    }
  });

  it('a file without XMP metadata, or with the XMP metadata of another program, is read as null', () => {
    assert.equal(readSourceType(undefined), null);
    assert.equal(readSourceType(Buffer.from('<x:xmpmeta/>')), null);
  });
});
