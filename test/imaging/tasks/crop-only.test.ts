/** Photos of which the service makes only a crop: the pixels are those of the upload, cropped and resized. */

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { findDocumentRule } from '../../../src/domain/documents/document-rules.ts';
import { headBandsOf } from '../../../src/domain/documents/head-bands.ts';
import { judgePhoto } from '../../../src/domain/documents/judge-photo.ts';
import { oneInch } from '../../../src/domain/goods/id-photo.ts';
import { photoSpecOf } from '../../../src/domain/goods/photo-details.ts';
import { headCropPipeline } from '../../../src/imaging/id-photo/cut-out.ts';
import { printEnlargementMax } from '../../../src/imaging/id-photo/pipeline.ts';
import { cropPhoto } from '../../../src/imaging/id-photo/steps/crop-photo.ts';
import { checkPhoto } from '../../../src/imaging/tasks/check-photo.ts';
import { makeIdPhoto } from '../../../src/imaging/tasks/make-id-photo.ts';
import { measureFile } from '../../../src/imaging/tasks/measure-file.ts';
import { groupFile, temporaryFolder } from '../portraits.ts';

/**
 * The portrait with room on all sides, rotated clockwise by `degrees`. Before the rotation, the head leans 5.5° to the
 * left.
 */
async function roomyPortrait(degrees: number): Promise<Sharp> {
  const wide = await sharp(groupFile).extract({ left: 0, top: 330, width: 625, height: 1000 }).toBuffer();
  const border = { left: 250, right: 250, top: 200, background: '#dddddd' };
  const extended = await sharp(wide).extend(border).png().toBuffer();
  return sharp(await sharp(extended).rotate(degrees, { background: '#dddddd' }).png().toBuffer());
}

async function cropped(photo: Sharp) {
  await using folder = await temporaryFolder();
  const [sourceFile, targetFile] = [folder.file('source.png'), folder.file('target.jpg')];
  await writeFile(sourceFile, await photo.png().toBuffer());
  const crop = await headCropPipeline.run({ sourceFile, size: oneInch, enlargementMax: printEnlargementMax });
  assert.ok(crop.kind === 'done', 'the photo is refused');
  const result = await cropPhoto(crop.values, crop.values.headCrop, oneInch);
  assert.ok('plainCrop' in result, 'the crop is refused');
  const task = { kind: 'id_photo', sourceFile, targetFile, size: oneInch } as const;
  const outcome = await makeIdPhoto({ ...task, background: 'photographed', isCorrected: false }, () => {});
  assert.equal(outcome.kind, 'made');
  return { ...result, source: await readFile(sourceFile), jpeg: await readFile(targetFile) };
}

