/**
 * Evaluates the warnings about sunglasses and masks. Counts the warnings on portraits on which sunglasses or masks are
 * drawn, and the false warnings on the same portraits without them. Only portraits with odd numbers are used, because
 * the weights of `coverings.ts` were fitted to those with even numbers.
 */

import { basename } from 'node:path';
import sharp from 'sharp';
import { coveringScores } from '../../src/imaging/id-photo/coverings.ts';
import { detectFaces } from '../../src/imaging/nets/face-detector.ts';
import { measureFaceMesh, meshPointsOf } from '../../src/imaging/nets/face-mesh.ts';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';
import { buildPyramid } from '../../src/imaging/pixels/pyramid.ts';
import { coverings, type DrawnFace, drawCovering } from './draw-covering.ts';
import { photoOf } from './measures.ts';

const photoSidePx = 900;
const scoreMin = 0.5;
const eyeToChinMinPx = 24;
const noseShare = { min: 0.22, max: 0.78 } as const;
/**
 * The numbers of photos that are left out, because they show several people, no face, a doll, or a face that is
 * already covered.
 */
const leftOut: ReadonlySet<number> = new Set([
  1, 8, 12, 13, 17, 18, 19, 20, 21, 23, 28, 39, 61, 75, 80, 88, 89, 90, 91, 92, 93, 94, 103, 105, 107, 154,
  155, 156, 178, 193,
]);

/** @returns null where the service finds no face. */
export async function faceIn(photo: RgbBytes): Promise<DrawnFace | null> {
  const pyramid = buildPyramid(photo);
  const [first, ...others] = await detectFaces(pyramid, { scoreMin });
  if (first === undefined) return null;
  const main = others.reduce((a, b) => (a.width * a.height >= b.width * b.height ? a : b), first);
  const face = await measureFaceMesh(pyramid, main);
  return face.score < scoreMin ? null : { photo, face, points: await meshPointsOf(pyramid, face) };
}

/** Whether the photo shows one uncovered face that looks into the camera. */
export function isPortrait(file: string, { face }: DrawnFace): boolean {
  const isFront = face.noseShare >= noseShare.min && face.noseShare <= noseShare.max;
  return isFront && !leftOut.has(numberOf(file));
}

const numberOf = (file: string) => Number.parseInt(basename(file), 10);

export const scoresOf = ({ photo, face }: DrawnFace) => coveringScores(buildPyramid(photo), face);

export async function evalCoverings(files: readonly string[]): Promise<void> {
  const counts = { portraits: 0, sunglasses: 0, mask: 0, falseSunglasses: 0, falseMask: 0 };
  const unseen = { sunglasses: 0, mask: 0 };
  for (const file of files.filter((one) => numberOf(one) % 2 === 1)) {
    const size = { width: photoSidePx, height: photoSidePx, fit: 'inside' } as const;
    const drawn = await faceIn(await photoOf(sharp(file).rotate().resize(size)));
    if (drawn === null || drawn.face.eyeToChin < eyeToChinMinPx || !isPortrait(file, drawn)) continue;
    counts.portraits++;
    const plain = await scoresOf(drawn);
    if (plain.sunglasses > 0) counts.falseSunglasses++;
    if (plain.mask > 0) counts.falseMask++;
    for (const covering of coverings) {
      const covered = await faceIn(drawCovering(drawn, covering, numberOf(file)));
      if (covered === null) unseen[covering]++;
      else if ((await scoresOf(covered))[covering] > 0) counts[covering]++;
    }
  }
  const { portraits, falseSunglasses, falseMask } = counts;
  for (const covering of coverings) {
    const found = `${counts[covering]} warned of, ${unseen[covering]} without a face and refused`;
    console.log(`${covering}: ${counts[covering] + unseen[covering]} of ${portraits} found (${found})`);
  }
  console.log(`false warnings on ${portraits} portraits: sunglasses ${falseSunglasses}, mask ${falseMask}`);
}
