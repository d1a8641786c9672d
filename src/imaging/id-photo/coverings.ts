/**
 * Finds what covers a face: sunglasses over the eyes, a mask over mouth and nose, or an object that is held before it
 * (`covered-faces.ts`). For sunglasses and masks, patches of the face are compared in CIE Lab with the skin of the cheeks.
 * The weights were fitted to drawn coverings on half of the portraits of `scripts/eval/coverings.ts`, which prints the
 * figures of the other half. Objects, hands and hats are found by nets (`covered-faces.ts`, `hands.ts`,
 * `head-coverings.ts`): their colours can be those of skin and hair.
 */

import type { PhotoWarning } from '../../domain/goods/photo-check.ts';
import type { MeasuredFace } from '../nets/face-mesh.ts';
import type { Pyramid } from '../pixels/pyramid.ts';
import { objectsBefore } from './covered-faces.ts';
import type { Patch } from './face-patch.ts';
import { patchAt, type SampledFace, sampleFace } from './sampled-face.ts';

/** Points of the mesh around each patch, in any order. Right is the person's right. */
const patches = {
  forehead: [10, 151, 9, 108, 337],
  underRightEye: [119, 120, 100, 118, 117],
  underLeftEye: [348, 349, 329, 347, 346],
  rightEye: [33, 160, 158, 133, 153, 144],
  leftEye: [362, 385, 387, 263, 373, 380],
  rightLid: [223, 222, 221, 27, 28],
  leftLid: [443, 442, 441, 257, 258],
  rightCheek: [50, 205, 187, 123],
  leftCheek: [280, 425, 411, 352],
  nose: [4, 5, 195, 45, 275],
  lips: [61, 40, 0, 270, 291, 321, 17, 91],
  upperLip: [164, 167, 39, 0, 269, 393],
  chin: [199, 200, 175, 18, 83, 313],
  rightJaw: [172, 136, 169, 192],
  leftJaw: [397, 365, 394, 416],
} as const;

type Patches = Readonly<Record<keyof typeof patches, Patch>>;
type Colour = Pick<Patch, 'l' | 'a' | 'b'>;

/** A darker cheek counts as having this lightness, because the scores divide by it. */
const lightnessMin = 10;

export async function coveringsOf(pyramid: Pyramid, face: MeasuredFace): Promise<PhotoWarning[]> {
  const { sunglasses, mask } = await coveringScores(pyramid, face);
  const found: PhotoWarning[] = [];
  if (sunglasses > 0) found.push('eyes_covered');
  if (mask > 0) found.push('mouth_covered');
  // Sunglasses and masks are objects, too, and their warnings say more.
  return found.length > 0 ? found : objectsBefore(pyramid, face);
}

export type CoveringScores = Readonly<Record<'sunglasses' | 'mask', number>>;

/** @returns a score for each covering. A score above 0 means that the covering was found. */
export async function coveringScores(pyramid: Pyramid, face: MeasuredFace): Promise<CoveringScores> {
  const found = patchesOf(await sampleFace(pyramid, face));
  return { sunglasses: sunglassesScore(found), mask: maskScore(found) };
}

function patchesOf(sampled: SampledFace): Patches {
  const entries = Object.entries(patches).map(
    ([name, corners]) => [name, patchAt(sampled, corners)] as const,
  );
  return Object.fromEntries(entries) as Patches;
}

/** Lenses are darker and greyer than skin around both eyes, and hide the contrast of the eyes. */
function sunglassesScore(p: Patches): number {
  const skin = mixed(p.rightCheek, p.leftCheek);
  const under = mixed(p.underRightEye, p.underLeftEye);
  const light = Math.max(lightnessMin, skin.l);
  const darker = (from: Colour, one: Colour, other: Colour) =>
    Math.min(from.l - one.l, from.l - other.l) / light;
  const paler = (one: Colour, other: Colour) =>
    Math.min(chroma(skin) - chroma(one), chroma(skin) - chroma(other));
  const underToLid = Math.min(
    Math.abs(p.underRightEye.l - p.rightLid.l),
    Math.abs(p.underLeftEye.l - p.leftLid.l),
  );
  return (
    -1.883 +
    1.539 * darker(skin, p.underRightEye, p.underLeftEye) +
    5.071 * darker(p.forehead, p.rightLid, p.leftLid) +
    0.202 * paler(p.underRightEye, p.underLeftEye) -
    0.004 * paler(p.rightLid, p.leftLid) -
    (21.735 * Math.max(p.rightEye.spread, p.leftEye.spread)) / light +
    0.019 * underToLid -
    4.513 * darker(under, p.rightEye, p.leftEye) +
    (3.907 * distance(p.forehead, under)) / light
  );
}

/** Cloth has another colour than the skin below the eyes, is even, and hides the lips. A beard leaves the lips visible. */
function maskScore(p: Patches): number {
  const skin = mixed(p.rightCheek, p.leftCheek);
  const under = mixed(p.underRightEye, p.underLeftEye);
  const light = Math.max(lightnessMin, skin.l);
  const aroundLips = mixed(p.chin, p.upperLip);
  return (
    1.597 +
    0.03 * hueDistance(p.chin, under) +
    (0.567 * distance(p.nose, under)) / light -
    0.154 * (p.lips.a - aroundLips.a) -
    (8.8 * p.lips.spread + 4.31 * p.upperLip.spread + 8.71 * p.chin.spread) / light -
    (1.509 * distance(mixed(p.rightJaw, p.leftJaw), p.chin)) / light -
    0.12 * distance(p.lips, aroundLips) +
    (3.256 * (p.lips.l - aroundLips.l)) / light
  );
}

const chroma = ({ a, b }: Colour) => Math.hypot(a, b);
const hueDistance = (one: Colour, other: Colour) => Math.hypot(one.a - other.a, one.b - other.b);
const distance = (one: Colour, other: Colour) =>
  Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b);
const mixed = (one: Colour, other: Colour): Colour => ({
  l: (one.l + other.l) / 2,
  a: (one.a + other.a) / 2,
  b: (one.b + other.b) / 2,
});
