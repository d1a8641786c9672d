/** Lists the processors and finds the one of a kind of good. */

import { goodKinds } from '../../../domain/goods/kinds.ts';
import { colouriseProcessor } from './colourise.ts';
import { idPhotoProcessor, sizedIdPhotoProcessor } from './id-photo.ts';
import type { Processor } from './processor.ts';
import { restoreProcessor } from './restore.ts';

const processors: readonly Processor[] = [
  colouriseProcessor,
  idPhotoProcessor,
  sizedIdPhotoProcessor,
  restoreProcessor,
];
const byFunctName = matchKinds();

/** @returns undefined for a kind of good that is not a picture. */
export function findProcessor(functName: string): Processor | undefined {
  return byFunctName.get(functName);
}

/** @throws Error when the service starts and the processors do not match the kinds of picture goods. */
function matchKinds(): ReadonlyMap<string, Processor> {
  const byName = new Map(processors.map((processor) => [processor.functName, processor]));
  const wanted = goodKinds.filter((kind) => kind.work !== 'membership').map((kind) => kind.functName);
  const isComplete = wanted.length === processors.length && wanted.every((name) => byName.has(name));
  if (!isComplete) throw new Error(`processors do not match the picture goods ${wanted.join(', ')}`);
  return byName;
}
