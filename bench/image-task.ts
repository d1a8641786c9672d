/**
 * Runs one image task twice in a process of its own: `image-task.ts KIND SOURCE TARGET [SIZE]`. SIZE is the
 * size of an ID photo (default: one inch). For `restore`, it names what is ordered: `colour`, `enlarge`, or
 * `colour,enlarge` (default: neither). `check-restore` previews a restoration with colour. Prints JSON: the seconds of
 * both runs, the CPU seconds and the progress reports (fraction, milliseconds) of the second run, and the peak memory of
 * the process. The memory is that of the service only with the environment variables `imageProcessEnv` and the flags
 * `imageProcessFlags` (`src/imaging/process/image-process.ts`); `npm run eval -- speed` sets both.
 */

import { type IdPhotoSize, idPhotoSizes, oneInch } from '../src/domain/goods/id-photo.ts';
import { checkPhoto } from '../src/imaging/tasks/check-photo.ts';
import { colourisePhoto } from '../src/imaging/tasks/colourise-photo.ts';
import { makeIdPhoto } from '../src/imaging/tasks/make-id-photo.ts';
import { restorePhoto } from '../src/imaging/tasks/restore-photo.ts';

const [kind, sourceFile = '', targetFile = '', sizeName = ''] = process.argv.slice(2);
const size: IdPhotoSize = Object.entries(idPhotoSizes).find(([name]) => name === sizeName)?.[1] ?? oneInch;

type OnProgress = (fraction: number) => void;

/** Runs the task once. @returns the reason of the refusal; null without a refusal. */
async function make(onProgress: OnProgress): Promise<string | null> {
  if (kind === 'check') {
    return (await checkPhoto({ kind, sourceFile, idPhoto: size, withPreview: true })).refusal;
  }
  const ordered = sizeName.split(',');
  const choices = { isColoured: ordered.includes('colour'), isEnlarged: ordered.includes('enlarge') };
  if (kind === 'check-restore') {
    const restoration = { isColoured: true, isEnlarged: false };
    const task = { kind: 'check', sourceFile, idPhoto: null, withPreview: true, restoration } as const;
    return (await checkPhoto(task)).refusal;
  }
  const files = { sourceFile, targetFile };
  const what = { size, background: 'blue', isCorrected: false } as const;
  const outcome =
    kind === 'colourise'
      ? await colourisePhoto({ kind, ...files }, onProgress)
      : kind === 'restore'
        ? await restorePhoto({ kind, ...files, ...choices }, onProgress)
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
