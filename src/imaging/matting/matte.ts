/**
 * Step 7 of the ID photo: from a coarse mask to an alpha that follows single hairs: guided filter, trimap, local colour, closed-form
 * matting, and the removal of whatever does not hang together with the person.
 */

import { guidedFilter } from '../guided-filter.ts';
import { emptyPlane, type Plane, type RgbImage } from '../plane.ts';
import { solveCoarseToFine } from './coarse-to-fine.ts';
import { narrowByColour } from './local-colour.ts';
import { type Bitmap, connectedTo } from './morphology.ts';
import { ownColours } from './own-colours.ts';
import { above, label, type Trimap, trimapOf, withoutHoles } from './trimap.ts';

export interface MatteOptions {
  /** Row of the chin: above it the band is wide enough for hair. */
  readonly chinRow: number;
}

const tunedWidthPx = 590;
const guideRadiusPx = 10;
const guideEpsilon = 1e-4;
const priorStrength = 1e-3;
/** On busy walls colours mislead the solver, so that the net's word counts up to this much more. */
const busyStrength = 30;
const busyVariance = 0.02;
/** So does it where the person has the wall's colour. */
const ownStrength = 30;
/** The solver leaves a veil near 0 and falls short of 1: this part of the scale is stretched to 0–1. */
const veil = 0.06;
const solid = 0.96;

export interface Matte {
  readonly alpha: Plane;
  /** Before the solver, for judging its result. */
  readonly trimap: Trimap;
}

export function matte(image: RgbImage, coarse: Plane, options: MatteOptions): Matte {
  const { width, height } = image;
  const scale = width / tunedWidthPx;
  const mask = withoutHoles(coarse, 0.6);
  const start = guidedFilter(image, mask, {
    radiusPx: Math.round(guideRadiusPx * scale),
    epsilon: guideEpsilon,
  });
  for (let i = 0; i < start.data.length; i++) start.data[i] = Math.min(1, Math.max(0, start.data[i] ?? 0));
  const banded = trimapOf(mask, Math.round(options.chinRow * 1.02));
  const belowChin = Math.round(options.chinRow + 0.12 * height);
  const own = ownColours(image, banded, options.chinRow);
  const { trimap, backgroundVariance } = narrowByColour(image, banded, mask, { own, lastRow: belowChin });
  const prior = emptyPlane(width, height);
  const priorWeight = new Float32Array(width * height);
  for (let i = 0; i < priorWeight.length; i++) {
    const p = mask.data[i] ?? 0;
    const certainty = (2 * p - 1) ** 2 + 0.02;
    const business = busyStrength * Math.min(1, (backgroundVariance[i] ?? 0) / busyVariance);
    const sameness = ownStrength * (own.data[i] ?? 0);
    prior.data[i] = p > 0.5 ? 1 : 0;
    priorWeight[i] = priorStrength * certainty * (1 + Math.max(business, sameness));
  }
  const alpha = solveCoarseToFine({ image, trimap, start, prior, priorWeight });
  for (let i = 0; i < alpha.data.length; i++) {
    const value = ((alpha.data[i] ?? 0) - veil) / (solid - veil);
    alpha.data[i] = Math.min(1, Math.max(0, value));
  }
  keepConnected(alpha, trimap);
  fillHoles(alpha, mask);
  return { alpha, trimap };
}

/**
 * Hair that has the colour of the wall behind comes out of the solver as a hole. A hole that no path of
 * thin alpha joins to the surroundings, and where the net is sure of the person, is filled by the net's word;
 * a gap in which it sees the wall stays open.
 */
function fillHoles(alpha: Plane, mask: Plane): void {
  const filled = withoutHoles(alpha, 1);
  for (let i = 0; i < filled.data.length; i++) {
    const p = mask.data[i] ?? 0;
    if ((filled.data[i] ?? 0) > (alpha.data[i] ?? 0) && p > 0.7)
      alpha.data[i] = Math.max(alpha.data[i] ?? 0, p);
  }
}

/** Anything that no path of at least faint alpha joins to the sure person is not the person's. */
function keepConnected(alpha: Plane, trimap: Trimap): void {
  const { width, height } = alpha;
  const sure: Bitmap = { width, height, data: new Uint8Array(width * height) };
  for (let i = 0; i < sure.data.length; i++) sure.data[i] = trimap.data[i] === label.person ? 1 : 0;
  const kept = connectedTo(sure, above(alpha, 0.1)).data;
  for (let i = 0; i < kept.length; i++) if (kept[i] !== 1 && (alpha.data[i] ?? 0) > 0.1) alpha.data[i] = 0;
}
