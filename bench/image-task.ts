/**
 * One kind of image work, in a process of its own as in the service: `image-task.ts KIND SOURCE TARGET`. Does
 * it twice and prints seconds of the first and the second run and the process's peak memory as JSON.
 */

import { oneInch } from '../src/domain/goods/id-photo.ts';
import { makeColourised } from '../src/imaging/make-colourised.ts';
import { makeIdPhoto } from '../src/imaging/make-id-photo.ts';
import type { ImageOutcome } from '../src/usecases/ports/image-work.ts';

const [kind, sourceFile = '', targetFile = ''] = process.argv.slice(2);

function make(): Promise<ImageOutcome> {
  if (kind === 'colourise') return makeColourised({ kind, sourceFile, targetFile }, () => undefined);
  const what = { size: oneInch, background: 'blue', isCorrected: false } as const;
  return makeIdPhoto({ kind: 'id_photo', sourceFile, targetFile, ...what }, () => undefined);
}

async function seconds(): Promise<number> {
  const startedAt = performance.now();
  const outcome = await make();
  if (outcome.kind !== 'made') throw new Error(`${kind}: ${outcome.refusal}`);
  return (performance.now() - startedAt) / 1000;
}

const first = await seconds();
const second = await seconds();
// `maxRSS` is in KiB on every platform.
const peakMib = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ first, second, peakMib }));
