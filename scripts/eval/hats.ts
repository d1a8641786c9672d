/**
 * Evaluates the warning about hats: on photos of the people-masks set that show a covered head, on the portraits of this
 * set without one, and on these portraits with drawn hats. No photo of the set was used in the training of the net.
 */

import { basename } from 'node:path';
import sharp from 'sharp';
import { headCoveringsOf } from '../../src/imaging/id-photo/head-coverings.ts';
import { buildPyramid } from '../../src/imaging/pixels/pyramid.ts';
import { faceIn } from './coverings.ts';
import type { DrawnFace } from './draw-covering.ts';
import { drawHat, hats } from './draw-hat.ts';
import { faceKinds } from './face-labels.ts';
import { photoOf } from './measures.ts';

const photoSidePx = 600;
const roomAbovePx = 200;
const eyeToChinMinPx = 24;
const noseShare = { min: 0.22, max: 0.78 } as const;
/** The numbers of the photos with a covered head that are not in `faceKinds`: a hat and a headscarf. */
const alsoCovered = [54, 75] as const;
const covered: ReadonlySet<number> = new Set([...(faceKinds['hats and helmets'] ?? []), ...alsoCovered]);
/** A family of which one has a cap, and a sculpture. */
const leftOut: ReadonlySet<number> = new Set([39, 156]);
const aims = { drawnShare: 19 / 20, falseShare: 0.01 } as const;

export async function evalHats(files: readonly string[]): Promise<void> {
  const found: number[] = [];
  const missed: number[] = [];
  const falseNumbers: number[] = [];
  const portraits: { readonly number: number; readonly drawn: DrawnFace }[] = [];
  for (const file of files) {
    const number = Number.parseInt(basename(file), 10);
    if (leftOut.has(number)) continue;
    const size = { width: photoSidePx, height: photoSidePx, fit: 'inside' } as const;
    const photo = await sharp(file).rotate().resize(size).toBuffer();
    // Drawn hats need room above heads that touch the upper edge of the photo.
    const drawn = await faceIn(await photoOf(sharp(photo).extend({ top: roomAbovePx, extendWith: 'copy' })));
    if (drawn === null || drawn.face.eyeToChin < eyeToChinMinPx) continue;
    if (drawn.face.noseShare < noseShare.min || drawn.face.noseShare > noseShare.max) continue;
    const isWarned = await isHatFound(drawn);
    if (covered.has(number)) (isWarned ? found : missed).push(number);
    else {
      portraits.push({ number, drawn });
      if (isWarned) falseNumbers.push(number);
    }
  }
  const real = found.length + missed.length;
  console.log(`hats in photos: ${found.length} of ${real} warned of (missed: ${missed.join(' ') || 'none'})`);
  console.log(
    `false warnings about hats on ${portraits.length} portraits: ${falseNumbers.length} (${falseNumbers.join(' ') || 'none'}), aim at most ${Math.floor(aims.falseShare * portraits.length)}`,
  );
  await evalDrawnHats(portraits);
}

async function evalDrawnHats(
  portraits: readonly { readonly number: number; readonly drawn: DrawnFace }[],
): Promise<void> {
  let [all, total] = [0, 0];
  for (const [index, hat] of hats.entries()) {
    let [warned, refused] = [0, 0];
    for (const { number, drawn } of portraits) {
      const withHat = await faceIn(drawHat(drawn, hat, hats.length * number + index));
      if (withHat === null) refused++;
      else if (await isHatFound(withHat)) warned++;
    }
    all += warned + refused;
    total += portraits.length;
    const how = `${warned} warned of, ${refused} without a face and refused`;
    console.log(`${hat}: ${warned + refused} of ${portraits.length} found (${how})`);
  }
  console.log(`drawn hats: ${all} of ${total} found, aim ${Math.ceil(aims.drawnShare * total)}`);
}

async function isHatFound({ photo, face }: DrawnFace): Promise<boolean> {
  return (await headCoveringsOf(buildPyramid(photo), face)).length > 0;
}
