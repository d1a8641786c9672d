/**
 * `node scripts/shop-pictures.ts`: makes the pictures of the shop's first view and of link previews from two photos in
 * the public domain (sources: the READMEs of their folders), with the neural networks of the service.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { type BackgroundColour, backgroundRgb } from '../src/domain/goods/id-photo.ts';
import { foregroundColours } from '../src/imaging/matting/foreground.ts';
import { colourisePhoto } from '../src/imaging/tasks/colourise-photo.ts';
import { cutOut } from './eval/cut-out.ts';

const root = resolve(import.meta.dirname, '..');
const kodachrome = join(root, 'bench/kodachromes/2017878773.jpg');
const portrait = join(root, 'bench/portrait/eileen-collins.jpg');
const home = join(root, 'web/shop/home');

/** The size of the photo in pixels: twice the size at which the first view shows it, for screens of high resolution. */
const photo = { width: 720, height: 540 };
/** The size of the ID photo in pixels: twice the size at which the first view shows it. */
const idPhoto = { width: 236, height: 330 };
/** The size of the picture for link previews: WeChat, Facebook and X show it without cropping. */
const link = { width: 1200, height: 630 };
const pageColour = '#faf7f2';

type Picture = Awaited<ReturnType<typeof rawOf>>;

async function rawOf(image: Sharp) {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } };
}

const draw = ({ data, raw }: Picture) => sharp(data, { raw });

async function colourisation(folder: string): Promise<readonly [Picture, Picture]> {
  const [grey, coloured] = [join(folder, 'grey.jpg'), join(folder, 'coloured.jpg')];
  await sharp(kodachrome)
    .resize({ ...photo, fit: 'cover' })
    .greyscale()
    .jpeg({ quality: 95 })
    .toFile(grey);
  await colourisePhoto({ kind: 'colourise', sourceFile: grey, targetFile: coloured }, () => undefined);
  return [await rawOf(sharp(grey).toColourspace('srgb')), await rawOf(sharp(coloured))];
}

/** The person of the portrait with a transparent background, in the crop of a one-inch photo. */
async function person(): Promise<Picture> {
  const cut = await cutOut(portrait);
  if ('refusal' in cut) throw new Error(cut.refusal);
  const { width, height } = cut.alpha;
  const colours = foregroundColours(cut.image, cut.alpha).data;
  const data = new Uint8Array(4 * width * height);
  for (let i = 0; i < width * height; i++) {
    for (let channel = 0; channel < 3; channel++) {
      data[4 * i + channel] = Math.round(255 * (colours[3 * i + channel] ?? 0));
    }
    data[4 * i + 3] = Math.round(255 * (cut.alpha.data[i] ?? 0));
  }
  return rawOf(sharp(data, { raw: { width, height, channels: 4 } }).resize(idPhoto));
}

function rgbOf(colour: BackgroundColour) {
  const [r, g, b] = backgroundRgb[colour];
  return { r, g, b };
}

/**
 * Makes the picture for link previews: the photo, half of it coloured, and beside it the ID photo on each background.
 */
async function linkPreview([before, after]: readonly [Picture, Picture], cut: Picture): Promise<void> {
  const left = { width: 640, height: 480 };
  const half = left.width / 2;
  const [grey, coloured] = await Promise.all(
    [before, after].map(async (each) => rawOf(draw(each).resize(left).removeAlpha())),
  );
  if (grey === undefined || coloured === undefined) throw new Error('a picture is missing');
  const [top, at] = [(link.height - left.height) / 2, 60];
  const right = await rawOf(draw(coloured).extract({ left: half, top: 0, width: half, height: left.height }));
  const layers: OverlayOptions[] = [
    { input: grey.data, raw: grey.raw, left: at, top },
    { input: right.data, raw: right.raw, left: at + half, top },
  ];
  const size = { width: 236, height: 330 };
  const shift = 84;
  for (const [index, colour] of (['white', 'red', 'blue'] as const).entries()) {
    const framed = { top: 4, bottom: 4, left: 4, right: 4, background: '#ffffff' };
    const made = await rawOf(
      draw(cut)
        .resize(size)
        .flatten({ background: rgbOf(colour) })
        .extend(framed)
        .removeAlpha(),
    );
    const place = { left: 730 + index * shift, top: 70 + index * shift };
    layers.push({ input: made.data, raw: made.raw, ...place });
  }
  await sharp({ create: { ...link, channels: 3, background: pageColour } })
    .composite(layers)
    .jpeg({ quality: 84, mozjpeg: true })
    .toFile(join(root, 'web/static/assets/link-preview.jpg'));
}

const folder = await mkdtemp(join(tmpdir(), 'photokiosk-pictures-'));
try {
  const cut = await person();
  const pair = await colourisation(folder);
  for (const [index, name] of ['before', 'after'].entries()) {
    const picture = pair[index];
    if (picture !== undefined)
      await draw(picture)
        .webp({ quality: 72 })
        .toFile(join(home, `${name}.webp`));
  }
  await draw(cut).webp({ quality: 82, alphaQuality: 90 }).toFile(join(home, 'id-photo.webp'));
  await linkPreview(pair, cut);
} finally {
  await rm(folder, { recursive: true, force: true });
}
