/** Calls about the inbox. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import { get, post } from '../../api/call.ts';
import type { Inbox, InboxItem } from '../../api/types.ts';

const key = ['inbox'] as const;
const refetchEveryMs = 15_000;

export function useInbox(enabled = true) {
  return useQuery({
    queryKey: key,
    enabled,
    queryFn: ({ signal }) => get<Inbox>('inbox', {}, signal),
    refetchInterval: refetchEveryMs,
  });
}

interface Change {
  readonly item: InboxItem;
  /** Null: no owner. */
  readonly owner: string | null;
}

/** The service refuses the change when a colleague has changed the owner since the page showed the item. */
export function useAssign() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ item, owner }: Change) =>
      post<void>(`inbox/${item.topic}/${item.id}/owner`, {
        ...(owner === null ? {} : { owner }),
        ...(item.owner === null ? {} : { former_owner: item.owner }),
      }),
    onSettled: () => refetchAfterChange(client, [key]),
  });
}
