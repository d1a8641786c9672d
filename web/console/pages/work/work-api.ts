/** Calls about jobs that failed for good or hang. */

import { useQueryClient } from '@tanstack/react-query';
import { get, post } from '../../api/call.ts';
import type { JobsPage, RetriedAll } from '../../api/types.ts';
import { useKeyset } from '../../parts/keyset.ts';

export type Trouble = 'dead' | 'stuck';

export function useJobs(trouble: Trouble, kind: string) {
  return useKeyset<JobsPage>({
    key: ['jobs', trouble, kind],
    everyMs: 10_000,
    fetchPage: (before, signal) => get<JobsPage>('jobs', { trouble, kind, before }, signal),
  });
}

export const jobCalls = {
  retry: (id: number) => post<{ readonly retried: number }>(`jobs/${id}/retry`),
  retryAll: (kind: string) => post<RetriedAll>('jobs/retry_all', kind === '' ? {} : { kind }),
  discard: (id: number, reason: string) => post<void>(`jobs/${id}/discard`, { reason }),
};

export function useWorkChanged(): () => void {
  const client = useQueryClient();
  return () => {
    for (const key of ['jobs', 'health', 'order', 'orders']) {
      void client.invalidateQueries({ queryKey: [key] });
    }
  };
}
