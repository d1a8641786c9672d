/**
 * Makes the samples on which `training/train_matting.py` trains the matting net. The net refines the mask of the service,
 * so its samples contain exactly the mask that the service computes.
 *
 * `node scripts/matting-samples.ts photos <folder with photo/ and mask/> <out> <share> <of>`: for each portrait with a
 * hand-drawn mask, makes one sample and a list of crops, in which `training/matting_composites.py` makes composites. With
 * several processes, each makes a share of the photos.
 *
 * `node scripts/matting-samples.ts composites <folder> <out file>`: for each composite of
 * `training/matting_composites.py`, makes one sample.
 *
 * A sample has 288 × 384 pixels with seven planes of bytes: red, green, blue, the mean of the service's masks, their
 * disagreement, the true alpha, and 255 for pixels inside the photo.
 */

import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type IdPhotoSize, oneInch } from '../src/domain/goods/id-photo.ts';
import { cropHead, measureHead } from '../src/imaging/id-photo/steps/crop-head.ts';
import { decodePhoto } from '../src/imaging/id-photo/steps/decode-photo.ts';
import { findPerson } from '../src/imaging/id-photo/steps/find-person.ts';
import { sampleHead } from '../src/imaging/id-photo/steps/sample-head.ts';
import { selfieMask } from '../src/imaging/id-photo/steps/segment-person.ts';
import type { Plane, RgbBytes } from '../src/imaging/pixels/plane.ts';
import { buildPyramid, type Crop, type Pyramid, sampleCrop } from '../src/imaging/pixels/pyramid.ts';
import { photosIn } from './eval/colour-folder.ts';
import { bytesOf } from './eval/paint.ts';
import { firstChannel, imageOf, randomFrom } from './sample-tools.ts';

const sampleSize = { width: 288, height: 384 } as const;
/** The size of the composites: enough for the crop of a sample, and fast to compute. */
const compositeSize = { width: 480, height: 640 } as const;
const cropsPerPhoto = 4;

function scaled(crop: Crop, factor: number): Crop {
  const { centreX, centreY, width, height, rollRad } = crop;
  return {
    centreX: centreX * factor,
    centreY: centreY * factor,
    width: width * factor,
    height: height * factor,
    rollRad,
  };
}

/** Encodes one sample. `truth` covers the whole photo; `crop` is in pixels of `pyramid`. */
async function sampleOf(pyramid: Pyramid, crop: Crop, truth: Plane): Promise<Uint8Array> {
  const count = sampleSize.width * sampleSize.height;
  const bytes = new Uint8Array(7 * count);
  const { image, insidePhoto } = sampleHead({ pyramid, crop }, sampleSize);
  const { mask, disagreement } = await selfieMask({ pyramid, crop }, sampleSize);
  const factor = truth.height / pyramid.levels[0].height;
  const truthImage = sampleCrop(buildPyramid(bytesOf(truth)), scaled(crop, factor), sampleSize, {
    outside: 'repeat',
  });
  const planes = [mask, disagreement, firstChannel(truthImage), insidePhoto];
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) bytes[c * count + i] = Math.round(255 * (image.data[3 * i + c] ?? 0));
    for (const [k, plane] of planes.entries())
      bytes[(3 + k) * count + i] = Math.round(255 * (plane.data[i] ?? 0));
  }
  return bytes;
}

async function samplePhoto(folder: string, name: string, out: string, share: string): Promise<boolean> {
  const decoded = await decodePhoto(join(folder, 'photo', name), 2000);
  if ('refusal' in decoded) return false;
  const person = await findPerson(decoded.photo);
  if ('refusal' in person || person.turns !== 0) return false;
  const { pyramid, face } = person;
  const maskFile = await decodePhoto(join(folder, 'mask', name.replace(/\.\w+$/, '.png')), 2000);
  if ('refusal' in maskFile) return false;
  const head = await measureHead(pyramid, face);
  const random = randomFrom(Number.parseInt(name, 10));
  const crops: Crop[] = [];
  for (let attempt = 0; attempt < 40 && crops.length < cropsPerPhoto; attempt++) {
    const width = oneInch.widthPx * (0.9 + 0.25 * random());
    const size: IdPhotoSize = {
      ...oneInch,
      widthPx: width,
      headShare: 0.5 + 0.26 * random(),
      crownMargin: 0.02 + 0.13 * random(),
    };
    const cropped = cropHead({ ...decoded, pyramid, face, ...head }, size);
    if (!('refusal' in cropped)) crops.push(cropped.headCrop.crop);
  }
  const mask = firstChannel(imageOf(maskFile.photo));
  const [first] = crops;
  if (first === undefined) return false;
  await appendFile(join(out, `photos-${share}.bin`), await sampleOf(pyramid, first, mask));
  const factor = compositeSize.height / pyramid.levels[0].height;
  const record = { name, crops: crops.map((crop) => scaled(crop, factor)) };
  await appendFile(join(out, `photos-${share}.jsonl`), `${JSON.stringify(record)}\n`);
  return true;
}

async function samplePhotos(folder: string, out: string, share: string, of: string): Promise<void> {
  await mkdir(out, { recursive: true });
  const names = await photosIn(join(folder, 'photo'));
  let made = 0;
  for (const [index, name] of names.entries()) {
    if (index % Number(of) !== Number(share)) continue;
    if (await samplePhoto(folder, name, out, share)) made++;
    if (index % 50 < Number(of)) console.log(`${index} of ${names.length} photos, ${made} used`);
  }
}

async function sampleComposites(folder: string, out: string): Promise<void> {
  const lines = (await readFile(join(folder, 'composites.jsonl'), 'utf8')).trim().split('\n');
  const { width, height } = compositeSize;
  for (const [index, line] of lines.entries()) {
    const { file, crop }: { file: string; crop: Crop } = JSON.parse(line);
    const bytes = await readFile(file);
    const colours: RgbBytes = { width, height, data: bytes.subarray(0, 3 * width * height) };
    const alpha: Plane = {
      width,
      height,
      data: Float32Array.from(bytes.subarray(3 * width * height), (value) => value / 255),
    };
    await appendFile(out, await sampleOf(buildPyramid(colours), crop, alpha));
    if (index % 100 === 0) console.log(`${index} of ${lines.length} composites`);
  }
}

const [what, folder, out, share = '0', of = '1'] = process.argv.slice(2);
if (folder === undefined || out === undefined) throw new Error('Name the folders');
if (what === 'photos') await samplePhotos(folder, out, share, of);
else await sampleComposites(folder, out);
