/**
 * Measures enlargement to twice the size: photos are shrunk to half their size, spoilt as scans are, enlarged again and
 * compared with the photo. Then time and memory. Each figure is printed beside its aim.
 */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { loadPhoto, mean } from '../../bench/colour-scores.ts';
import { enlargeTwice } from '../../src/imaging/nets/enlarge-net.ts';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';
import { photosIn } from './colour-folder.ts';
import { enlargeByLanczos } from './lanczos.ts';
import { type Likeness, likenessOf } from './likeness.ts';

const run = promisify(execFile);
const costFile = fileURLToPath(new URL('../../bench/enlarge.ts', import.meta.url));
/** The Kodachromes have no detail finer than two of their pixels, so they are measured at half their size. */
const shortSidePx = 112;
const jpegQuality = 85;
/** Standard deviation of the grain, in levels. */
const grainLevels = 6;
const costSize = ['1500', '1000'] as const;

interface Scan {
  readonly name: string;
  readonly shrink: (photo: RgbBytes) => Promise<RgbBytes>;
  readonly isNoisy: boolean;
}

const scans: readonly Scan[] = [
  { name: 'mean of 2 × 2', shrink: async (photo) => shrunkByMean(photo), isNoisy: false },
  { name: 'Lanczos', shrink: shrunkByLanczos, isNoisy: false },
  {
    name: `Lanczos, JPEG ${jpegQuality}`,
    shrink: async (photo) => jpeg(await shrunkByLanczos(photo)),
    isNoisy: true,
  },
  {
    name: `Lanczos, grain, JPEG ${jpegQuality}`,
    shrink: async (photo) => jpeg(grainy(await shrunkByLanczos(photo))),
    isNoisy: true,
  },
];

const methods: Readonly<Record<string, (small: RgbBytes) => Promise<RgbBytes>>> = {
  // For all kernels but `nearest` and `linear`, sharp enlarges by bicubic interpolation. It moves the picture by half a
  // pixel.
  sharp: enlargeBySharp,
  Lanczos: async (small) => enlargeByLanczos(small),
  net: enlargeTwice,
};

export async function evalEnlargement(folder: string): Promise<void> {
  const photos: RgbBytes[] = [];
  for (const name of await photosIn(folder))
    photos.push(even(await loadPhoto(join(folder, name), shortSidePx)));
  console.log(`${photos.length} photos, shrunk to half their size and enlarged again; luma`);
  for (const scan of scans) {
    console.log(
      `${scan.name} (aim: ${scan.isNoisy ? '0.3 dB more than' : 'as good as'} the best of the others)`,
    );
    const smalls = await Promise.all(photos.map(scan.shrink));
    for (const [name, enlarge] of Object.entries(methods)) {
      const scores: Likeness[] = [];
      for (const [index, small] of smalls.entries()) {
        const photo = photos[index];
        if (photo !== undefined) scores.push(likenessOf(await enlarge(small), photo));
      }
      const psnr = mean(scores.map((score) => score.psnr)).toFixed(2);
      const ssim = mean(scores.map((score) => score.ssim)).toFixed(4);
      console.log(`  ${name.padEnd(8)} PSNR ${psnr} dB  SSIM ${ssim}`);
    }
  }
  await printCost(join(folder, (await photosIn(folder))[0] ?? ''));
}

async function printCost(photo: string): Promise<void> {
  const { stdout } = await run(process.execPath, [costFile, photo, ...costSize]);
  const { megapixels, first, second, aboveMib }: Cost = JSON.parse(stdout);
  console.log(
    `${megapixels} megapixels: ${first.toFixed(2)} s of a processor, then ${second.toFixed(2)} s (aim: at most 2), ` +
      `${Math.round(aboveMib)} MiB above the two pictures (aim: at most 150)`,
  );
}

interface Cost {
  readonly megapixels: number;
  readonly first: number;
  readonly second: number;
  readonly aboveMib: number;
}

/** Without the last column or row of an odd side, so that the sides can be halved. */
function even({ width, height, data }: RgbBytes): RgbBytes {
  const [newWidth, newHeight] = [width - (width % 2), height - (height % 2)];
  const result = new Uint8Array(3 * newWidth * newHeight);
  for (let y = 0; y < newHeight; y++) {
    result.set(data.subarray(3 * y * width, 3 * (y * width + newWidth)), 3 * y * newWidth);
  }
  return { width: newWidth, height: newHeight, data: result };
}

function shrunkByMean({ width, height, data }: RgbBytes): RgbBytes {
  const small = { width: width / 2, height: height / 2, data: new Uint8Array(data.length / 4) };
  for (let i = 0; i < small.data.length; i++) {
    const [pixel, channel] = [Math.floor(i / 3), i % 3];
    const from = 6 * (Math.floor(pixel / small.width) * width + (pixel % small.width)) + channel;
    const sum = [0, 3, 3 * width, 3 * width + 3].reduce((total, step) => total + (data[from + step] ?? 0), 0);
    small.data[i] = Math.round(sum / 4);
  }
  return small;
}

async function shrunkByLanczos(photo: RgbBytes): Promise<RgbBytes> {
  return resized(photo, photo.width / 2, photo.height / 2);
}

async function enlargeBySharp(small: RgbBytes): Promise<RgbBytes> {
  return resized(small, 2 * small.width, 2 * small.height);
}

async function resized(
  { width, height, data }: RgbBytes,
  toWidth: number,
  toHeight: number,
): Promise<RgbBytes> {
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  const bytes = await picture.resize(toWidth, toHeight, { fit: 'fill', kernel: 'lanczos3' }).raw().toBuffer();
  return { width: toWidth, height: toHeight, data: new Uint8Array(bytes) };
}

async function jpeg({ width, height, data }: RgbBytes): Promise<RgbBytes> {
  const encoded = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: jpegQuality })
    .toBuffer();
  return { width, height, data: new Uint8Array(await sharp(encoded).raw().toBuffer()) };
}

/** Adds the same grain at each call: a reproducible sequence of numbers with about a normal distribution. */
function grainy({ width, height, data }: RgbBytes): RgbBytes {
  const spoilt = new Uint8ClampedArray(data.length);
  let state = 1;
  for (let p = 0; p < data.length; p += 3) {
    let sum = 0;
    for (let i = 0; i < 4; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      sum += state / 2 ** 32 - 0.5;
    }
    // The sum of four even distributions has a standard deviation of the square root of a third.
    const grain = sum * Math.sqrt(3) * grainLevels;
    for (let c = p; c < p + 3; c++) spoilt[c] = (data[c] ?? 0) + grain;
  }
  return { width, height, data: new Uint8Array(spoilt.buffer) };
}
