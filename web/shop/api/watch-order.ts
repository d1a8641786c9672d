/**
 * An order as it changes: the event stream, and looking it up only while the stream is broken. A browser
 * connects again by itself after a lost connection, but not after an answer such as a restarting service's 503.
 *
 * A page that nobody sees lets go of its stream: without HTTP/2 a browser opens six connections to a service for
 * all its tabs, and a seventh tab would not even load.
 */

import { type ApiError, asApiError, isFinalRefusal } from '../../shared/api/api-error.ts';
import { operationsUrl } from './call.ts';
import { fetchOrder } from './operations.ts';
import { reachability } from './reachability.ts';
import type { Order } from './types.ts';

export type OrderUpdate =
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'queue'; readonly place: number }
  | { readonly kind: 'progress'; readonly fraction: number }
  /** `code`: why the work failed, for `photoWord`. */
  | { readonly kind: 'failed'; readonly code: string }
  /** The newest payment was declined. */
  | { readonly kind: 'declined' }
  /** It cannot be watched (unknown, or somebody else's), or could not be looked up even once so far. */
  | { readonly kind: 'error'; readonly error: ApiError };

const pollMs = 2_000;
/** A look at another tab is shorter. */
const unseenMs = 5_000;

/** @returns stops watching. */
export function watchOrder(orderNo: string, tell: (update: OrderUpdate) => void): () => void {
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unseenTimer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the ends of looking up: an answer that arrives after one is older than what the stream told since. */
  let round = 0;
  let known = false;

  function stopLooking(): void {
    clearTimeout(timer);
    timer = undefined;
    round += 1;
  }

  function tellOrder(order: Order): void {
    known = true;
    tell({ kind: 'order', order });
  }

  function open(): void {
    stream?.close();
    const events = new EventSource(`${operationsUrl}order_events?order_no=${encodeURIComponent(orderNo)}`);
    stream = events;
    events.addEventListener('open', () => {
      stopLooking();
      reachability.answered();
    });
    events.addEventListener('order', ({ data }) => tellOrder(JSON.parse(data) as Order));
    events.addEventListener('queue', ({ data }) => {
      const { place } = JSON.parse(data) as { place: number };
      tell({ kind: 'queue', place });
    });
    events.addEventListener('progress', ({ data }) => {
      const { fraction } = JSON.parse(data) as { fraction: number };
      tell({ kind: 'progress', fraction });
    });
    events.addEventListener('failed', ({ data }) => {
      const { code } = JSON.parse(data) as { code: string };
      tell({ kind: 'failed', code });
    });
    events.addEventListener('declined', () => tell({ kind: 'declined' }));
    events.addEventListener('end', stop);
    events.addEventListener('error', () => {
      timer ??= setTimeout(poll, pollMs / 4);
    });
  }

  async function poll(): Promise<void> {
    const mine = round;
    let pauseMs = pollMs;
    try {
      const order = await fetchOrder(orderNo, false);
      if (round !== mine) return;
      tellOrder(order);
      if (stream?.readyState === EventSource.CLOSED) open();
    } catch (thrown) {
      const error = asApiError(thrown);
      if (round !== mine) return;
      const final = isFinalRefusal(error);
      if (final) stop();
      // What is shown stays, and a service that does not answer is told by the page's banner.
      if (final || (!known && reachability.get() === 'ok')) tell({ kind: 'error', error });
      if (final) return;
      pauseMs = Math.max(pollMs, error.retryAfterMs ?? 0);
    }
    timer = setTimeout(poll, pauseMs);
  }

  function letGo(): void {
    stopLooking();
    stream?.close();
    stream = null;
  }

  function seenOrNot(): void {
    clearTimeout(unseenTimer);
    if (document.visibilityState === 'hidden') unseenTimer = setTimeout(letGo, unseenMs);
    else if (stream === null) open();
  }

  function stop(): void {
    clearTimeout(unseenTimer);
    document.removeEventListener('visibilitychange', seenOrNot);
    letGo();
  }

  document.addEventListener('visibilitychange', seenOrNot);
  open();
  seenOrNot();
  return stop;
}
