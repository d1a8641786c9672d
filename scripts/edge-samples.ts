/**
 * Makes the samples on which `training/train_edges.py` trains the edge net. The net corrects the alpha of the closed-form
 * matting, so its samples contain exactly the mask and the alpha that the service computes.
 *
 * `node scripts/edge-samples.ts photos <folder with photo/ and mask/> <out> <list of plain photos> <share> <of>`: for each
 * portrait with a hand-drawn mask, makes one sample; from each portrait in the list, also cuts the person out, with the
 * hand-drawn mask in place of the nets, for `training/edge_composites.py`. With several processes, each makes a share.
 *
 * `node scripts/edge-samples.ts composites <folder> <out file> <share> <of>`: for each composite of
 * `training/edge_composites.py`, makes one sample.
 *
 * A sample is its width and its height, 16 bits each, and seven planes of bytes: red, green, blue, the service's alpha,
 * its mask, the true alpha, and 255 where the true alpha is exact, 0 where it is unknown.
 */

import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type IdPhotoSize, oneInch } from '../src/domain/goods/id-photo.ts';
import { cropHead, measureHead } from '../src/imaging/id-photo/steps/crop-head.ts';
import { decodePhoto } from '../src/imaging/id-photo/steps/decode-photo.ts';
import { findPerson } from '../src/imaging/id-photo/steps/find-person.ts';
import { locateFace } from '../src/imaging/id-photo/steps/locate-face.ts';
import { sampleHead } from '../src/imaging/id-photo/steps/sample-head.ts';
import { runNets, segmentPerson } from '../src/imaging/id-photo/steps/segment-person.ts';
import { estimateAlpha } from '../src/imaging/matting/estimate-alpha.ts';
import { foregroundColours } from '../src/imaging/matting/foreground.ts';
import { dilate, erode, threshold } from '../src/imaging/pixels/morphology.ts';
import { emptyPlane, type Plane, type RgbBytes } from '../src/imaging/pixels/plane.ts';
import { buildPyramid, type Crop, type Pyramid, sampleCrop } from '../src/imaging/pixels/pyramid.ts';
import { photosIn } from './eval/colour-folder.ts';
import { bytesOf } from './eval/paint.ts';
import { firstChannel, imageOf, randomFrom } from './sample-tools.ts';

const cropsPerPhoto = 4;
/** The widths of the samples: from the matte of the judgement to that of a one-inch photo. */
const widthPx = { min: 295, max: 590 } as const;
/** A crop is enlarged at most this much, because enlarged hair has no fine edges. */
const enlargementMax = 1.5;
/** The distance from the edge of a hand-drawn mask within which the true alpha is unknown, in pixels of the photo. */
const roughPx = 9;

/** A crop with the row of the chin, as a share of the crop's height. */
interface HeadPlace {
  readonly crop: Crop;
  readonly chin: number;
}

function sampledPlane(
  plane: Plane,
  crop: Crop,
  size: { readonly width: number; readonly height: number },
): Plane {
  return firstChannel(sampleCrop(buildPyramid(bytesOf(plane)), crop, size, { outside: 'repeat' }));
}

/** @param exact 1 where the truth is exact; it and the truth cover the whole photo. */
async function sampleOf(
  pyramid: Pyramid,
  { crop, chin }: HeadPlace,
  truth: Plane,
  exact: Plane,
  random: () => number,
): Promise<Uint8Array> {
  const wanted = widthPx.min + (widthPx.max - widthPx.min) * random();
  const width = Math.round(Math.max(widthPx.min, Math.min(wanted, enlargementMax * crop.width)));
  const size = { width, height: Math.round((width * crop.height) / crop.width) };
  const detail = { pyramid, crop };
  const { image, insidePhoto } = sampleHead(detail, size);
  const { mask } = segmentPerson(await runNets(detail, null), size);
  for (let i = 0; i < mask.data.length; i++) if (insidePhoto.data[i] === 0) mask.data[i] = 0;
  const alpha = estimateAlpha(image, mask, chin * size.height);
  const known = sampledPlane(exact, crop, size);
  const count = size.width * size.height;
  const bytes = new Uint8Array(4 + 7 * count);
  new DataView(bytes.buffer).setUint16(0, size.width, true);
  new DataView(bytes.buffer).setUint16(2, size.height, true);
  const planes = [alpha, mask, sampledPlane(truth, crop, size)];
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) bytes[4 + c * count + i] = Math.round(255 * (image.data[3 * i + c] ?? 0));
    for (const [k, plane] of planes.entries())
      bytes[4 + (3 + k) * count + i] = Math.round(255 * (plane.data[i] ?? 0));
    const isExact = (known.data[i] ?? 0) > 0.99 && insidePhoto.data[i] === 1;
    bytes[4 + 6 * count + i] = isExact ? 255 : 0;
  }
  return bytes;
}

