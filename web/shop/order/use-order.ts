/** One order in its present state, updated as it changes. */

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { ApiError } from '../../../client/src/api-error.ts';
import { fileOf } from '../api/local-link.ts';
import { fetchOrder } from '../api/operations.ts';
import type { Order } from '../api/types.ts';
import { useLinkRenewal } from './use-link-renewal.ts';
import { type OrderUpdate, watchOrder } from './watch-order.ts';

export interface WatchedOrder {
  readonly order: Order | null;
  /** When the link to the result arrived, in milliseconds since 1970. */
  readonly linkedAt: number;
  /** How many paid orders are before this one; null while unknown. */
  readonly place: number | null;
  /** How much of the work is done, 0 to 1; null while unknown. */
  readonly fraction: number | null;
  /** Why the work failed; null while the stream has not sent a code. */
  readonly failCode: string | null;
  /** How many declined payments the stream has reported. */
  readonly declines: number;
  readonly error: ApiError | null;
}

const nothing: WatchedOrder = {
  order: null,
  linkedAt: 0,
  place: null,
  fraction: null,
  failCode: null,
  declines: 0,
  error: null,
};

/**
 * Every response has a new link to the picture. The page keeps the link that it shows as long as the picture is the
 * same, so that browsers do not load the picture again.
 */
function withOrder(now: WatchedOrder, order: Order): WatchedOrder {
  const shown = now.order?.deal_result ?? null;
  if (shown === null || order.deal_result === null) return withNewLink(now, order);
  if (fileOf(shown) !== fileOf(order.deal_result)) return withNewLink(now, order);
  return { ...now, order: { ...order, deal_result: shown } };
}

function withNewLink(now: WatchedOrder, order: Order): WatchedOrder {
  return { ...now, order, linkedAt: Date.now() };
}

function withUpdate(now: WatchedOrder, update: OrderUpdate): WatchedOrder {
  switch (update.kind) {
    case 'order': {
      const { deal_status: deal } = update.order;
      return {
        ...withOrder(now, update.order),
        place: deal === 'init' ? now.place : null,
        fraction: deal === 'ing' ? now.fraction : null,
        error: null,
      };
    }
    case 'queue':
      return { ...now, place: update.place };
    case 'progress':
      return { ...now, fraction: update.fraction };
    case 'failed':
      return { ...now, failCode: update.code };
    case 'declined':
      return { ...now, declines: now.declines + 1 };
    case 'error':
      return { ...now, error: update.error };
  }
}

export function useOrder(orderNo: string): WatchedOrder & {
  /** Shows the order that an action returned. */
  readonly put: (order: Order) => void;
  /** Fetches a new link to the result. */
  readonly refresh: () => Promise<void>;
  /** Watches the order anew, because it has changed after its end. Repeats until the service answers. */
  readonly restart: () => void;
} {
  const [watched, setWatched] = useState(nothing);
  // Incremented to open a new stream: the stream of a finished order has ended, but an action can change the
  // order again.
  const [round, setRound] = useState(0);
  const queryClient = useQueryClient();

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round opens a new stream
  useEffect(() => {
    setWatched((now) => (now.order?.order_no === orderNo ? now : nothing));
    return watchOrder(orderNo, (update) => setWatched((now) => withUpdate(now, update)));
  }, [orderNo, round]);

  const refresh = useCallback(async () => {
    try {
      const query = { queryKey: ['order', orderNo], queryFn: () => fetchOrder(orderNo) };
      const order = await queryClient.fetchQuery(query);
      setWatched((now) => withNewLink(now, order));
    } catch {
      // Ignore the error: the present link is kept until the next try.
    }
  }, [orderNo, queryClient]);

  useLinkRenewal(watched.order?.deal_result == null ? null : watched.linkedAt, () => void refresh());

  function put(order: Order): void {
    setWatched((now) => withNewLink(now, order));
    restart();
  }

  function restart(): void {
    setRound((count) => count + 1);
  }

  return { ...watched, put, refresh, restart };
}
