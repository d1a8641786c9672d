/** Scores the colouriser on a folder of colour photos: each is made grey, colourised, and compared with the original. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ColourScores, greyOf, loadPhoto, mean, scoreColours } from '../../bench/colour-scores.ts';
import { paintPipeline } from '../../src/imaging/colourise/pipeline.ts';
import type { ColourNet } from '../../src/imaging/nets/colour-net.ts';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';
import { colourRegionsOf } from './colour-regions.ts';
import { type RegionScores, scoreRegions } from './region-scores.ts';

const shortSidePx = 256;

export interface ScoredPhoto {
  readonly name: string;
  readonly truth: RgbBytes;
  readonly grey: RgbBytes;
  readonly ours: RgbBytes;
  readonly scores: Readonly<Record<'truth' | 'grey' | 'ours', ColourScores>>;
  readonly regions: Readonly<Record<'truth' | 'ours', RegionScores>>;
  readonly ms: number;
}

export async function photosIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name));
  return names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || a.localeCompare(b));
}

/**
 * @param every 1 scores every photo, 2 every second photo, and so on.
 */
export async function scoreFolder(folder: string, net: ColourNet, every = 1): Promise<ScoredPhoto[]> {
  const rows: ScoredPhoto[] = [];
  for (const [index, name] of (await photosIn(folder)).entries()) {
    if (index % every !== 0) continue;
    const truth = await loadPhoto(join(folder, name), shortSidePx);
    const grey = greyOf(truth);
    const ours = { ...grey, data: grey.data.slice() };
    const start = performance.now();
    await paintPipeline.run({ image: ours, net });
    const ms = performance.now() - start;
    const scores = {
      truth: scoreColours(truth, truth),
      grey: scoreColours(grey, truth),
      ours: scoreColours(ours, truth),
    };
    const found = await colourRegionsOf(truth);
    const regions = { truth: scoreRegions(truth, found), ours: scoreRegions(ours, found) };
    rows.push({ name, truth, grey, ours, scores, regions, ms });
  }
  return rows;
}

export function printScores(rows: readonly ScoredPhoto[]): void {
  console.log(`${rows.length} photos, ${mean(rows.map((row) => row.ms)).toFixed(0)} ms each`);
  for (const which of ['truth', 'grey', 'ours'] as const) {
    const meanOf = (key: keyof ColourScores): number => mean(rows.map(({ scores }) => scores[which][key]));
    const of = (key: keyof ColourScores): string => meanOf(key).toFixed(2);
    const leftGrey = (100 * meanOf('leftGrey')).toFixed(0);
    const error = `  PSNR ${of('psnr')} dB  CIEDE2000 ${of('ciede2000')}  ab error ${of('abError')}  left grey ${leftGrey} %`;
    console.log(
      `${which.padEnd(6)} colourfulness ${of('colourfulness')}  chroma on neutral ${of('falseChroma')}${which === 'truth' ? '' : error}`,
    );
  }
}
