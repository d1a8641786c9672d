/** Calls about the providers' bills and their differences to the shop's records. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { get, post } from '../../api/call.ts';
import type { Bills, Difference, DifferencesPage } from '../../api/types.ts';
import { usePagedList } from '../../hooks/use-paged-list.ts';

const refetchEveryMs = 15_000;

export function useDifferences(state: 'open' | 'resolved', enabled = true) {
  return usePagedList<DifferencesPage>({
    key: ['differences', state],
    enabled,
    everyMs: refetchEveryMs,
    fetchPage: (before, signal) =>
      get<DifferencesPage>('reconciliation/differences', { state, before }, signal),
  });
}

export function useBills(from: string, to: string) {
  return useQuery({
    queryKey: ['bills', from, to],
    queryFn: ({ signal }) => get<Bills>('reconciliation/bills', { from, to }, signal),
    refetchInterval: refetchEveryMs,
  });
}

export const reconciliationCalls = {
  remedy: ({ id, remedy }: Difference, reason: string) =>
    post<Difference>(`reconciliation/differences/${id}/remedy`, { reason, remedy }),
  resolve: (id: number, reason: string) =>
    post<Difference>(`reconciliation/differences/${id}/resolve`, { reason }),
  fetchBill: (provider: string, day: string) => post<void>('reconciliation/bills/fetch', { provider, day }),
};

export function useReconciliationChanged(): () => void {
  const client = useQueryClient();
  return () =>
    refetchAfterChange(client, [['inbox'], ['differences'], ['bills'], ['money'], ['order'], ['orders']]);
}
