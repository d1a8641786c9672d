/** The text about how many attempts of a job have been used. */

import type { Job } from '../../api/types.ts';
import { words } from '../../texts/words.ts';

/** A maximum above this number is not shown, because it means that the job runs until it succeeds. */
const shownMax = 100;

export function attemptText({ attempts, attempts_max }: Pick<Job, 'attempts' | 'attempts_max'>): string {
  const { t } = words();
  if (attempts_max > shownMax) return t.jobs.attempts(attempts);
  return t.jobs.attemptOf(attempts, attempts_max);
}
