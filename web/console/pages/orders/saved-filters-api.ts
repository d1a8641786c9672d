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
  | { readonly kind: 'arrange'; readonly ids: readonly string[]; readonly removed?: readonly string[] };

function send(change: FilterChange): Promise<SavedFilters> {
  switch (change.kind) {
    case 'add':
      return post('saved_filters', { name: change.name, ...change.conditions });
    case 'rename':
      return post(`saved_filters/${encodeURIComponent(change.id)}`, { name: change.name });
    case 'arrange':
      return post('saved_filter_order', { ids: change.ids, removed: change.removed ?? [] });
  }
}

/** The filters in the new order, before the service has answered. */
function arranged(known: SavedFilters | undefined, ids: readonly string[]): SavedFilters | undefined {
  if (known === undefined) return undefined;
  return { filters: ids.flatMap((id) => known.filters.find((filter) => filter.id === id) ?? []) };
}

/** Changes run one after the other. The list shows a new order at once, so that quick clicks continue from it. */
export function useChangeFilters() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: key,
    mutationFn: send,
    scope: { id: key[0] },
    onMutate(change) {
      if (change.kind !== 'arrange') return;
      client.setQueryData<SavedFilters>(key, (known) => arranged(known, change.ids));
    },
    onSuccess(saved) {
      // While another change waits, the list already shows a newer order of the filters than this response has.
      if (client.isMutating({ mutationKey: key }) <= 1) client.setQueryData(key, saved);
    },
    onError: () => void client.invalidateQueries({ queryKey: key }),
  });
}
