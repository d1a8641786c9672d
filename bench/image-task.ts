/**
 * One kind of image work, in a process of its own as in the service: `image-task.ts KIND SOURCE TARGET [SIZE]`, one
 * inch if no size is named. Does it twice and prints seconds of the first and the second run, the second's processor
 * seconds and steps in milliseconds, and the process's peak memory as JSON.
 */

import { type IdPhotoSize, idPhotoSizes, oneInch } from '../src/domain/goods/id-photo.ts';
import { checkPhoto } from '../src/imaging/check-photo.ts';
import { makeColourised } from '../src/imaging/make-colourised.ts';
import { makeIdPhoto } from '../src/imaging/make-id-photo.ts';

const [kind, sourceFile = '', targetFile = '', sizeName] = process.argv.slice(2);
const size: IdPhotoSize = Object.entries(idPhotoSizes).find(([name]) => name === sizeName)?.[1] ?? oneInch;

type OnProgress = (fraction: number) => void;

/** @returns the refusal, if any. */
async function make(onProgress: OnProgress): Promise<string | null> {
  if (kind === 'check') {
    return (await checkPhoto({ kind, sourceFile, idPhoto: size, withPreview: true })).refusal;
  }
  const files = { sourceFile, targetFile };
  const what = { size, background: 'blue', isCorrected: false } as const;
  const outcome =
    kind === 'colourise'
      ? await makeColourised({ kind, ...files }, onProgress)
      : await makeIdPhoto({ kind: 'id_photo', ...files, ...what }, onProgress);
  return outcome.kind === 'refused' ? outcome.refusal : null;
}

async function measured(): Promise<{
  readonly seconds: number;
  readonly cpuS: number;
  readonly steps: [number, number][];
}> {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const steps: [number, number][] = [];
  const refusal = await make((fraction) => steps.push([fraction, performance.now() - startedAt]));
  if (refusal !== null) throw new Error(`${kind}: ${refusal}`);
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: (performance.now() - startedAt) / 1000, cpuS: (user + system) / 1e6, steps };
}

const first = await measured();
const second = await measured();
// `maxRSS` is in KiB on every platform.
const peakMib = process.resourceUsage().maxRSS / 1024;
console.log(
  JSON.stringify({
    first: first.seconds,
    second: second.seconds,
    cpuS: second.cpuS,
    steps: second.steps,
    peakMib,
  }),
);
