/**
 * An order as it changes: the event stream, and looking it up only while the stream is broken. A browser
 * connects again by itself after a lost connection, but not after an answer such as a restarting service's 503.
 */

import { operationsUrl } from './call.ts';
import { fetchOrder } from './operations.ts';
import { reachability } from './reachability.ts';
import { asShopError, type ShopError } from './shop-error.ts';
import type { Order } from './types.ts';

export type OrderUpdate =
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'queue'; readonly place: number }
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The newest payment was declined. */
  | { readonly kind: 'declined' }
  /** It cannot be watched: unknown, or somebody else's. */
  | { readonly kind: 'error'; readonly error: ShopError };

const pollMs = 2_000;

/** @returns stops watching. */
export function watchOrder(orderNo: string, tell: (update: OrderUpdate) => void): () => void {
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function open(): void {
    stream?.close();
    const events = new EventSource(`${operationsUrl}order_events?order_no=${encodeURIComponent(orderNo)}`);
    stream = events;
    events.addEventListener('open', () => {
      clearTimeout(timer);
      timer = undefined;
      reachability.answered();
    });
    events.addEventListener('order', ({ data }) => tell({ kind: 'order', order: JSON.parse(data) as Order }));
    events.addEventListener('queue', ({ data }) => {
      const { place } = JSON.parse(data) as { place: number };
      tell({ kind: 'queue', place });
    });
    events.addEventListener('progress', ({ data }) => {
      const { fraction } = JSON.parse(data) as { fraction: number };
      tell({ kind: 'progress', fraction });
    });
    events.addEventListener('failed', ({ data }) => {
      const { reason } = JSON.parse(data) as { reason: string };
      tell({ kind: 'failed', reason });
    });
    events.addEventListener('declined', () => tell({ kind: 'declined' }));
    events.addEventListener('end', stop);
    events.addEventListener('error', () => {
      timer ??= setTimeout(poll, pollMs / 4);
    });
  }

  async function poll(): Promise<void> {
    try {
      const order = await fetchOrder(orderNo, false);
      if (stopped) return;
      tell({ kind: 'order', order });
      if (stream?.readyState === EventSource.CLOSED) open();
    } catch (thrown) {
      const error = asShopError(thrown);
      if (stopped) return;
      if (error.status === 404 || error.status === 401) {
        stop();
        tell({ kind: 'error', error });
        return;
      }
    }
    timer = setTimeout(poll, pollMs);
  }

  function stop(): void {
    stopped = true;
    clearTimeout(timer);
    stream?.close();
  }

  open();
  return stop;
}
