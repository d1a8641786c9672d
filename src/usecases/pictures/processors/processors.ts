/** Every processor; the service starts only if each kind of picture good has exactly one. */

import { goodKinds } from '../../../domain/goods/kinds.ts';
import { colouriseProcessor } from './colourise.ts';
import { idPhotoProcessor, sizedIdPhotoProcessor } from './id-photo.ts';
import type { Processor } from './processor.ts';

const processors: readonly Processor[] = [colouriseProcessor, idPhotoProcessor, sizedIdPhotoProcessor];

/** @throws Error at start when a kind of picture good has no processor, or a processor no kind. */
export function processorsByFunctName(): ReadonlyMap<string, Processor> {
  const byName = new Map(processors.map((processor) => [processor.functName, processor]));
  const wanted = goodKinds.filter((kind) => kind.work === 'picture').map((kind) => kind.functName);
  const complete = wanted.length === processors.length && wanted.every((name) => byName.has(name));
  if (!complete) throw new Error(`processors do not match the picture goods ${wanted.join(', ')}`);
  return byName;
}
