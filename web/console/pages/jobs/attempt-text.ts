/** Which attempt of a job is the next or was the last. */

import type { Job } from '../../api/types.ts';
import { t } from '../../texts/words.ts';

/** More are as good as no bound: such a job is asked until it is settled. */
const boundMax = 100;

export function attemptText({ attempts, attempts_max }: Pick<Job, 'attempts' | 'attempts_max'>): string {
  if (attempts_max > boundMax) return t('Attempts: {count}', { count: attempts });
  return t('Attempt {count} of {max}', { count: attempts, max: attempts_max });
}
