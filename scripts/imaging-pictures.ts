/**
 * `node scripts/imaging-pictures.ts`: makes the pictures of `docs/imaging.md` from a sample photo of the MIT-licensed
 * npm package `@vladmandic/face-api`.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { greyOf, loadPhoto } from '../bench/colour-scores.ts';
import { oneInch } from '../src/domain/goods/id-photo.ts';
import { sheetDpi, sheetLayout } from '../src/domain/goods/print-sheet.ts';
import type { ChromaPlanes } from '../src/imaging/colourise/chroma-lines.ts';
import { openColourNet } from '../src/imaging/colourise/colour-net.ts';
import { paintRow, shrunkLightness } from '../src/imaging/colourise/lab.ts';
import { cutPerson } from '../src/imaging/id-photo/cut-person.ts';
import { colourise } from '../src/imaging/make-colourised.ts';
import { makeIdPhoto } from '../src/imaging/make-id-photo.ts';
import { makeSheet } from '../src/imaging/make-sheet.ts';
import type { Plane, RgbBytes } from '../src/imaging/plane.ts';
import { photoPoint } from '../src/imaging/pyramid.ts';
import { bytesOf, paint } from './eval/paint.ts';

const demo = join(
  dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
  'demo',
);
const imagesFolder = resolve(import.meta.dirname, '../docs/images');
const portraitArea = { left: 0, top: 330, width: 625, height: 800 };
const heightPx = 230;
const gapPx = 6;
const chromaGrey = 160;

function rgb({ width, height, data }: RgbBytes): Sharp {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Writes pictures of the same height side by side into one file. */
async function strip(name: string, pictures: readonly Sharp[]): Promise<void> {
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

/** Draws the outlines of the crop and of the face into the photo. */
function drawOutlines(
  photo: RgbBytes,
  points: readonly { readonly x: number; readonly y: number }[],
): RgbBytes {
  const data = photo.data.slice();
  for (const { x, y } of points) {
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) {
        const [px, py] = [Math.round(x) + dx, Math.round(y) + dy];
        if (px < 0 || py < 0 || px >= photo.width || py >= photo.height) continue;
        data.set([255, 214, 0], 3 * (py * photo.width + px));
      }
    }
  }
  return { ...photo, data };
}

/** Shows the chroma on a uniform grey on which every colour is visible. */
function shownChroma({ a, b }: ChromaPlanes): RgbBytes {
  const { width, height } = a;
  const data = new Uint8Array(width * height * 3).fill(chromaGrey);
  for (let from = 0; from < a.data.length; from += width) {
    const row = (plane: Plane): Float32Array => plane.data.subarray(from, from + width);
    paintRow(data, from, width, row(a), row(b));
  }
  return { width, height, data };
}

const folder = await mkdtemp(join(tmpdir(), 'photokiosk-pictures-'));
try {
  const portrait = join(folder, 'portrait.jpg');
  await sharp(join(demo, 'sample6.jpg')).extract(portraitArea).jpeg({ quality: 95 }).toFile(portrait);
  const cut = await cutPerson(portrait, oneInch, { workingScale: 2, mattingNet: null });
  if (cut.kind === 'refused') throw new Error(cut.refusal);
  const { framing } = cut.head;
  const sides = Array.from({ length: 200 }, (_, i) => i / 199).flatMap((t) => [
    photoPoint(framing, t, 0),
    photoPoint(framing, t, 1),
    photoPoint(framing, 0, t),
    photoPoint(framing, 1, t),
  ]);
  const [photo] = cut.pyramid.levels;
  const finished = [await paint(cut, 'blue'), await paint(cut, 'red'), await paint(cut, 'white')];
  await strip('id-photo-steps.webp', [
    rgb(drawOutlines({ ...photo, data: new Uint8Array(photo.data) }, [...sides, ...cut.measured.outline])),
    rgb(bytesOf(cut.mask)),
    rgb(bytesOf(cut.alpha)),
    ...finished.map(rgb),
  ]);

  const files = { sourceFile: portrait, targetFile: join(folder, 'photo.jpg') };
  const task = { kind: 'id_photo', ...files, size: oneInch, background: 'blue', isCorrected: false } as const;
  await makeIdPhoto(task, () => undefined);
  const layout = sheetLayout('four_r', oneInch);
  if (layout === undefined) throw new Error('No photo fits the paper');
  const sheetFile = join(folder, 'sheet.jpg');
  await makeSheet({
    kind: 'sheet',
    sourceFile: files.targetFile,
    targetFile: sheetFile,
    layout,
    dpi: sheetDpi,
  });
  await strip('print-sheet.webp', [sharp(sheetFile)]);

  const truth = await loadPhoto(join(demo, 'sample6.jpg'), 1000);
  const grey = greyOf(truth);
  const coloured = greyOf(truth);
  const net = await openColourNet(null);
  const guessed = await net.guess(shrunkLightness(grey, grey.width >> 1, grey.height >> 1));
  await colourise(coloured, net, () => undefined);
  await strip('colourise-steps.webp', [rgb(grey), rgb(shownChroma(guessed)), rgb(coloured), rgb(truth)]);
} finally {
  await rm(folder, { recursive: true, force: true });
}