describe('a photo that is only cropped', () => {
  it('has exactly the pixels of a plain crop and resize of the upload', async () => {
    const { plainCrop, pixels, source, jpeg } = await cropped(await roomyPortrait(5.5));
    assert.equal(plainCrop.rollRad, 0);
    const plain = sharp(source).extract(plainCrop.part).resize(295, 413, { fit: 'fill' });
    assert.deepEqual(pixels, await plain.clone().removeAlpha().raw().toBuffer());
    const plainJpeg = await plain.jpeg({ quality: 96, chromaSubsampling: '4:4:4' }).toBuffer();
    assert.deepEqual(await sharp(jpeg).raw().toBuffer(), await sharp(plainJpeg).raw().toBuffer());
  });

  it('is rotated so that the head is upright, and otherwise has the pixels of a plain crop', async () => {
    const { plainCrop, pixels, source } = await cropped(await roomyPortrait(14));
    const { part, rollRad, cut } = plainCrop;
    assert.ok(Math.abs((rollRad * 180) / Math.PI) > 4, `turned by ${rollRad}`);
    assert.ok(cut !== null);
    const level = await sharp(await sharp(source).extract(part).removeAlpha().png().toBuffer())
      .rotate((-rollRad * 180) / Math.PI, { background: '#808080' })
      .png()
      .toBuffer();
    const plain = sharp(level).extract(cut).resize(295, 413, { fit: 'fill' });
    assert.deepEqual(pixels, await plain.raw().toBuffer());
  });

  it('of a document is cropped at another allowed position of the head if it has too little room for the best one', async () => {
    await using folder = await temporaryFolder();
    const sourceFile = folder.file('source.jpg');
    // Above the hair, 0.115 of the head's height is left. The best position needs 0.14, and the rule 0.09 or more.
    const photo = (await roomyPortrait(5.5)).extract({ left: 0, top: 256, width: 1235, height: 1046 });
    await photo.jpeg({ quality: 95 }).toFile(sourceFile);
    const { size, rule } = photoSpecOf({ document: 'cn_passport', crop_only: 1 });
    const task = { kind: 'check', sourceFile, idPhoto: size, isCropOnly: true, withPreview: false } as const;
    const { refusal, measures } = await checkPhoto({ ...task, withMeasures: true });
    assert.equal(refusal, null);
    assert.ok(rule !== null && measures !== undefined);
    const lines = judgePhoto(rule, measures, { isPhotographed: true });
    const verdicts = lines.filter(({ unit }) => unit === 'mm').map(({ name, verdict }) => [name, verdict]);
    assert.deepEqual(verdicts, [
      ['head', 'pass'],
      ['above', 'pass'],
      ['face_width', 'pass'],
    ]);
  });

  it('is measured before payment on the same file that the order delivers', async () => {
    await using folder = await temporaryFolder();
    const [sourceFile, targetFile] = [folder.file('source.jpg'), folder.file('target.jpg')];
    await (await roomyPortrait(5.5)).jpeg({ quality: 95 }).toFile(sourceFile);
    // The window is so small that the encoder leaves visible blocks, which only the decoded file has.
    const photo = { sourceFile, fileWindow: { minBytes: 0, maxBytes: 20_000 } };
    const check = { kind: 'check', idPhoto: oneInch, isCropOnly: true, withPreview: false } as const;
    const { measures } = await checkPhoto({ ...check, ...photo, withMeasures: true });
    const order = {
      kind: 'id_photo',
      size: oneInch,
      background: 'photographed',
      isCorrected: false,
    } as const;
    await makeIdPhoto({ ...order, ...photo, targetFile }, () => {});
    const delivered = await measureFile({ kind: 'measure', sourceFile: targetFile });
    assert.deepEqual(measures, delivered.measures);
    assert.ok((measures?.compression ?? 0) > 0.05, String(measures?.compression));
  });

  it('is refused when the crop extends beyond the photo, because the service adds no pixels', async () => {
    await using folder = await temporaryFolder();
    const sourceFile = folder.file('source.jpg');
    // This photo has no room above the hair.
    await writeFile(
      sourceFile,
      await sharp(groupFile).extract({ left: 0, top: 395, width: 625, height: 735 }).toBuffer(),
    );
    const task = { kind: 'check', sourceFile, idPhoto: oneInch, withPreview: false } as const;
    assert.equal((await checkPhoto({ ...task, isCropOnly: true })).refusal, 'face_cut_off');
  });
});

describe('a photo of a document', () => {
  it('that forbids alterations keeps the photographed background, and has the bands and the file size of its rule', () => {
    const rule = findDocumentRule('us_visa') ?? assert.fail('no rule');
    const spec = photoSpecOf({ document: 'us_visa' });
    assert.equal(spec.background, 'photographed');
    assert.deepEqual(spec.size.bands, headBandsOf(rule));
    assert.deepEqual(spec.fileWindow, { minBytes: 0, maxBytes: 240_000 });
  });

  it('that allows several backgrounds has the first allowed background by default', () => {
    assert.equal(photoSpecOf({ document: 'fr_identity' }).background, 'light_blue');
    assert.equal(photoSpecOf({ document: 'fr_identity', color: 'light_grey' }).background, 'light_grey');
  });
});
