/** Calls about the saved filters of orders. Each response has all filters of the operator. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { get, post } from '../../api/call.ts';
import type { SavedFilters } from '../../api/types.ts';

const key = ['saved filters'] as const;
const everyMs = 30_000;

export function useSavedFilters() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => get<SavedFilters>('saved_filters', {}, signal),
    refetchInterval: everyMs,
  });
}

type FilterChange =
  | { readonly kind: 'add'; readonly name: string; readonly conditions: Readonly<Record<string, string>> }
  | { readonly kind: 'rename'; readonly id: string; readonly name: string }
  | { readonly kind: 'arrange'; readonly ids: readonly string[] };

function send(change: FilterChange): Promise<SavedFilters> {
  switch (change.kind) {
    case 'add':
      return post('saved_filters', { name: change.name, ...change.conditions });
    case 'rename':
      return post(`saved_filters/${encodeURIComponent(change.id)}`, { name: change.name });
    case 'arrange':
      return post('saved_filter_order', { ids: change.ids });
  }
}

export function useChangeFilters() {
  const client = useQueryClient();
  return useMutation({ mutationFn: send, onSuccess: (saved) => client.setQueryData(key, saved) });
}
