/**
 * Narrows the unknown band of a trimap by colour: an unknown pixel that resembles the background nearby and not the
 * person nearby becomes background, and vice versa. In front of a plain wall this decides most of the band before the
 * expensive solver runs.
 */

import { type LocalColours, localColours } from '../pixels/local-colours.ts';
import { emptyPlane, type Plane, type RgbImage } from '../pixels/plane.ts';
import { label, type Trimap } from './trimap.ts';

export interface Narrowed {
  readonly trimap: Trimap;
  /** Variance of the background near each pixel; low for a plain wall. */
  readonly backgroundVariance: Float32Array;
}

/** The radii are for a picture of this width. For other widths, they are scaled in proportion. */
const tunedWidthPx = 590;
const backgroundRadiusPx = 64;
const personRadiusPx = 28;
/** Noise of a phone's sensor, per channel: a smaller difference is not a difference in colour. */
const noise = 0.02;
const densityMin = 0.01;
const plainVarianceMax = 0.006;
/** A pixel of the wall's colour becomes background only if the net's probability of a person is below this. */
const backgroundProbabilityMax = 0.97;
/** How much `backgroundProbabilityMax` is lowered where the person has the same colour as the wall. */
const sharedColourDiscount = 0.6;

/** @param shared the result of `shared-colours.ts`. @param lastRow below this row no pixel becomes background. */
export function narrowTrimap(
  image: RgbImage,
  trimap: Trimap,
  mask: Plane,
  { shared, lastRow }: { readonly shared: Plane; readonly lastRow: number },
): Narrowed {
  const scale = trimap.width / tunedWidthPx;
  const background = modelOf(image, trimap, label.background, Math.round(backgroundRadiusPx * scale));
  const person = modelOf(image, trimap, label.person, Math.round(personRadiusPx * scale));
  const data = Uint8Array.from(trimap.data);
  const lastBackground = lastRow * trimap.width;
  const noiseVariance = 3 * noise * noise;
  for (let i = 0; i < data.length; i++) {
    if (data[i] !== label.unknown) continue;
    const toBackground = squaredDistance(image, background, i);
    const toPerson = squaredDistance(image, person, i);
    const knowsBackground = (background.density[i] ?? 0) > densityMin;
    const knowsPerson = (person.density[i] ?? 0) > densityMin;
    const variance = background.variance[i] ?? 0;
    const backgroundDistance = toBackground / (variance + noiseVariance);
    const personDistance = toPerson / ((person.variance[i] ?? 0) + noiseVariance);
    const p = mask.data[i] ?? 0;
    // Below the head no pixel becomes background, which would make holes in a white shirt in front of a white wall.
    const isBackground =
      knowsBackground &&
      i < lastBackground &&
      variance < plainVarianceMax &&
      backgroundDistance < 2.5 &&
      toBackground < 0.008 &&
      (!knowsPerson || personDistance > 6 * backgroundDistance + 2) &&
      p < backgroundProbabilityMax - sharedColourDiscount * (shared.data[i] ?? 0);
    const isPerson =
      knowsPerson &&
      knowsBackground &&
      personDistance < 2 &&
      toPerson < 0.02 &&
      backgroundDistance > 20 &&
      toBackground > 0.05 &&
      p > 0.35;
    if (isBackground) data[i] = label.background;
    else if (isPerson) data[i] = label.person;
  }
  return {
    trimap: { width: trimap.width, height: trimap.height, data },
    backgroundVariance: background.variance,
  };
}

/** The colours of the pixels with one label, in a square around each pixel. */
function modelOf(image: RgbImage, trimap: Trimap, wanted: number, radiusPx: number): LocalColours {
  const { width, height, data: labels } = trimap;
  const members = emptyPlane(width, height);
  const isMember = members.data;
  for (let i = 0; i < isMember.length; i++) isMember[i] = labels[i] === wanted ? 1 : 0;
  return localColours(image, members, radiusPx);
}

function squaredDistance(image: RgbImage, model: LocalColours, i: number): number {
  const r = (image.data[3 * i] ?? 0) - (model.red[i] ?? 0);
  const g = (image.data[3 * i + 1] ?? 0) - (model.green[i] ?? 0);
  const b = (image.data[3 * i + 2] ?? 0) - (model.blue[i] ?? 0);
  return r * r + g * g + b * b;
}