async function samplePhoto(folder: string, name: string, out: string, share: string, isPlain: boolean) {
  const decoded = await decodePhoto(join(folder, 'photo', name), 2000);
  if ('refusal' in decoded) return;
  const person = await findPerson(decoded.photo);
  if ('refusal' in person || person.turns !== 0) return;
  const { pyramid, face } = person;
  const maskFile = await decodePhoto(join(folder, 'mask', name.replace(/\.\w+$/, '.png')), 2000);
  if ('refusal' in maskFile) return;
  const head = await measureHead(pyramid, face);
  const random = randomFrom(Number.parseInt(name, 10));
  const places: HeadPlace[] = [];
  for (let attempt = 0; attempt < 40 && places.length < cropsPerPhoto; attempt++) {
    const size: IdPhotoSize = {
      ...oneInch,
      widthPx: oneInch.widthPx * (0.9 + 0.25 * random()),
      headShare: 0.5 + 0.26 * random(),
      crownMargin: 0.02 + 0.13 * random(),
    };
    const cropped = cropHead({ ...decoded, pyramid, face, ...head }, size);
    if ('refusal' in cropped) continue;
    const { crop } = cropped.headCrop;
    places.push({ crop, chin: locateFace(face, crop, { width: 1, height: 1 }).chinRow });
  }
  const [first] = places;
  if (first === undefined) return;
  const mask = firstChannel(imageOf(maskFile.photo));
  const [sure, maybe] = [erode(threshold(mask, 0.5), roughPx), dilate(threshold(mask, 0.5), roughPx)];
  const exact = emptyPlane(mask.width, mask.height);
  for (let i = 0; i < exact.data.length; i++) exact.data[i] = sure.data[i] === maybe.data[i] ? 1 : 0;
  await appendFile(join(out, `photos-${share}.bin`), await sampleOf(pyramid, first, mask, exact, random));
  if (!isPlain) return;
  const photo = imageOf(decoded.photo);
  const alpha = estimateAlpha(photo, mask, face.chin.y);
  const colours = foregroundColours(photo, alpha);
  const count = alpha.data.length;
  const bytes = new Uint8Array(4 * count);
  for (let i = 0; i < 3 * count; i++)
    bytes[i] = Math.round(255 * Math.min(1, Math.max(0, colours.data[i] ?? 0)));
  for (let i = 0; i < count; i++) bytes[3 * count + i] = Math.round(255 * (alpha.data[i] ?? 0));
  const file = join(out, 'people', name.replace(/\.\w+$/, '.raw'));
  await writeFile(file, bytes);
  const record = { file, width: alpha.width, height: alpha.height, places };
  await appendFile(join(out, `people-${share}.jsonl`), `${JSON.stringify(record)}\n`);
}

async function samplePhotos(
  folder: string,
  out: string,
  list: string,
  share: number,
  of: number,
): Promise<void> {
  await mkdir(join(out, 'people'), { recursive: true });
  const plain = new Set((await readFile(list, 'utf8')).trim().split('\n'));
  for (const [index, name] of (await photosIn(join(folder, 'photo'))).entries()) {
    if (index % of !== share) continue;
    await samplePhoto(folder, name, out, String(share), plain.has(name));
    if (index % 50 < of) console.log(`${index} photos`);
  }
}

async function sampleComposites(folder: string, out: string, share: number, of: number): Promise<void> {
  const lines = (await readFile(join(folder, 'composites.jsonl'), 'utf8')).trim().split('\n');
  for (const [index, line] of lines.entries()) {
    if (index % of !== share) continue;
    const { file, width, height, place }: { file: string; width: number; height: number; place: HeadPlace } =
      JSON.parse(line);
    const bytes = await readFile(file);
    const colours: RgbBytes = { width, height, data: bytes.subarray(0, 3 * width * height) };
    const alpha = {
      width,
      height,
      data: Float32Array.from(bytes.subarray(3 * width * height), (value) => value / 255),
    };
    const exact = { width, height, data: new Float32Array(width * height).fill(1) };
    const random = randomFrom(index);
    await appendFile(out, await sampleOf(buildPyramid(colours), place, alpha, exact, random));
    if (index % 50 < of) console.log(`${index} of ${lines.length} composites`);
  }
}

const [what, folder, out, ...more] = process.argv.slice(2);
if (folder === undefined || out === undefined) throw new Error('Name the folders');
if (what === 'photos')
  await samplePhotos(folder, out, more[0] ?? '', Number(more[1] ?? 0), Number(more[2] ?? 1));
else await sampleComposites(folder, out, Number(more[0] ?? 0), Number(more[1] ?? 1));
