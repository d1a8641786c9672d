/** One order as it is now, and as it changes. */

import { useCallback, useEffect, useState } from 'react';
import type { ApiError } from '../../shared/api/api-error.ts';
import { fetchOrder } from '../api/operations.ts';
import type { Order } from '../api/types.ts';
import { watchOrder } from '../api/watch-order.ts';

export interface WatchedOrder {
  readonly order: Order | null;
  /** When the result's link came, in ms as `performance.now()` counts. */
  readonly linkedAt: number;
  /** Paid orders before this one; null: not told. */
  readonly place: number | null;
  /** How much of the work is done, 0 to 1; null: not told. */
  readonly fraction: number | null;
  /** Why the work failed, as the stream sent it; null: not sent. */
  readonly failCode: string | null;
  /** How many times a declined payment was told. */
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

/** A result's link lives an hour: a page that stays open asks for a fresh one before. */
const freshLinkMs = 40 * 60_000;

/** Each answer has a new link to the same picture, which would be loaded anew: the one that is shown stays. */
function withOrder(now: WatchedOrder, order: Order): WatchedOrder {
  const shown = now.order?.deal_result ?? null;
  const isFresh = performance.now() - now.linkedAt < freshLinkMs;
  if (shown === null || order.deal_result === null || !isFresh) return withNewLink(now, order);
  return { ...now, order: { ...order, deal_result: shown } };
}

function withNewLink(now: WatchedOrder, order: Order): WatchedOrder {
  return { ...now, order, linkedAt: performance.now() };
}

export function useOrder(orderNo: string): WatchedOrder & {
  readonly put: (order: Order) => void;
  readonly refresh: () => Promise<void>;
} {
  const [watched, setWatched] = useState(nothing);
  // An action's answer may begin what the closed stream no longer tells.
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round watches anew
  useEffect(() => {
    setWatched((now) => (now.order?.order_no === orderNo ? now : nothing));
    return watchOrder(orderNo, (update) => {
      setWatched((now) => {
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
      });
    });
  }, [orderNo, round]);

  const refresh = useCallback(async () => {
    try {
      const order = await fetchOrder(orderNo);
      setWatched((now) => withNewLink(now, order));
    } catch {
      // What is shown stays.
    }
  }, [orderNo]);

  const hasResult = watched.order?.deal_result != null;
  useEffect(() => {
    if (!hasResult) return;
    const timer = setInterval(() => void refresh(), freshLinkMs);
    return () => clearInterval(timer);
  }, [hasResult, refresh]);

  function put(order: Order): void {
    setWatched((now) => withNewLink(now, order));
    setRound((count) => count + 1);
  }

  return { ...watched, put, refresh };
}
