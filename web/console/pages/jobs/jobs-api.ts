/** Calls about jobs that failed for good or hang. */

import { useQueryClient } from '@tanstack/react-query';
import { get, post } from '../../api/call.ts';
import type { JobsPage, RetriedAll } from '../../api/types.ts';
import { usePagedList } from '../../hooks/use-paged-list.ts';

/** Pieces of a few hundred jobs: nobody waits for more, and all but the worst days are done. */
const callsMax = 25;

export type Trouble = 'dead' | 'stuck';

export function useJobs(trouble: Trouble, kind: string) {
  return usePagedList<JobsPage>({
    key: ['jobs', trouble, kind],
    everyMs: 10_000,
    fetchPage: (before, signal) => get<JobsPage>('jobs', { trouble, kind, before }, signal),
  });
}

/** One call takes a bounded piece. @returns the sum of all pieces; `left`: where it had to stop nevertheless. */
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
  return () => {
    for (const key of ['jobs', 'health', 'order', 'orders']) {
      void client.invalidateQueries({ queryKey: [key] });
    }
  };
}
