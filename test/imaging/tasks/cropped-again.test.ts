/** A photo whose first crop misses a narrow band of its document is delivered inside the band. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import sharp from 'sharp';
import { oneInch, studioHead } from '../../../src/domain/goods/id-photo.ts';
import { facePipeline, headCropPipeline, sizedCropPipeline } from '../../../src/imaging/id-photo/cut-out.ts';
import { mattingSizeOf } from '../../../src/imaging/id-photo/matting-size.ts';
import {
  picturePipeline,
  plainPicturePipeline,
  printEnlargementMax,
} from '../../../src/imaging/id-photo/pipeline.ts';
import { checkPhoto } from '../../../src/imaging/tasks/check-photo.ts';
import { makeIdPhoto } from '../../../src/imaging/tasks/make-id-photo.ts';
import { measureJpeg } from '../../../src/imaging/tasks/measure-file.ts';
import { groupFile, portrait, temporaryFolder } from '../portraits.ts';

const open = { headFrom: 'hair', head: null, eyes: null, above: null, faceWidth: null } as const;

async function aboveIn(jpeg: Uint8Array): Promise<number> {
  return (await measureJpeg(jpeg)).above ?? assert.fail('no head');
}

it('on a new background, in the order and in the check', async () => {
  await using folder = await temporaryFolder();
  const [sourceFile, targetFile] = [folder.file('source.jpg'), folder.file('target.jpg')];
  await portrait().jpeg({ quality: 95 }).toFile(sourceFile);
  const above = { min: 0.09, max: 0.11 };
  // A small photo, because its matte takes little time.
  const size = { widthPx: 120, heightPx: 168, dpi: 300, ...studioHead, bands: { ...open, above } };
  const finish = { background: 'white', isCorrected: false } as const;
  const request = { ...finish, sourceFile, size, enlargementMax: printEnlargementMax };
  const face = await facePipeline.run({ sourceFile });
  assert.ok(face.kind === 'done');
  const cropped = await sizedCropPipeline(false).run({ ...request, ...face.values });
  assert.ok(cropped.kind === 'done');
  const matting = { matteSize: mattingSizeOf(size, 2), mattingNet: null };
  const first = await picturePipeline.run({ ...request, ...matting, ...cropped.values });
  assert.ok(first.kind === 'done');
  assert.ok((await aboveIn(first.values.jpeg)) < above.min, 'the first crop must miss the band');

  const order = { kind: 'id_photo', sourceFile, targetFile, size, ...finish } as const;
  assert.equal((await makeIdPhoto(order, () => {})).kind, 'made');
  const made = await aboveIn(await readFile(targetFile));
  assert.ok(made >= above.min && made <= above.max, String(made));

  const check = { kind: 'check', sourceFile, idPhoto: size, withPreview: false, withMeasures: true } as const;
  const checked = (await checkPhoto(check)).measures?.above ?? assert.fail('no head');
  assert.ok(checked >= above.min && checked <= above.max, String(checked));
});

it('that is only cropped, in the order and in the check', async () => {
  await using folder = await temporaryFolder();
  const [sourceFile, targetFile] = [folder.file('source.jpg'), folder.file('target.jpg')];
  const room = { left: 250, right: 250, top: 200, background: '#dddddd' };
  const wide = sharp(groupFile).extract({ left: 0, top: 330, width: 625, height: 1000 });
  await sharp(await wide.toBuffer())
    .extend(room)
    .jpeg({ quality: 95 })
    .toFile(sourceFile);
  const above = { min: 0.1, max: 0.112 };
  const size = { ...oneInch, bands: { ...open, above } };
  const crop = await headCropPipeline.run({ sourceFile, size, enlargementMax: printEnlargementMax });
  assert.ok(crop.kind === 'done');
  const first = await plainPicturePipeline.run(crop.values);
  assert.ok(first.kind === 'done');
  assert.ok((await aboveIn(first.values.jpeg)) < above.min, 'the first crop must miss the band');

  const order = { kind: 'id_photo', sourceFile, targetFile, size, isCorrected: false } as const;
  assert.equal((await makeIdPhoto({ ...order, background: 'photographed' }, () => {})).kind, 'made');
  const made = await aboveIn(await readFile(targetFile));
  assert.ok(made >= above.min && made <= above.max, String(made));

  const check = { kind: 'check', sourceFile, idPhoto: size, isCropOnly: true, withPreview: false } as const;
  assert.equal((await checkPhoto({ ...check, withMeasures: true })).measures?.above, made);
});
