/**
 * Prints how well each measure follows its own synthetic degradation, as Spearman's rank correlation. The target is at
 * least 0.95.
 */

import sharp, { type Sharp } from 'sharp';
import { type FaceView, viewFace } from '../../src/imaging/measures/face-view.ts';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';
import { type Degradation, degradations } from './degradations.ts';
import { spearman } from './spearman.ts';

const correlationMin = 0.95;

export interface Followed {
  /** 1 if each step of the degradation changes the measure in the expected direction. */
  readonly correlation: number;
  readonly values: readonly number[];
}

/**
 * @returns the correlation with the direction in which the measure must change. The correlation is 0 if the face is
 * not found at one of the steps.
 */
export async function followed(view: FaceView, degradation: Degradation): Promise<Followed> {
  const values: number[] = [];
  for (const level of degradation.levels) {
    const worse = await viewFace(await degradation.degrade(view, level));
    values.push(worse === null ? Number.NaN : degradation.measure(worse));
  }
  if (values.some(Number.isNaN)) return { correlation: 0, values };
  const order = degradation.levels.map((_, index) => index);
  const sign = degradation.direction === 'rises' ? 1 : -1;
  return { correlation: sign * spearman(order, values), values };
}

export async function photoOf(image: Sharp): Promise<RgbBytes> {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

export async function evalMeasures(files: readonly string[]): Promise<void> {
  const views = (
    await Promise.all(
      files.map(async (file) =>
        viewFace(await photoOf(sharp(file).resize({ width: 800, withoutEnlargement: true }))),
      ),
    )
  ).filter((view) => view !== null);
  console.log(
    `${views.length} portraits; Spearman's correlation with the degradation, the lowest of all portraits`,
  );
  for (const degradation of degradations) {
    const found: number[] = [];
    for (const view of views) found.push((await followed(view, degradation)).correlation);
    const lowest = Math.min(...found);
    const mark = lowest >= correlationMin ? '' : '  below 0.95';
    const name = degradation.name.padEnd(24);
    console.log(`${name} ${degradation.what.padEnd(38)} ${lowest.toFixed(3)}${mark}`);
  }
}
