/**
 * Measures how well the tones of faded prints are restored: the evaluation fades good photos, restores them and
 * compares both in grey.
 */

import { join } from 'node:path';
import { greyOf, loadPhoto, mean } from '../../bench/colour-scores.ts';
import { guideLightness } from '../../src/imaging/colourise/steps/guide-lightness.ts';
import { findPaperBorder } from '../../src/imaging/colourise/steps/paper-border.ts';
import { findTones, restoreTones } from '../../src/imaging/colourise/steps/restore-tones.ts';
import { greyOfLightness, lightnessOf } from '../../src/imaging/pixels/lab.ts';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';
import { photosIn } from './colour-folder.ts';

const shortSidePx = 256;
/** The lightness L of the darkest and of the lightest tone of a print, from a good to a badly faded print. */
const fadings = [
  { black: 0, white: 100 },
  { black: 18, white: 85 },
  { black: 28, white: 78 },
  { black: 38, white: 72 },
] as const;

export async function evalFading(folders: readonly string[]): Promise<void> {
  const photos: RgbBytes[] = [];
  for (const folder of folders) {
    for (const name of await photosIn(folder))
      photos.push(greyOf(await loadPhoto(join(folder, name), shortSidePx)));
  }
  for (const { black, white } of fadings) {
    const [before, after]: [number[], number[]] = [[], []];
    let changed = 0;
    for (const photo of photos) {
      const print = faded(photo, black, white);
      const lightness = guideLightness(print);
      const tones = findTones(lightness, findPaperBorder(lightness));
      before.push(psnr(print, photo));
      if (tones !== null) {
        changed++;
        restoreTones(print, tones);
      }
      after.push(psnr(print, photo));
    }
    const figures =
      black === 0
        ? `lowest PSNR ${Math.min(...after).toFixed(1)} dB`
        : `PSNR ${mean(before).toFixed(1)} dB, restored ${mean(after).toFixed(1)} dB`;
    console.log(`tones from ${black} to ${white}: ${changed} of ${photos.length} photos changed, ${figures}`);
  }
}

function faded({ width, height, data }: RgbBytes, black: number, white: number): RgbBytes {
  const lightness = new Float32Array(width * height);
  lightnessOf(data, 0, lightness.length, lightness);
  const print = new Uint8Array(data.length);
  for (const [i, value] of lightness.entries()) {
    const level = Math.round(255 * greyOfLightness(black + (value * (white - black)) / 100));
    print.fill(level, 3 * i, 3 * i + 3);
  }
  return { width, height, data: print };
}

function psnr(one: RgbBytes, other: RgbBytes): number {
  const squares = one.data.reduce((sum, value, i) => sum + (value - (other.data[i] ?? 0)) ** 2, 0);
  return 10 * Math.log10(255 ** 2 / (squares / one.data.length));
}
