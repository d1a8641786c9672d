/** Removes the temporary files of crashed processes every hour, for services that run for months between starts. */

import type { Clock, Log } from '../usecases/ports/tools.ts';
import { leftoverAgeMs, removeLeftovers } from './remove-leftovers.ts';

const everyMs = 60 * 60_000;

export interface LeftoverSweep {
  stop(): void;
}

/** @param folders absolute paths of folders that contain nothing but temporary files. */
export function startLeftoverSweep(
  folders: readonly string[],
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): LeftoverSweep {
  const timer = setInterval(() => {
    for (const folder of folders) {
      removeLeftovers(folder, clock.now() - leftoverAgeMs).catch((err: unknown) =>
        log.error({ err }, 'temporary files of crashed processes not removed'),
      );
    }
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
