/** Streams an order: its current state, then every change, its progress and its place in the queue. */

import { orderState } from '../../domain/order-state.ts';
import type { PaymentAttempt } from '../../domain/payment-state.ts';
import type { Caller } from '../callers/caller.ts';
import { requireAccess } from '../callers/order-access.ts';
import type { Deps } from '../deps.ts';
import type { Message } from '../ports/store.ts';
import type { OrderFeedItem } from '../service.ts';
import type { QueuePlaces } from './queue-places.ts';
import { viewOrder } from './view-order.ts';

type WatchDeps = Pick<Deps, 'store' | 'clock' | 'links' | 'settings'> & { readonly queuePlaces: QueuePlaces };

/**
 * Changes that messages have reported and that the stream has not yielded yet. Newer progress replaces
 * older progress.
 */
interface Unsent {
  orderChanged: boolean;
  /** Whether the order waits in the queue. Only then does the stream read its place. */
  isQueued: boolean;
  queueChanged: boolean;
  progress: number | undefined;
}

/** @throws AppError `unknown_order` */
export async function* watchOrder(
  deps: WatchDeps,
  caller: Caller,
  orderNo: string,
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<OrderFeedItem, void, undefined> {
  const unsent: Unsent = { orderChanged: true, isQueued: false, queueChanged: false, progress: undefined };
  let wake: () => void = () => undefined;
  // Subscribe before the first read, so that no change between the subscription and the read is missed.
  const unsubscribe = deps.store.subscribe((message) => {
    applyMessage(unsent, message, orderNo);
    wake();
  });
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  let sentSeq = afterSeq;
  let place: number | undefined;
  let declinedId = 0;
  try {
    while (!signal.aborted) {
      if (unsent.orderChanged) {
        unsent.orderChanged = false;
        const latest = await readOrder(deps, caller, orderNo);
        // If a client reconnects with the number of the newest entry, it has missed nothing, so nothing is yielded.
        if (latest.seq > sentSeq) {
          sentSeq = latest.seq;
          yield latest;
        }
        if (isFinal(latest)) return;
        unsent.isQueued = orderState(latest.view.order) === 'pay/init';
        unsent.queueChanged = unsent.isQueued;
        const declined = await newestIfDeclined(deps, latest);
        if (declined !== undefined && declined.id !== declinedId) {
          declinedId = declined.id;
          yield { kind: 'declined', provider: declined.provider };
        }
        continue;
      }
      if (unsent.queueChanged) {
        unsent.queueChanged = false;
        const next = await deps.queuePlaces.placeOf(orderNo);
        if (next !== place) {
          place = next;
          yield { kind: 'queue', place };
        }
        continue;
      }
      if (unsent.progress !== undefined) {
        const fraction = unsent.progress;
        unsent.progress = undefined;
        yield { kind: 'progress', fraction };
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (signal.aborted || hasAny(unsent)) resolve();
      });
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    unsubscribe();
  }
}

function hasAny({ orderChanged, queueChanged, progress }: Unsent): boolean {
  return orderChanged || queueChanged || progress !== undefined;
}

function applyMessage(unsent: Unsent, message: Message, orderNo: string): void {
  switch (message.kind) {
    case 'order_changed':
      if (message.orderNo === orderNo) unsent.orderChanged = true;
      // A change of any other order can change the place of this order in the queue.
      else if (unsent.isQueued) unsent.queueChanged = true;
      return;
    case 'order_progress':
      if (message.orderNo === orderNo) unsent.progress = message.fraction;
      return;
    case 'missed':
      unsent.orderChanged = true;
      return;
    case 'jobs_ready':
    case 'webhook_endpoints_changed':
    case 'shop_settings_changed':
      return;
  }
}

type OrderItem = Extract<OrderFeedItem, { kind: 'order' }>;

async function readOrder(deps: WatchDeps, caller: Caller, orderNo: string): Promise<OrderItem> {
  const found = await deps.store.read.orders.byNo(orderNo);
  const order = requireAccess(caller, found?.order);
  // Find the entry whose number is the version of the order that was read, because the history may have grown since
  // that read.
  const history = await deps.store.read.orders.history(order.id);
  const newest = history.find((entry) => entry.seq === order.version);
  if (found === undefined || newest === undefined) throw new Error(`order ${orderNo} has no history`);
  return {
    kind: 'order',
    seq: order.version,
    event: newest.event.type,
    view: viewOrder(deps, found, caller),
  };
}

/**
 * Finds the newest payment attempt of an unpaid order if it was declined. A declined payment does not change the
 * order, so the order's history does not contain it.
 */
async function newestIfDeclined(deps: WatchDeps, { view }: OrderItem): Promise<PaymentAttempt | undefined> {
  if (orderState(view.order) !== 'wait_pay/init') return undefined;
  const newest = (await deps.store.read.payments.ofOrder(view.order.id)).at(-1);
  return newest?.state === 'declined' ? newest : undefined;
}

/**
 * Whether the order is in a state after which a waiting customer needs no further change, so that the stream can end.
 */
function isFinal({ view }: OrderItem): boolean {
  const { money } = view.order;
  switch (orderState(view.order)) {
    case 'cancal/init':
    case 'pay/done':
    case 'refund/init':
    case 'refund/done':
    case 'refund/fail':
      return true;
    case 'pay/fail':
      // The work has failed. For a free order this state is final. Otherwise the service refunds the order next.
      return money.status === 'pay' && money.attemptId === null;
    case 'wait_pay/init':
    case 'pay/init':
    case 'pay/ing':
    case 'wait_refund/init':
    case 'wait_refund/done':
    case 'wait_refund/fail':
      return false;
  }
}
