/**
 * Evaluates the warning that a picture is not a photo of a person: on drawings and photos of a screen that are made
 * from portraits, and on the portraits themselves. The limits of `not-a-photo.ts` were chosen on 21 of the portraits.
 */

import sharp from 'sharp';
import { notAPhoto } from '../../src/imaging/id-photo/not-a-photo.ts';
import type { RgbBytes } from '../../src/imaging/pixels/plane.ts';
import { buildPyramid } from '../../src/imaging/pixels/pyramid.ts';
import { faceIn } from './coverings.ts';
import { drawingOf, screenOf } from './draw-imitation.ts';
import { photoOf } from './measures.ts';

const photoSidePx = 900;
/** Smaller faces are mostly refused, because they would be enlarged too much. */
const eyeToChinMinPx = 64;

export async function evalNotAPhoto(files: readonly string[]): Promise<void> {
  const counts = { portraits: 0, false: 0, drawings: 0, screens: 0, unseenDrawings: 0, unseenScreens: 0 };
  for (const file of files) {
    const size = { width: photoSidePx, height: photoSidePx, fit: 'inside' } as const;
    const photo = await photoOf(sharp(file).rotate().resize(size));
    const portrait = await verdictOn(photo);
    if (portrait === 'no face') continue;
    counts.portraits++;
    if (portrait === 'found') counts.false++;
    const drawing = await verdictOn(await drawingOf(photo));
    if (drawing === 'found') counts.drawings++;
    if (drawing === 'no face') counts.unseenDrawings++;
    const screen = await verdictOn(await screenOf(photo));
    if (screen === 'found') counts.screens++;
    if (screen === 'no face') counts.unseenScreens++;
  }
  const { portraits } = counts;
  console.log(
    `drawings: ${counts.drawings} of ${portraits} warned of, ${counts.unseenDrawings} without a face`,
  );
  console.log(`screens: ${counts.screens} of ${portraits} warned of, ${counts.unseenScreens} without a face`);
  console.log(`false warnings on ${portraits} portraits: ${counts.false}`);
}

async function verdictOn(photo: RgbBytes): Promise<'found' | 'not found' | 'no face'> {
  const found = await faceIn(photo);
  if (found === null || found.face.eyeToChin < eyeToChinMinPx) return 'no face';
  return notAPhoto(buildPyramid(photo), found.face).length > 0 ? 'found' : 'not found';
}
