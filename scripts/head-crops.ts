/**
 * `node scripts/head-crops.ts OUT FOLDER…`: cuts level crops of all heads out of the photos in folders, for the training
 * of the nets that find hats and objects before the face (`training/README.md`). Writes `OUT/crops-0.bin`,
 * 160 × 160 × 3 bytes per head, and `OUT/crops-0.jsonl` with a line for each head: the photo, the number of the face in
 * it, the outline of the face in pixels of the crop, and how far the upper edge of the photo is above the eyes, in
 * eye-to-chin distances.
 */

import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { confirmedFaces, wholePhoto } from '../src/imaging/nets/confirmed-faces.ts';
import type { MeasuredFace } from '../src/imaging/nets/face-mesh.ts';
import { headSquare } from '../src/imaging/nets/head-nets.ts';
import { buildPyramid, cropPoint, type Pyramid, sampleCrop } from '../src/imaging/pixels/pyramid.ts';
import { photosIn } from './eval/colour-folder.ts';
import { photoOf } from './eval/measures.ts';

const sidePx = 160;
/**
 * In eye-to-chin distances. The nets see squares of 3.2 and 2.4 of them; the rest is room for turning and moving the
 * squares in the training.
 */
const crop = { side: 4, middleAboveEyes: 0.5 } as const;
const photoSidePx = 900;
const eyeToChinMinPx = 18;
const noseShare = { min: 0.15, max: 0.85 } as const;

const [out, ...folders] = process.argv.slice(2);
if (out === undefined || folders.length === 0) throw new Error('usage: head-crops.ts OUT FOLDER…');
mkdirSync(out, { recursive: true });
for (const folder of folders) {
  for (const name of await photosIn(folder)) await cutHeads(join(folder, name), out);
}

async function cutHeads(file: string, outFolder: string): Promise<void> {
  const size = { width: photoSidePx, height: photoSidePx, fit: 'inside', withoutEnlargement: true } as const;
  const pyramid = buildPyramid(await photoOf(sharp(file).rotate().resize(size)));
  const faces = await confirmedFaces(pyramid, [wholePhoto(pyramid)]);
  const heads = faces
    .map(({ measured }) => measured)
    .filter((face) => face.eyeToChin >= eyeToChinMinPx)
    .filter((face) => face.noseShare >= noseShare.min && face.noseShare <= noseShare.max);
  for (const [idx, face] of heads.entries()) {
    const { pixels, pts } = headOf(pyramid, face);
    appendFileSync(join(outFolder, 'crops-0.bin'), pixels);
    const line = JSON.stringify({ file, idx, top: face.eyes.y / face.eyeToChin, pts });
    appendFileSync(join(outFolder, 'crops-0.jsonl'), `${line}\n`);
  }
}

function headOf(pyramid: Pyramid, face: MeasuredFace) {
  const square = headSquare(face, crop);
  const { data } = sampleCrop(pyramid, square, { width: sidePx, height: sidePx }, { outside: 'repeat' });
  const pts = face.outline.map((point) => {
    const { u, v } = cropPoint(square, point);
    return [u * sidePx, v * sidePx] as const;
  });
  return { pixels: Uint8Array.from(data, (value) => Math.round(value * 255)), pts };
}
