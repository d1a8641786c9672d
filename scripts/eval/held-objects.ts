/**
 * Evaluates the warning about an object before the face: on portraits onto which a phone, a cup, a sheet of paper or a
 * book is drawn in three places, and on the portraits themselves. The net was trained with objects that other
 * code draws, on portraits of another set. A drawn object also counts as found if it causes another warning about a
 * covering, or if no face is found, because the photo is then refused.
 */

import { basename } from 'node:path';
import sharp from 'sharp';
import { coveringsOf } from '../../src/imaging/id-photo/coverings.ts';
import { buildPyramid } from '../../src/imaging/pixels/pyramid.ts';
import { faceIn, isPortrait } from './coverings.ts';
import type { DrawnFace } from './draw-covering.ts';
import { drawObject, heldObjects, objectPlaces } from './draw-object.ts';
import { photoOf } from './measures.ts';

const photoSidePx = 900;
/** Smaller faces are mostly refused, because they would be enlarged too much. */
const eyeToChinMinPx = 64;

type Verdict = 'object' | 'other warning' | 'no face' | 'nothing';

export async function evalHeldObjects(files: readonly string[]): Promise<void> {
  const places = Object.keys(objectPlaces) as (keyof typeof objectPlaces)[];
  const found = new Map<string, Verdict[]>();
  const falsely: string[] = [];
  let portraits = 0;
  for (const file of files) {
    const size = { width: photoSidePx, height: photoSidePx, fit: 'inside' } as const;
    const drawn = await faceIn(await photoOf(sharp(file).rotate().resize(size)));
    if (drawn === null || !isPortrait(file, drawn) || drawn.face.eyeToChin < eyeToChinMinPx) continue;
    portraits++;
    if ((await verdictOn(drawn)) === 'object') falsely.push(basename(file));
    for (const [index, object] of heldObjects.entries()) {
      // One place for each object, so that all pairs of object and place occur equally often.
      const place = places[(portraits + index) % places.length] ?? 'before the mouth';
      const covered = await faceIn(drawObject(drawn, object, place, 10 * portraits + index));
      const verdict = covered === null ? 'no face' : await verdictOn(covered);
      for (const name of [object, place]) found.set(name, [...(found.get(name) ?? []), verdict]);
    }
  }
  for (const name of [...heldObjects, ...places]) printFound(name, found.get(name) ?? []);
  printFound(
    'all objects',
    heldObjects.flatMap((name) => found.get(name) ?? []),
  );
  console.log(
    `false warnings about objects on ${portraits} portraits: ${falsely.length} (${falsely.join(', ')})`,
  );
}

async function verdictOn({ photo, face }: DrawnFace): Promise<Verdict> {
  const warnings = await coveringsOf(buildPyramid(photo), face);
  if (warnings.length === 0) return 'nothing';
  return warnings.includes('face_covered') ? 'object' : 'other warning';
}

function printFound(name: string, verdicts: readonly Verdict[]): void {
  const count = (verdict: Verdict) => verdicts.filter((one) => one === verdict).length;
  const sum = verdicts.length - count('nothing');
  console.log(
    `${name}: ${sum} of ${verdicts.length} found (${count('object')} warned of, ${count('other warning')} as sunglasses or a mask, ${count('no face')} without a face and refused)`,
  );
}
