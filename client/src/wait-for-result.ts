/** Follows an order until it has an outcome: by its event stream, or by polling where no stream can be read. */

import { ApiError } from './api-error.ts';
import { eventsOf, type StreamEvent } from './event-stream.ts';
import type { Order } from './openapi-types.ts';
import type { RepeatRules } from './repeat-call.ts';
import type { TransportStream } from './transport.ts';

/**
 * How far the refund of an order is. `failed`: the provider has refused it, and the shop retries it or returns the money in
 * another way. `done`: the customer has the money back.
 */
export type RefundProgress = 'pending' | 'failed' | 'done';

/** The outcome of an order. `resultUrl` is null without a picture, for example for a membership. */
export type OrderOutcome =
  | { readonly kind: 'done'; readonly order: Order; readonly resultUrl: string | null }
  /** The picture cannot be made. The service refunds the order automatically; `refund` is null if nothing was paid. */
  | {
      readonly kind: 'failed';
      readonly order: Order;
      readonly resultUrl: null;
      readonly refund: RefundProgress | null;
    }
  /** A refund was requested, but the customer does not have the money back yet. */
  | {
      readonly kind: 'refunding';
      readonly order: Order;
      readonly resultUrl: null;
      readonly refund: 'pending' | 'failed';
    }
  | { readonly kind: 'refunded'; readonly order: Order; readonly resultUrl: null; readonly refund: 'done' }
  | { readonly kind: 'cancelled'; readonly order: Order; readonly resultUrl: null };

/** What happens on the way. Polling reports only `order`. */
export type OrderProgress =
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'queue'; readonly place: number }
  | { readonly kind: 'progress'; readonly fraction: number }
  /** The provider declined the newest payment; the customer was not charged and can pay again. */
  | { readonly kind: 'declined'; readonly provider: string };

export interface WaitOptions {
  readonly onProgress?: (progress: OrderProgress) => void;
  readonly signal?: AbortSignal;
}

export interface WaitDeps {
  fetchOrder(signal: AbortSignal | null): Promise<Order>;
  /** Null: the platform cannot read a stream. */
  readonly openEvents:
    | ((lastEventId: string | null, signal: AbortSignal | null) => Promise<TransportStream>)
    | null;
  readonly pause: RepeatRules['pause'];
}

/** The client looks an order up after this time. After a minute without a change, the time grows with each look. */
const pollMs = 2_000;
const pollMsMax = 15_000;
const steadyPolls = 30;
const pollGrowth = 1.2;
/** The client waits at most this long, also if the service asks for more. */
const retryAfterMsMax = 60 * 60_000;
/** Streams that end without an event before the client polls: a proxy may hold back the events. */
const emptyStreamsMax = 2;

/** A refund can take days, so an order in `wait_refund` has an outcome. @returns null while the order has none. */
export function outcomeOf(order: Order): OrderOutcome | null {
  switch (order.status) {
    case 'cancal':
      return { kind: 'cancelled', order, resultUrl: null };
    case 'wait_refund': {
      const refund = order.pay_ext_refund_data?.state === 'failed' ? 'failed' : 'pending';
      return { kind: order.deal_status === 'fail' ? 'failed' : 'refunding', order, resultUrl: null, refund };
    }
    case 'refund':
      return {
        kind: order.deal_status === 'fail' ? 'failed' : 'refunded',
        order,
        resultUrl: null,
        refund: 'done',
      };
    case 'pay':
      if (order.deal_status === 'done') return { kind: 'done', order, resultUrl: order.deal_result };
      return order.deal_status === 'fail' ? { kind: 'failed', order, resultUrl: null, refund: null } : null;
    case 'wait_pay':
      return null;
  }
}

/** @returns null for an event that the client does not know. */
function progressOf({ event, data }: StreamEvent): OrderProgress | null {
  switch (event) {
    case 'order':
      return { kind: 'order', order: JSON.parse(data) as Order };
    case 'queue':
      return { kind: 'queue', ...(JSON.parse(data) as { readonly place: number }) };
    case 'progress':
      return { kind: 'progress', ...(JSON.parse(data) as { readonly fraction: number }) };
    case 'declined':
      return { kind: 'declined', ...(JSON.parse(data) as { readonly provider: string }) };
    default:
      return null;
  }
}

type Report = (progress: OrderProgress) => void;

interface StreamEnd {
  readonly outcome: OrderOutcome | null;
  readonly lastEventId: string | null;
  readonly hadEvents: boolean;
}

/** @throws what `report` throws, which is the app's own error and must reach the app. */
async function followStream(stream: TransportStream, report: Report): Promise<StreamEnd> {
  let lastEventId: string | null = null;
  let hadEvents = false;
  let reporting = false;
  try {
    for await (const event of eventsOf(stream.pieces)) {
      hadEvents = true;
      lastEventId = event.id;
      const progress = progressOf(event);
      if (progress === null) continue;
      reporting = true;
      report(progress);
      reporting = false;
      const outcome = progress.kind === 'order' ? outcomeOf(progress.order) : null;
      if (outcome !== null) return { outcome, lastEventId, hadEvents };
    }
  } catch (error) {
    if (reporting) throw error;
    // The connection broke. The caller looks the order up and connects again.
  }
  return { outcome: null, lastEventId, hadEvents };
}

/** Reads one stream to its end. A stream that cannot be opened counts as one without events. */
async function connect(
  openEvents: WaitDeps['openEvents'],
  lastEventId: string | null,
  signal: AbortSignal | null,
  report: Report,
): Promise<StreamEnd> {
  const stream = await openEvents?.(lastEventId, signal).catch(() => null);
  signal?.throwIfAborted();
  if (stream?.status !== 200) return { outcome: null, lastEventId: null, hadEvents: false };
  const end = await followStream(stream, report);
  signal?.throwIfAborted();
  return end;
}

/** Failures during the wait that may pass. The order is not lost, so the wait goes on. */
function passes(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** @param looks how many times the order has been looked up since it changed. */
function pollPauseMs(looks: number): number {
  return Math.min(pollMsMax, pollMs * pollGrowth ** Math.max(0, looks - steadyPolls));
}

/** @throws ApiError, for example when the order is unknown; the reason of `signal` when it aborts. */
export async function waitForResult(
  { fetchOrder, openEvents, pause }: WaitDeps,
  { onProgress = () => undefined, signal: asked }: WaitOptions,
): Promise<OrderOutcome> {
  const signal = asked ?? null;
  let lastEventId: string | null = null;
  let emptyStreams = openEvents === null ? emptyStreamsMax : 0;
  let known = '';
  let looks = 0;
  for (;;) {
    if (emptyStreams < emptyStreamsMax) {
      const end = await connect(openEvents, lastEventId, signal, onProgress);
      if (end.outcome !== null) return end.outcome;
      lastEventId = end.lastEventId ?? lastEventId;
      emptyStreams = end.hadEvents ? 0 : emptyStreams + 1;
      if (end.hadEvents) looks = 0;
    }
    let askedMs = 0;
    const order = await fetchOrder(signal).catch((error: unknown) => {
      if (!passes(error)) throw error;
      askedMs = Math.min(retryAfterMsMax, error.retryAfterMs ?? 0);
      return null;
    });
    if (order !== null) {
      onProgress({ kind: 'order', order });
      const outcome = outcomeOf(order);
      if (outcome !== null) return outcome;
      const state = `${order.status} ${order.deal_status}`;
      looks = state === known ? looks : 0;
      known = state;
    }
    await pause(Math.max(askedMs, pollPauseMs(looks)), signal);
    looks += 1;
  }
}
