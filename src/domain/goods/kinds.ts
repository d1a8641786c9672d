/** Every kind of good that the service can sell. */

import { colouriseGood } from './colourise-good.ts';
import type { GoodKind } from './good.ts';
import { idPhotoGood, sizedIdPhotoGood } from './id-photo-good.ts';
import type { PictureKind } from './picture-kinds.ts';
import { restoreGood } from './restore-good.ts';
import { vipGood } from './vip-good.ts';

export const goodKinds: readonly GoodKind[] = [
  colouriseGood,
  idPhotoGood,
  vipGood,
  sizedIdPhotoGood,
  restoreGood,
];

const byFunctName = new Map(goodKinds.map((kind) => [kind.functName, kind]));

/** @returns the operations that order pictures of these kinds. */
export function operationsOf(kinds: readonly PictureKind[]): readonly string[] {
  return goodKinds
    .filter(({ work }) => work !== 'membership' && kinds.includes(work))
    .map(({ functName }) => functName);
}

export function findGoodKind(functName: string): GoodKind | undefined {
  return byFunctName.get(functName);
}
