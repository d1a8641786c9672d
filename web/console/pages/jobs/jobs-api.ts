/** Calls about jobs that have no retries left or are stuck. */

import { useQueryClient } from '@tanstack/react-query';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { get, post } from '../../api/call.ts';
import type { JobsPage, RetriedAll } from '../../api/types.ts';
import { usePagedList } from '../../hooks/use-paged-list.ts';

/** Each call retries a few hundred jobs. After this many calls the operator continues by hand. */
const callsMax = 25;

/** The service lists at most this many stuck jobs: those that wait longest. */
export const stuckMax = 50;

export type Trouble = 'dead' | 'stuck';

export function useJobs(trouble: Trouble, kind: string) {
  return usePagedList<JobsPage>({
    key: ['jobs', trouble, kind],
    everyMs: 10_000,
    fetchPage: (before, signal) => get<JobsPage>('jobs', { trouble, kind, before }, signal),
  });
}

/**
 * Calls the service until no failed job is left. @returns the sum of all calls; `left`: the failed jobs that remain
 * after the last call.
 */
async function retryAll(kind: string): Promise<Pick<RetriedAll, 'retried' | 'left'>> {
  let retried = 0;
  let last: RetriedAll | undefined;
  for (let calls = 0; calls < callsMax && last?.before !== null; calls += 1) {
    const before = last?.before;
    last = await post<RetriedAll>('jobs/retry_all', {
      ...(kind === '' ? {} : { kind }),
      ...(before === undefined ? {} : { before }),
    });
    retried += last.retried;
  }
  return { retried, left: last?.left ?? 0 };
}

export const jobCalls = {
  retry: (id: number) => post<{ readonly retried: number }>(`jobs/${id}/retry`),
  retryAll,
  discard: (id: number, reason: string) => post<void>(`jobs/${id}/discard`, { reason }),
};

export function useJobsChanged(): () => void {
  const client = useQueryClient();
  return () => refetchAfterChange(client, [['inbox'], ['jobs'], ['health'], ['order'], ['orders']]);
}
