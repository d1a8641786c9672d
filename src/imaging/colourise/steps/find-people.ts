/** Finds the faces of a grey picture and the people to whom they belong, for the steps that colour people. */

import { confirmedFaces, wholePhoto } from '../../nets/confirmed-faces.ts';
import type { MeasuredFace } from '../../nets/face-mesh.ts';
import { personProbability } from '../../nets/person-segmenter.ts';
import { greyPicture } from '../../pixels/lab.ts';
import { emptyPlane, type Plane } from '../../pixels/plane.ts';
import { buildPyramid, type Crop, cropPoint } from '../../pixels/pyramid.ts';
import { findHands } from './find-hands.ts';
import { markHand } from './mark-hand.ts';

export interface FoundPeople {
  /** The faces, the largest first. Their positions are in pixels of the picture. */
  readonly faces: readonly MeasuredFace[];
  /** The probability that each pixel belongs to a person, 0–1; 0 far from every face. */
  readonly person: Plane;
  /** 1 for pixels of hands and bare forearms, otherwise 0. */
  readonly hands: Plane;
}

/**
 * The square in which the net looks for a person: its side, and how far its centre is below the eyes, in eye-to-chin
 * distances.
 */
const square = { side: 8, down: 2.2 } as const;
/** The maximum number of faces that are used. In a larger group, each face is small. */
const peopleMax = 4;

export async function findPeople(lightness: Plane): Promise<FoundPeople> {
  const { width, height } = lightness;
  const pyramid = buildPyramid(greyPicture(lightness));
  const found = await confirmedFaces(pyramid, [wholePhoto(pyramid)]);
  const faces = found
    .map(({ measured }) => measured)
    .sort((one, other) => other.eyeToChin - one.eyeToChin)
    .slice(0, peopleMax);
  const person = emptyPlane(width, height);
  const hands = emptyPlane(width, height);
  for (const face of faces) {
    for (const hand of await findHands(pyramid, face)) markHand(hands, lightness, hand);
    const { eyes, eyeToChin } = face;
    const side = square.side * eyeToChin;
    const crop = {
      centreX: eyes.x,
      centreY: eyes.y + square.down * eyeToChin,
      width: side,
      height: side,
      rollRad: 0,
    };
    addPerson(person, crop, await personProbability(pyramid, crop));
  }
  return { faces, person, hands };
}

/** Adds the probabilities of a crop to `person`. Where crops overlap, the highest probability counts. */
function addPerson(person: Plane, crop: Crop, probability: Plane): void {
  const top = Math.max(0, Math.floor(crop.centreY - crop.height / 2));
  const bottom = Math.min(person.height, Math.ceil(crop.centreY + crop.height / 2));
  const left = Math.max(0, Math.floor(crop.centreX - crop.width / 2));
  const right = Math.min(person.width, Math.ceil(crop.centreX + crop.width / 2));
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const { u, v } = cropPoint(crop, { x: x + 0.5, y: y + 0.5 });
      const column = Math.min(probability.width - 1, Math.max(0, Math.trunc(u * probability.width)));
      const row = Math.min(probability.height - 1, Math.max(0, Math.trunc(v * probability.height)));
      const i = y * person.width + x;
      person.data[i] = Math.max(person.data[i] ?? 0, probability.data[row * probability.width + column] ?? 0);
    }
  }
}
