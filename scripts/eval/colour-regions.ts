/**
 * Measures colourised photos by region: evenly coloured regions, the sky, and people's skin and lips. The regions are
 * found in the original colours.
 */

import { labOf } from '../../bench/colour-scores.ts';
import { confirmedFaces, wholePhoto } from '../../src/imaging/nets/confirmed-faces.ts';
import type { MeasuredFace } from '../../src/imaging/nets/face-mesh.ts';
import { type Bitmap, connectedTo, erode } from '../../src/imaging/pixels/morphology.ts';
import { boxFilter, emptyPlane, type Plane, type RgbBytes } from '../../src/imaging/pixels/plane.ts';
import { fillPolygon } from '../../src/imaging/pixels/polygon.ts';
import { buildPyramid } from '../../src/imaging/pixels/pyramid.ts';

/** A picture in the colour space CIE Lab: one plane each for lightness, a and b. */
export interface LabPlanes {
  readonly lightness: Plane;
  readonly a: Plane;
  readonly b: Plane;
}

export function labPlanesOf({ width, height, data }: RgbBytes): LabPlanes {
  const planes = {
    lightness: emptyPlane(width, height),
    a: emptyPlane(width, height),
    b: emptyPlane(width, height),
  };
  for (let i = 0; i < width * height; i++) {
    const [a, b, lightness] = labOf(data, 3 * i);
    planes.a.data[i] = a;
    planes.b.data[i] = b;
    planes.lightness.data[i] = lightness;
  }
  return planes;
}

/** The regions of one photo, as lists of pixels. */
export interface ColourRegions {
  /** The regions that have one uniform colour in the original, each as a list of pixels. */
  readonly even: readonly (readonly number[])[];
  /** The pixels of blue sky; empty if the photo has none. */
  readonly sky: readonly number[];
  readonly people: readonly PersonRegions[];
}

export interface PersonRegions {
  readonly face: readonly number[];
  readonly lips: readonly number[];
  /** The skin of neck, hands and arms: pixels below the chin that have the colour of the face. */
  readonly bodySkin: readonly number[];
}

export async function colourRegionsOf(truth: RgbBytes): Promise<ColourRegions> {
  const lab = labPlanesOf(truth);
  const pyramid = buildPyramid(truth);
  const faces = await confirmedFaces(pyramid, [wholePhoto(pyramid)]);
  const people = faces
    .filter(({ measured }) => measured.eyeToChin >= faceLengthMinPx)
    .map(({ measured }) => personRegionsOf(lab, measured));
  return { even: evenRegionsOf(lab), sky: skyOf(lab), people };
}

/** The smallest distance from the eyes to the chin at which a face has enough pixels to be measured. */
const faceLengthMinPx = 14;
/** A region is even if its a and b differ from those of its first pixel by less than this. */
const evenTolerance = 4;
/**
 * The smallest share of the picture that an even region must have. Even regions without colour are left out as well.
 */
const evenShareMin = 0.015;
const colouredChroma = 10;

function evenRegionsOf({ a, b }: LabPlanes): number[][] {
  const { width, height } = a;
  const [smoothA, smoothB] = [boxFilter(a, 1).data, boxFilter(b, 1).data];
  const seen = new Uint8Array(width * height);
  const regions: number[][] = [];
  for (let seed = 0; seed < seen.length; seed++) {
    if (seen[seed] === 1) continue;
    const [seedA, seedB] = [smoothA[seed] ?? 0, smoothB[seed] ?? 0];
    const region = [seed];
    seen[seed] = 1;
    for (let next = 0; next < region.length; next++) {
      for (const neighbour of neighboursOf(region[next] ?? 0, width, height)) {
        if (seen[neighbour] === 1) continue;
        const distance = Math.hypot((smoothA[neighbour] ?? 0) - seedA, (smoothB[neighbour] ?? 0) - seedB);
        if (distance >= evenTolerance) continue;
        seen[neighbour] = 1;
        region.push(neighbour);
      }
    }
    if (region.length < evenShareMin * seen.length) continue;
    if (Math.hypot(meanOf(a, region), meanOf(b, region)) >= colouredChroma) regions.push(region);
  }
  return regions;
}

