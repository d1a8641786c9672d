/**
 * Measures the time and memory of image tasks for photos of 12 megapixels, and the share of the time that each step of
 * an ID photo takes.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLargeSamples } from '../../bench/large-samples.ts';
import { measuredTask, type TaskFigures } from '../../bench/measured-task.ts';

/**
 * The names of the steps between a progress report and the one before it, by the share that the report contains
 * (`src/imaging/id-photo/pipeline.ts`).
 */
const stepNames: Readonly<Record<string, string>> = {
  '0.15': 'decode',
  '0.25': 'find the face',
  '0.35': 'crop, decode in detail, mask',
  '0.75': 'matting',
  '0.95': 'gate, foreground, composite',
  '0.98': 'encode, crop again',
  '1': 'write',
};

export async function evalSpeed(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-eval-'));
  try {
    const samples = await makeLargeSamples(folder);
    for (const [kind, file] of [
      ['id_photo', samples.portrait],
      ['check', samples.portrait],
      ['colourise', samples.scene],
    ] as const) {
      const { first, second, cpuS, peakMib, steps } = await measuredTask(
        kind,
        file,
        join(folder, `${kind}.jpg`),
      );
      console.log(
        `${kind.padEnd(9)} first ${first.toFixed(2)} s, warm ${second.toFixed(2)} s (${cpuS.toFixed(2)} s of a processor), peak ${Math.round(peakMib)} MiB`,
      );
      if (kind === 'id_photo') console.log(`  ${shares(steps)}`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function shares(steps: TaskFigures['steps']): string {
  let before = 0;
  return steps
    .map(([fraction, ms]) => {
      const took = Math.round(ms - before);
      before = ms;
      return `${stepNames[String(fraction)] ?? fraction} ${took} ms`;
    })
    .join(', ');
}
