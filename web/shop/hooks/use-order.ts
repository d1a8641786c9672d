/** One order as it is now, and as it changes. */

import { useCallback, useEffect, useState } from 'react';
import { fetchOrder } from '../api/operations.ts';
import type { ShopError } from '../api/shop-error.ts';
import type { Order } from '../api/types.ts';
import { watchOrder } from '../api/watch-order.ts';

export interface WatchedOrder {
  readonly order: Order | null;
  /** Paid orders before this one; null: not told. */
  readonly place: number | null;
  /** How much of the work is done, 0 to 1; null: not told. */
  readonly fraction: number | null;
  readonly failReason: string | null;
  /** How many times a declined payment was told. */
  readonly declines: number;
  readonly error: ShopError | null;
}

const nothing: WatchedOrder = {
  order: null,
  place: null,
  fraction: null,
  failReason: null,
  declines: 0,
  error: null,
};

/** A result's link lives an hour: a page that stays open asks for a fresh one before. */
const freshLinkMs = 40 * 60_000;

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
              ...now,
              order: update.order,
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
            return { ...now, failReason: update.reason };
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
      setWatched((now) => ({ ...now, order }));
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
    setWatched((now) => ({ ...now, order }));
    setRound((count) => count + 1);
  }

  return { ...watched, put, refresh };
}
