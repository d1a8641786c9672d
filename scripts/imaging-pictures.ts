/**
 * `node scripts/imaging-pictures.ts`: makes the pictures of `docs/imaging.md` from photos in the public domain: a
 * portrait of a man in a shirt, a portrait of an astronaut, and a Kodachrome of the Library of Congress (sources: the
 * READMEs of their folders).
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { greyOf, loadPhoto } from '../bench/colour-scores.ts';
import { oneInch } from '../src/domain/goods/id-photo.ts';
import { sheetDpi, sheetLayout } from '../src/domain/goods/print-sheet.ts';
import { paintPipeline } from '../src/imaging/colourise/pipeline.ts';
import { openColourNet } from '../src/imaging/nets/colour-net.ts';
import type { ChromaPlanes } from '../src/imaging/pixels/chroma-lines.ts';
import { paintRow } from '../src/imaging/pixels/lab.ts';
import type { Plane, RgbBytes } from '../src/imaging/pixels/plane.ts';
import { photoPoint } from '../src/imaging/pixels/pyramid.ts';
import { makeIdPhoto } from '../src/imaging/tasks/make-id-photo.ts';
import { makeSheet } from '../src/imaging/tasks/make-sheet.ts';
import { cutOut } from './eval/cut-out.ts';
import { drawnDocument } from './eval/document-lines.ts';
import { bytesOf, paint } from './eval/paint.ts';

const root = resolve(import.meta.dirname, '..');
const portrait = join(root, 'bench/portrait/man-in-a-shirt.jpg');
const astronaut = join(root, 'bench/portrait/eileen-collins.jpg');
const kodachrome = join(root, 'bench/kodachromes/2017878259.jpg');
const imagesFolder = join(root, 'docs/images');
const heightPx = 230;
const gapPx = 6;
const documentWidthPx = 960;
/** The level of the grey on which chroma is shown. Every hue is visible on it. */
const chromaGrey = 160;

function rgb({ width, height, data }: RgbBytes): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Writes the pictures side by side at one height. */
async function writeStrip(name: string, pictures: readonly Sharp[]): Promise<void> {
  const parts: OverlayOptions[] = [];
  let left = 0;
  for (const picture of pictures) {
    const { data, info } = await picture
      .resize({ height: heightPx })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    parts.push({ input: data, raw: { width, height, channels }, left, top: 0 });
    left += width + gapPx;
  }
  await sharp({ create: { width: left - gapPx, height: heightPx, channels: 3, background: '#ffffff' } })
    .composite(parts)
    .webp({ quality: 82 })
    .toFile(join(imagesFolder, name));
}

/** Draws the points into a copy of the photo. */
function withPoints(
  photo: RgbBytes,
  points: readonly { readonly x: number; readonly y: number }[],
): RgbBytes {
  const data = new Uint8Array(photo.data);
  for (const { x, y } of points) {
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const [px, py] = [Math.round(x) + dx, Math.round(y) + dy];
        if (px < 0 || py < 0 || px >= photo.width || py >= photo.height) continue;
        data.set([255, 214, 0], 3 * (py * photo.width + px));
      }
    }
  }
  return { ...photo, data };
}

/** Returns a picture of the chroma alone, with the same lightness everywhere. */
function shownChroma({ a, b }: ChromaPlanes): RgbBytes {
  const { width, height } = a;
  const data = new Uint8Array(width * height * 3).fill(chromaGrey);
  for (let from = 0; from < a.data.length; from += width) {
    const row = (plane: Plane): Float32Array => plane.data.subarray(from, from + width);
    paintRow(data, from, width, row(a), row(b));
  }
  return { width, height, data };
}

async function drawIdPhoto(): Promise<void> {
  const cut = await cutOut(portrait);
  if ('refusal' in cut) throw new Error(cut.refusal);
  const { crop } = cut.headCrop;
  const border = Array.from({ length: 400 }, (_, i) => i / 399).flatMap((t) => [
    photoPoint(crop, t, 0),
    photoPoint(crop, t, 1),
    photoPoint(crop, 0, t),
    photoPoint(crop, 1, t),
  ]);
  const finished = [await paint(cut, 'blue'), await paint(cut, 'red'), await paint(cut, 'white')];
  await writeStrip('id-photo-steps.webp', [
    rgb(withPoints(cut.pyramid.levels[0], [...border, ...cut.face.outline])),
    rgb(bytesOf(cut.mask)),
    rgb(bytesOf(cut.alpha)),
    ...finished.map(rgb),
  ]);
}

async function drawSheet(folder: string): Promise<void> {
  const files = { sourceFile: portrait, targetFile: join(folder, 'photo.jpg') };
  const task = { kind: 'id_photo', ...files, size: oneInch, background: 'blue', isCorrected: false } as const;
  await makeIdPhoto(task, () => undefined);
  const layout = sheetLayout('four_r', oneInch);
  if (layout === undefined) throw new Error('No photo fits the paper');
  const targetFile = join(folder, 'sheet.jpg');
  await makeSheet({ kind: 'sheet', sourceFile: files.targetFile, targetFile, layout, dpi: sheetDpi });
  await writeStrip('print-sheet.webp', [sharp(targetFile)]);
}

/** Two finished photos of documents with the lines of their rules, one below the other. */
async function drawDocuments(): Promise<void> {
  const drawn: Buffer[] = [];
  for (const id of ['cn_social_security', 'us_visa']) {
    const png = await drawnDocument(astronaut, id);
    if (png === null) throw new Error(`${id}: the photo is refused`);
    drawn.push(await sharp(png).resize({ width: documentWidthPx }).png().toBuffer());
  }
  await sharp(drawn, { join: { shim: gapPx, background: '#ffffff' } })
    .webp({ quality: 82 })
    .toFile(join(imagesFolder, 'document-lines.webp'));
}

async function drawColourisation(): Promise<void> {
  const truth = await loadPhoto(kodachrome, heightPx);
  const grey = greyOf(truth);
  const image = greyOf(truth);
  const painted = await paintPipeline.run({ image, net: await openColourNet(null) });
  if (painted.kind === 'refused') throw new Error(painted.refusal);
  const chroma = shownChroma(painted.values.chroma);
  await writeStrip('colourise-steps.webp', [rgb(grey), rgb(chroma), rgb(image), rgb(truth)]);
}

const folder = await mkdtemp(join(tmpdir(), 'photokiosk-pictures-'));
try {
  await drawIdPhoto();
  await drawSheet(folder);
  await drawDocuments();
  await drawColourisation();
} finally {
  await rm(folder, { recursive: true, force: true });
}
