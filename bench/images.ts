/** Measures seconds and peak memory of an ID photo and a colourisation of a 12-megapixel upload. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLargeSamples } from './large-samples.ts';
import { measuredTask } from './measured-task.ts';

export async function benchImages(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-bench-'));
  try {
    const samples = await makeLargeSamples(folder);
    for (const [kind, file] of [
      ['id_photo', samples.portrait],
      ['colourise', samples.scene],
    ] as const) {
      const { first, second, peakMib } = await measuredTask(kind, file, join(folder, `${kind}.jpg`));
      console.log(
        `${kind.padEnd(9)} at 12 megapixels (aim ≤ 2 s, ≤ 450 MiB): first ${first.toFixed(2)} s, ` +
          `warm ${second.toFixed(2)} s, peak ${Math.round(peakMib)} MiB`,
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
