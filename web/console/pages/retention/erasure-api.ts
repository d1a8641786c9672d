/** Calls that erase a customer or an order. */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { get, post } from '../../api/call.ts';
import type { ErasureOutcome, ErasurePreview } from '../../api/types.ts';

export interface ErasureTarget {
  readonly kind: 'users' | 'orders';
  readonly id: number;
}

/** The preview is read each time a dialog opens, because an order may have been finished since the last time. */
export function useErasurePreview({ kind, id }: ErasureTarget) {
  return useQuery({
    queryKey: ['erasure', kind, id],
    queryFn: ({ signal }) => get<ErasurePreview>(`${kind}/${id}/erasure`, {}, signal),
    gcTime: 0,
  });
}

export function erase({ kind, id }: ErasureTarget): Promise<ErasureOutcome> {
  return post<ErasureOutcome>(`${kind}/${id}/erase`, {});
}

/**
 * Returns a function that reloads what an erasure changes: the customer, the orders, the notes, the inbox and the jobs.
 */
export function useErased(): () => void {
  const client = useQueryClient();
  return () =>
    refetchAfterChange(client, [['user'], ['users'], ['orders'], ['order'], ['notes'], ['inbox'], ['jobs']]);
}
