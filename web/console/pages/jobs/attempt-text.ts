/** How many attempts of a job have been used. */

import type { Job } from '../../api/types.ts';
import { words } from '../../texts/words.ts';

/** A higher maximum means that the job runs until it succeeds, so the page does not show it. */
const shownMax = 100;

export function attemptText({ attempts, attempts_max }: Pick<Job, 'attempts' | 'attempts_max'>): string {
  const { t } = words();
  if (attempts_max > shownMax) return t.jobs.attempts(attempts);
  return t.jobs.attemptOf(attempts, attempts_max);
}
