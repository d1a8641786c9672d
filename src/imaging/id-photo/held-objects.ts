/**
 * Finds an object in front of a face, such as a phone, a cup or a sheet of paper: it has long straight edges, other
 * colours than the skin, and hides features on one side. The weights were fitted to objects that were drawn on
 * portraits of another set than the one on which `scripts/eval/held-objects.ts` counts how many are found.
 */

import { mean } from '../measures/face-view.ts';
import { labOf } from '../measures/natural-colour.ts';
import type { MeasuredFace } from '../nets/face-mesh.ts';
import { type Bitmap, erode } from '../pixels/morphology.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import type { Patch } from './face-patch.ts';
import { patchAt, type SampledFace, sidePx } from './sampled-face.ts';
import { type LabPlanes, straightEdge } from './straight-edges.ts';

/** A smaller face is mostly refused, because it would be enlarged too much. */
const eyeToChinMinPx = 64;

/** Points of the mesh around the face, in order; around patches of skin; and on the bridge of the nose. */
const outline = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
  150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
];
const skinPatches = [
  [119, 120, 100, 118, 117],
  [348, 349, 329, 347, 346],
  [50, 205, 187, 123],
  [280, 425, 411, 352],
  [4, 5, 195, 45, 275],
  [6, 197, 196, 419, 122, 351],
  [10, 151, 9, 108, 337],
];
const eyeCorners = [33, 133, 362, 263];
const noseBridge = [6, 197, 195, 5];
const patches = {
  lips: [61, 40, 0, 270, 291, 321, 17, 91],
  upperLip: [164, 167, 39, 0, 269, 393],
  chin: [199, 200, 175, 18, 83, 313],
} as const;

/** Distances from the eyes downwards, in pixels of the sampled face: the chin is at 40. `to` is no longer inside. */
const zones = {
  middle: { from: 7, to: 22 },
  lower: { from: 22, to: 37 },
} as const;
type Zone = keyof typeof zones;
/** The two sides of the face begin this far from the bridge of the nose. */
const sidesFrom = 4;
type Colour = Pick<Patch, 'l' | 'a' | 'b'>;

/** How far from the outline pixels are examined: hair and the background lie along it. */
const outlinePx = 4;
/** Edges are searched from here downwards, because hair ends on the forehead. The distance is from the eyes. */
const edgesFrom = -12;
/** Pixels with less than this share of the skin's chroma are grey. */
const greyShare = 0.45;
/** The largest sureness of the mesh that counts, as the negative logarithm of its doubt, and the smallest doubt. */
const [surenessMax, doubtMin] = [16, 1e-7];
/** Grey skin counts as having this chroma, and dark skin this lightness, because other values are compared with them. */
const [chromaMin, lightnessMin] = [6, 10];

/** @returns a score, above 0 if an object is in front of the face. Minus infinity for a face that is too small. */
export function heldObjectScore(sampled: SampledFace, { score, eyeToChin }: MeasuredFace): number {
  if (eyeToChin < eyeToChinMinPx) return Number.NEGATIVE_INFINITY;
  const skin = skinColour(sampled);
  const lightness = Math.max(lightnessMin, skin.l);
  const chroma = Math.max(chromaMin, Math.hypot(skin.a, skin.b));
  const lab = labPlanes(sampled.image.data);
  const { edges, zone, side } = regionsOf(sampled);
  const hue = (pixel: number) => Math.hypot((lab.a[pixel] ?? 0) - skin.a, (lab.b[pixel] ?? 0) - skin.b);
  const isGrey = (pixel: number) => Math.hypot(lab.a[pixel] ?? 0, lab.b[pixel] ?? 0) < greyShare * chroma;
  const sideHue = (sign: 1 | -1) => median(side('middle', sign).map(hue));
  const sideSpread = (sign: 1 | -1) => spread(side('lower', sign).map((pixel) => lab.l[pixel] ?? 0));
  const sureness = Math.min(surenessMax, -Math.log(Math.max(doubtMin, 1 - score)));
  return (
    4.243 +
    7.798 * straightEdge(lab, edges, lightness) -
    3.071 * Math.sqrt(sureness) +
    4.564 * (Math.abs(sideSpread(1) - sideSpread(-1)) / lightness) +
    3.868 * share(zone('middle'), isGrey) +
    0.744 * Math.sqrt(Math.abs(sideHue(1) - sideHue(-1))) +
    0.065 * mean(zone('lower').map(hue)) -
    0.041 * lipsContrast(sampled)
  );
}

interface Regions {
  /** The pixels in which edges are searched. */
  readonly edges: Bitmap;
  readonly zone: (zone: Zone) => readonly number[];
  /** The pixels of a zone on one side of the nose. */
  readonly side: (zone: Zone, sign: 1 | -1) => readonly number[];
}

function regionsOf({ points }: SampledFace): Regions {
  const face = fillPolygon(
    outline.flatMap((index) => points[index] ?? []),
    sidePx,
    sidePx,
  );
  const inside = erode(face, outlinePx);
  const eyeRow = mean(eyeCorners.map((index) => points[index]?.y ?? 0));
  const noseColumn = mean(noseBridge.map((index) => points[index]?.x ?? 0));
  const below = (pixel: number) => Math.trunc(pixel / sidePx) - eyeRow;
  const pixels = Array.from(inside.data.keys()).filter((pixel) => inside.data[pixel] === 1);
  const zone = (name: Zone) =>
    pixels.filter((pixel) => below(pixel) >= zones[name].from && below(pixel) < zones[name].to);
  const searched = inside.data.map((bit, pixel) => (below(pixel) >= edgesFrom ? bit : 0));
  return {
    edges: { ...inside, data: searched },
    zone,
    side: (name, sign) => zone(name).filter((pixel) => sign * ((pixel % sidePx) - noseColumn) > sidesFrom),
  };
}

/** The medians of lightness, a and b over the patches of skin, so that an object before some of them does not count. */
function skinColour(sampled: SampledFace): Colour {
  const found = skinPatches.map((corners) => patchAt(sampled, corners));
  return {
    l: median(found.map(({ l }) => l)),
    a: median(found.map(({ a }) => a)),
    b: median(found.map(({ b }) => b)),
  };
}

/** The distance of the colour of the lips from that of the skin around them. */
function lipsContrast(sampled: SampledFace): number {
  const [lips, above, chin] = [patches.lips, patches.upperLip, patches.chin].map((corners) =>
    patchAt(sampled, corners),
  );
  if (lips === undefined || above === undefined || chin === undefined) return 0;
  const difference = (channel: keyof Colour) => lips[channel] - (above[channel] + chin[channel]) / 2;
  return Math.hypot(difference('l'), difference('a'), difference('b'));
}

function labPlanes(rgb: Float32Array): LabPlanes {
  const count = rgb.length / 3;
  const planes = { l: new Float32Array(count), a: new Float32Array(count), b: new Float32Array(count) };
  for (let i = 0; i < count; i++) {
    const { l, a, b } = labOf(rgb[3 * i] ?? 0, rgb[3 * i + 1] ?? 0, rgb[3 * i + 2] ?? 0);
    planes.l[i] = l;
    planes.a[i] = a;
    planes.b[i] = b;
  }
  return planes;
}

const share = (pixels: readonly number[], isCounted: (pixel: number) => boolean) =>
  pixels.filter(isCounted).length / Math.max(1, pixels.length);

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}

function spread(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}
