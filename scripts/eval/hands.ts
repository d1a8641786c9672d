/**
 * Evaluates the warning about hands at the face: on photos of the people-masks set that show hands at a face or not, and
 * on good portraits onto which hands of other photos are pasted.
 */

import { basename, dirname, join } from 'node:path';
import sharp from 'sharp';
import { handsOf } from '../../src/imaging/id-photo/hands.ts';
import type { MeasuredFace } from '../../src/imaging/nets/face-mesh.ts';
import { detectHands } from '../../src/imaging/nets/hand-detector.ts';
import type { RgbBytes, RgbImage } from '../../src/imaging/pixels/plane.ts';
import { buildPyramid, sampleCrop } from '../../src/imaging/pixels/pyramid.ts';
import { faceIn } from './coverings.ts';
import type { DrawnFace } from './draw-covering.ts';
import { photoOf } from './measures.ts';
import { portraitLabels } from './portrait-labels.ts';

const photoSidePx = 900;
const eyeToChinMinPx = 40;
/** The numbers of the photos with a hand at a face. The photos were judged by eye. */
const withHand: ReadonlySet<number> = new Set([
  9, 19, 20, 36, 41, 45, 50, 51, 59, 66, 84, 96, 101, 102, 105, 106, 107, 109, 154, 191,
]);
/** The numbers of the photos whose hands are pasted onto portraits. */
const pasted = [9, 45, 59, 84, 96, 106] as const;
const pastedSidePx = 256;
/** Side of the pasted square in eye-to-chin distances. A palm is about half as wide. */
const pastedLengths = 1.6;

const places = {
  'before the mouth': ({ eyes, chin }: MeasuredFace) => ({
    x: eyes.x + 0.75 * (chin.x - eyes.x),
    y: eyes.y + 0.75 * (chin.y - eyes.y),
  }),
  'before an eye': ({ eyes, eyeToChin }: MeasuredFace) => ({ x: eyes.x - 0.35 * eyeToChin, y: eyes.y }),
  'before a cheek': ({ eyes, eyeToChin }: MeasuredFace) => ({
    x: eyes.x + 0.6 * eyeToChin,
    y: eyes.y + 0.55 * eyeToChin,
  }),
} as const;

export async function evalHands(files: readonly string[]): Promise<void> {
  const counts = { hands: 0, found: 0, others: 0, false: 0 };
  for (const file of files) {
    const drawn = await faceOf(file);
    if (drawn === null) continue;
    const isFound = await isHandFound(drawn);
    if (withHand.has(Number.parseInt(basename(file), 10))) {
      counts.hands++;
      if (isFound) counts.found++;
    } else {
      counts.others++;
      if (isFound) counts.false++;
    }
  }
  console.log(`hands at the face: ${counts.found} of ${counts.hands} warned of`);
  console.log(`false warnings about hands on ${counts.others} other photos: ${counts.false}`);
  const [first] = files;
  if (first !== undefined) await evalPastedHands(dirname(first));
}

async function evalPastedHands(folder: string): Promise<void> {
  const hands: RgbImage[] = [];
  for (const number of pasted) hands.push(await handOf(join(folder, `${number}.jpg`)));
  const numbers = Object.values(portraitLabels).flatMap((labelled) => [...labelled]);
  for (const [place, placeOf] of Object.entries(places)) {
    const counts = { portraits: 0, warned: 0, refused: 0 };
    for (const [index, number] of numbers.entries()) {
      const portrait = await faceOf(join(folder, `${number}.jpg`));
      const hand = hands[index % hands.length];
      if (portrait === null || hand === undefined) continue;
      counts.portraits++;
      const covered = await faceIn(paste(portrait, hand, placeOf(portrait.face)));
      if (covered === null) counts.refused++;
      else if (await isHandFound(covered)) counts.warned++;
    }
    const found = `${counts.warned} warned of, ${counts.refused} without a face and refused`;
    console.log(`hand ${place}: ${counts.warned + counts.refused} of ${counts.portraits} found (${found})`);
  }
}

async function faceOf(file: string): Promise<DrawnFace | null> {
  const size = { width: photoSidePx, height: photoSidePx, fit: 'inside' } as const;
  const drawn = await faceIn(await photoOf(sharp(file).rotate().resize(size)));
  return drawn === null || drawn.face.eyeToChin < eyeToChinMinPx ? null : drawn;
}

async function isHandFound({ photo, face }: DrawnFace): Promise<boolean> {
  return (await handsOf(buildPyramid(photo), face)).length > 0;
}

/** @returns a square around the hand that the nets find most certainly at the face of a photo. */
async function handOf(file: string): Promise<RgbImage> {
  const drawn = await faceOf(file);
  if (drawn === null) throw new Error(`no face in ${file}`);
  const { eyes, chin, eyeToChin } = drawn.face;
  const pyramid = buildPyramid(drawn.photo);
  const [side, centreY] = [3 * eyeToChin, (eyes.y + chin.y) / 2];
  const region = { centreX: eyes.x, centreY, width: side, height: side, rollRad: 0 };
  const found = await detectHands(pyramid, { region, scoreMin: 0.5, isSearched: () => true });
  const hand = found.toSorted((one, other) => other.presence - one.presence)[0];
  if (hand === undefined) throw new Error(`no hand in ${file}`);
  const { centre, palmPx } = hand;
  const square = { width: 2.2 * palmPx, height: 2.2 * palmPx, rollRad: 0 };
  return sampleCrop(
    pyramid,
    { ...square, centreX: centre.x, centreY: centre.y - 0.3 * palmPx },
    { width: pastedSidePx, height: pastedSidePx },
    { outside: 'repeat' },
  );
}

/** Pastes the hand as a disc with a soft edge. */
function paste(
  { photo, face }: DrawnFace,
  hand: RgbImage,
  at: { readonly x: number; readonly y: number },
): RgbBytes {
  const side = Math.round(pastedLengths * face.eyeToChin);
  const [left, top] = [Math.round(at.x - side / 2), Math.round(at.y - side / 2)];
  const data = Uint8Array.from(photo.data);
  for (let y = Math.max(0, -top); y < Math.min(side, photo.height - top); y++) {
    for (let x = Math.max(0, -left); x < Math.min(side, photo.width - left); x++) {
      const radius = Math.hypot((2 * x + 1) / side - 1, (2 * y + 1) / side - 1);
      const cover = Math.min(1, Math.max(0, (0.95 - radius) / 0.12));
      const from =
        Math.trunc((y * pastedSidePx) / side) * pastedSidePx + Math.trunc((x * pastedSidePx) / side);
      const to = (top + y) * photo.width + left + x;
      for (let channel = 0; channel < 3; channel++) {
        const under = data[3 * to + channel] ?? 0;
        data[3 * to + channel] = under + cover * (255 * (hand.data[3 * from + channel] ?? 0) - under);
      }
    }
  }
  return { ...photo, data };
}