function neighboursOf(i: number, width: number, height: number): number[] {
  const x = i % width;
  const found: number[] = [];
  if (x > 0) found.push(i - 1);
  if (x < width - 1) found.push(i + 1);
  if (i >= width) found.push(i - width);
  if (i < width * (height - 1)) found.push(i + width);
  return found;
}

/** Finds the blue and light pixels that are connected to the upper edge of the picture. */
function skyOf({ lightness, a, b }: LabPlanes): number[] {
  const { width, height } = a;
  const blue: Bitmap = { width, height, data: new Uint8Array(width * height) };
  const top: Bitmap = { width, height, data: new Uint8Array(width * height) };
  top.data.fill(1, 0, 2 * width);
  for (let i = 0; i < blue.data.length; i++) {
    const [valueA, valueB] = [a.data[i] ?? 0, b.data[i] ?? 0];
    const isBlue = valueB < -4 && valueA < 0.6 * -valueB;
    blue.data[i] = isBlue && (lightness.data[i] ?? 0) > 35 ? 1 : 0;
  }
  const sky = pixelsOf(connectedTo(top, blue));
  return sky.length < 0.05 * blue.data.length ? [] : sky;
}

/** How much the hue and the lightness of skin below the chin may differ from those of the face. */
const skinHueRad = (14 * Math.PI) / 180;
const skinLightness = 28;

function personRegionsOf({ lightness, a, b }: LabPlanes, face: MeasuredFace): PersonRegions {
  const { width, height } = a;
  const outer = fillPolygon(face.lips.outer, width, height);
  const inner = fillPolygon(face.lips.inner, width, height);
  const lips = pixelsOf({
    ...outer,
    data: outer.data.map((bit, i) => (bit === 1 && inner.data[i] === 0 ? 1 : 0)),
  });
  const oval = erode(fillPolygon(face.outline, width, height), Math.round(0.08 * face.eyeToChin));
  const below = (i: number): number => (Math.trunc(i / width) - face.eyes.y) / face.eyeToChin;
  // Only cheeks, nose and chin are used, because eyes, brows, hair and mouth have other colours than skin.
  const cheeks = pixelsOf(oval).filter((i) => below(i) > 0.2 && outer.data[i] === 0);
  const [faceA, faceB] = [meanOf(a, cheeks), meanOf(b, cheeks)];
  const chroma = Math.hypot(faceA, faceB);
  const faceLightness = meanOf(lightness, cheeks);
  const skin: Bitmap = { width, height, data: new Uint8Array(width * height) };
  for (let i = 0; i < skin.data.length; i++) {
    const across = Math.abs((i % width) - face.eyes.x) / face.eyeToChin;
    if (below(i) < 1.15 || below(i) > 7 || across > 4) continue;
    const [valueA, valueB] = [a.data[i] ?? 0, b.data[i] ?? 0];
    const ratio = Math.hypot(valueA, valueB) / chroma;
    if (ratio < 0.6 || ratio > 2 || Math.abs((lightness.data[i] ?? 0) - faceLightness) > skinLightness)
      continue;
    const turn = Math.atan2(valueB * faceA - valueA * faceB, valueA * faceA + valueB * faceB);
    if (Math.abs(turn) < skinHueRad) skin.data[i] = 1;
  }
  return { face: cheeks, lips, bodySkin: pixelsOf(openedBy(skin, 1)) };
}

/** Removes each connected region of `bits` that is nowhere wider than twice `radiusPx`, such as a line or a dot. */
function openedBy(bits: Bitmap, radiusPx: number): Bitmap {
  const eroded = erode(bits, radiusPx);
  return connectedTo(eroded, bits);
}

function pixelsOf({ data }: Bitmap): number[] {
  const pixels: number[] = [];
  for (let i = 0; i < data.length; i++) if (data[i] === 1) pixels.push(i);
  return pixels;
}

export function meanOf({ data }: Plane, pixels: readonly number[]): number {
  let sum = 0;
  for (const i of pixels) sum += data[i] ?? 0;
  return sum / pixels.length;
}
