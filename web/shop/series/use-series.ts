/** The orders of a series in their present state, updated as they change. */

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ApiError } from '../../../client/src/api-error.ts';
import { fileOf } from '../api/local-link.ts';
import type { Order } from '../api/types.ts';
import { orderDetailsKey } from '../order/use-order-details.ts';
import { type SeriesUpdate, watchSeries } from './watch-series.ts';

/** What the event stream has reported about the order that the page follows. */
interface Live {
  readonly orderNo: string;
  /** How many paid orders are before this one; null while unknown. */
  readonly place: number | null;
  /** How much of the work is done, 0 to 1; null while unknown. */
  readonly fraction: number | null;
}

export interface WatchedSeries {
  /** The known orders by their numbers. */
  readonly orders: ReadonlyMap<string, Order>;
  /** Whether each order is known, or known not to exist. */
  readonly isLoaded: boolean;
  readonly live: Live | null;
  /** How many declined payments the event stream has reported. */
  readonly declines: number;
  /** The error of the last look-up; null if it succeeded. */
  readonly error: ApiError | null;
}

const nothing: WatchedSeries = { orders: new Map(), isLoaded: false, live: null, declines: 0, error: null };

/**
 * Every response has new links to the pictures. The page keeps the link that it shows as long as the picture is the same,
 * so that browsers do not load the picture again.
 */
function withKnownLink(order: Order, known: Order | undefined): Order {
  const shown = known?.deal_result ?? null;
  const isSame = shown !== null && order.deal_result !== null && fileOf(shown) === fileOf(order.deal_result);
  return isSame ? { ...order, deal_result: shown } : order;
}

function withUpdate(now: WatchedSeries, update: SeriesUpdate): WatchedSeries {
  switch (update.kind) {
    case 'found': {
      const orders = new Map(now.orders);
      for (const order of update.orders) {
        orders.set(order.order_no, withKnownLink(order, now.orders.get(order.order_no)));
      }
      return { ...now, orders, isLoaded: true, error: null };
    }
    case 'error':
      return { ...now, error: update.error };
    case 'live': {
      const { orderNo, update: news } = update;
      const live = now.live?.orderNo === orderNo ? now.live : { orderNo, place: null, fraction: null };
      if (news.kind === 'queue') return { ...now, live: { ...live, place: news.place } };
      if (news.kind === 'progress') return { ...now, live: { ...live, fraction: news.fraction } };
      return news.kind === 'declined' ? { ...now, declines: now.declines + 1 } : now;
    }
  }
}

export function useSeries(orderNos: readonly string[]): WatchedSeries {
  const [watched, setWatched] = useState(nothing);
  const queryClient = useQueryClient();
  const onUpdate = useEffectEvent((update: SeriesUpdate) => {
    if (update.kind === 'found') {
      for (const details of update.details) {
        queryClient.setQueryData(orderDetailsKey(details.order_no), details);
      }
    }
    setWatched((now) => withUpdate(now, update));
  });
  const numbers = orderNos.join(',');
  useEffect(() => {
    setWatched(nothing);
    return watchSeries(numbers.split(','), (update) => onUpdate(update));
  }, [numbers]);
  return watched;
}
