/** Which attempt of a job is the next or was the last. */

import type { Job } from '../../api/types.ts';
import { words } from '../../texts/words.ts';

/** More are as good as no bound: such a job is asked until it is settled. */
const boundMax = 100;

export function attemptText({ attempts, attempts_max }: Pick<Job, 'attempts' | 'attempts_max'>): string {
  const { t } = words();
  if (attempts_max > boundMax) return t.jobs.attempts(attempts);
  return t.jobs.attemptOf(attempts, attempts_max);
}
