/**
 * An order and every change of it, from the event stream (`order_events`). While the stream is broken or brings no
 * event, for example because a proxy holds back its events, the order is looked up every two seconds. A browser
 * reconnects after a lost connection but not after an error status, such as a restarting service's 503; after an error
 * status, the next look-up that succeeds opens the stream again.
 *
 * A hidden page closes its stream: without HTTP/2 a browser opens at most six connections to a service for all its
 * tabs, and a seventh tab with a stream would not even load.
 */

import { type ApiError, isFinalRefusal } from '../../../client/src/api-error.ts';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { operationsUrl } from '../api/call.ts';
import { connection } from '../api/connection.ts';
import { fetchOrder } from '../api/operations.ts';
import type { Order } from '../api/types.ts';

export type OrderUpdate =
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'queue'; readonly place: number }
  | { readonly kind: 'progress'; readonly fraction: number }
  /** `code`: why the work failed, for `photoWord`. */
  | { readonly kind: 'failed'; readonly code: string }
  /** The newest payment was declined. */
  | { readonly kind: 'declined' }
  /** The order is unknown or belongs to another customer, or no look-up has succeeded yet. */
  | { readonly kind: 'error'; readonly error: ApiError };

const pollMs = 2_000;
/** The service sends the first event of a stream at once. After this time without an event, the order is looked up. */
const firstEventMs = 3_000;
/**
 * After this time without an event, the stream is opened again, because a connection can break without an error. A page
 * does not see the comments that the service sends every 15 s.
 */
const silenceMs = 60_000;
/**
 * How long the page must be hidden before its stream is closed, so that a short visit to another tab does
 * not close it.
 */
const hiddenMs = 5_000;

/** @returns a function that stops watching. */
export function watchOrder(orderNo: string, onUpdate: (update: OrderUpdate) => void): () => void {
  let stream: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let firstEventTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Incremented when look-ups end. A response to an earlier look-up is then ignored, because the stream may
   * have sent newer data.
   */
  let round = 0;
  let isKnown = false;

  function startLookUps(delayMs: number): void {
    timer ??= setTimeout(lookUp, delayMs);
  }

  function stopLookUps(): void {
    clearTimeout(firstEventTimer);
    clearTimeout(timer);
    timer = undefined;
    round += 1;
  }

  function onOrder(order: Order): void {
    isKnown = true;
    onUpdate({ kind: 'order', order });
  }

  function startSilenceTimer(): void {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(open, silenceMs);
  }

  function open(): void {
    stream?.close();
    startSilenceTimer();
    const events = new EventSource(`${operationsUrl}order_events?order_no=${encodeURIComponent(orderNo)}`);
    stream = events;
    let hasEvents = false;
    clearTimeout(firstEventTimer);
    firstEventTimer = setTimeout(startLookUps, firstEventMs, 0);
    function on(name: string, handle: (data: string) => void): void {
      events.addEventListener(name, ({ data }: MessageEvent<string>) => {
        hasEvents = true;
        startSilenceTimer();
        stopLookUps();
        handle(data);
      });
    }
    events.addEventListener('open', () => {
      connection.noteAnswer();
      // A stream that continues after a lost connection has no event until the order changes.
      if (hasEvents) stopLookUps();
    });
    on('order', (data) => onOrder(JSON.parse(data) as Order));
    on('queue', (data) => {
      const { place } = JSON.parse(data) as { place: number };
      onUpdate({ kind: 'queue', place });
    });
    on('progress', (data) => {
      const { fraction } = JSON.parse(data) as { fraction: number };
      onUpdate({ kind: 'progress', fraction });
    });
    on('failed', (data) => {
      const { code } = JSON.parse(data) as { code: string };
      onUpdate({ kind: 'failed', code });
    });
    on('declined', () => onUpdate({ kind: 'declined' }));
    on('end', stop);
    events.addEventListener('error', () => startLookUps(pollMs / 4));
  }

  async function lookUp(): Promise<void> {
    const mine = round;
    let pauseMs = pollMs;
    try {
      const order = await fetchOrder(orderNo);
      if (round !== mine) return;
      onOrder(order);
      if (stream?.readyState === EventSource.CLOSED) open();
    } catch (thrown) {
      const error = asApiError(thrown);
      if (round !== mine) return;
      const isFinal = isFinalRefusal(error);
      if (isFinal) stop();
      // If an order is shown, it stays on the page. The banner of the page reports that the service does not
      // respond.
      if (isFinal || (!isKnown && connection.get() === 'ok')) onUpdate({ kind: 'error', error });
      if (isFinal) return;
      pauseMs = Math.max(pollMs, error.retryAfterMs ?? 0);
    }
    timer = setTimeout(lookUp, pauseMs);
  }

  function close(): void {
    stopLookUps();
    clearTimeout(silenceTimer);
    stream?.close();
    stream = null;
  }

  function onVisibility(): void {
    clearTimeout(hiddenTimer);
    if (document.visibilityState === 'hidden') hiddenTimer = setTimeout(close, hiddenMs);
    else if (stream === null) open();
  }

  function stop(): void {
    clearTimeout(hiddenTimer);
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  }

  document.addEventListener('visibilitychange', onVisibility);
  open();
  onVisibility();
  return stop;
}
