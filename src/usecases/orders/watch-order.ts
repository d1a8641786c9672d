/** The life of an order as a stream: its state now, then every change, progress and its place in the queue. */

import { orderState } from '../../domain/order-state.ts';
import type { PaymentAttempt } from '../../domain/payment-state.ts';
import type { Caller } from '../callers/caller.ts';
import { requireAccess } from '../callers/order-access.ts';
import type { Deps } from '../deps.ts';
import type { Message } from '../ports/store.ts';
import type { OrderFeedItem } from '../service.ts';
import { viewOrder } from './view-order.ts';

type WatchDeps = Pick<Deps, 'store' | 'clock' | 'links' | 'settings'>;

/** What has been announced and not yet been told. Progress replaces progress: nobody needs the past of it. */
interface Pending {
  changed: boolean;
  /** Whether the order waits for its turn; else nobody asks for its place. */
  queued: boolean;
  queueMoved: boolean;
  fraction: number | undefined;
}

/** @throws AppError `unknown_order` */
export async function* watchOrder(
  deps: WatchDeps,
  caller: Caller,
  orderNo: string,
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<OrderFeedItem, void, undefined> {
  const pending: Pending = { changed: true, queued: false, queueMoved: false, fraction: undefined };
  let wake: () => void = () => undefined;
  const notice = (announcement: Message) => {
    note(pending, announcement, orderNo);
    wake();
  };
  // Subscribed before the first look, so that no change falls between the two.
  const unsubscribe = deps.store.subscribe(notice);
  const onAbort = () => wake();
  signal.addEventListener('abort', onAbort);
  let seen = afterSeq;
  let orderId = 0;
  let place: number | undefined;
  let declinedId = 0;
  try {
    while (!signal.aborted) {
      if (pending.changed) {
        pending.changed = false;
        const latest = await look(deps, caller, orderNo);
        // A reader who reconnects with the newest number has missed nothing; the first look is always told
        // to one who comes without.
        if (latest.seq > seen) {
          seen = latest.seq;
          yield latest;
        }
        if (isSettled(latest)) return;
        orderId = latest.view.order.id;
        pending.queued = orderState(latest.view.order) === 'pay/init';
        pending.queueMoved = pending.queued;
        const declined = await newestIfDeclined(deps, latest);
        if (declined !== undefined && declined.id !== declinedId) {
          declinedId = declined.id;
          yield { kind: 'declined', provider: declined.provider };
        }
        continue;
      }
      if (pending.queueMoved) {
        pending.queueMoved = false;
        const next = await deps.store.read.jobs.placeInQueue(orderId);
        if (next !== place) {
          place = next;
          yield { kind: 'queue', place };
        }
        continue;
      }
      if (pending.fraction !== undefined) {
        const { fraction } = pending;
        pending.fraction = undefined;
        yield { kind: 'progress', fraction };
        continue;
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (signal.aborted || pending.changed || pending.queueMoved || pending.fraction !== undefined)
          resolve();
      });
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    unsubscribe();
  }
}

function note(pending: Pending, announcement: Message, orderNo: string): void {
  switch (announcement.kind) {
    case 'order_changed':
      if (announcement.orderNo === orderNo) pending.changed = true;
      // Any other order's change may move this one up.
      else if (pending.queued) pending.queueMoved = true;
      return;
    case 'order_progress':
      if (announcement.orderNo === orderNo) pending.fraction = announcement.fraction;
      return;
    case 'missed':
      pending.changed = true;
      return;
    case 'jobs_ready':
      return;
  }
}

type OrderItem = Extract<OrderFeedItem, { kind: 'order' }>;

async function look(deps: WatchDeps, caller: Caller, orderNo: string): Promise<OrderItem> {
  const found = await deps.store.read.orders.byNo(orderNo);
  const order = requireAccess(caller, found?.order);
  // The history may have grown since the row was read: the row's own version says which entry it shows.
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

/** A declined payment is no step of the order: its history knows nothing of it. */
async function newestIfDeclined(deps: WatchDeps, { view }: OrderItem): Promise<PaymentAttempt | undefined> {
  if (orderState(view.order) !== 'wait_pay/init') return undefined;
  const newest = (await deps.store.read.payments.ofOrder(view.order.id)).at(-1);
  return newest?.state === 'declined' ? newest : undefined;
}

/** Nothing more will happen that a waiting customer waits for. */
function isSettled({ view }: OrderItem): boolean {
  const { money } = view.order;
  switch (orderState(view.order)) {
    case 'cancal/init':
    case 'pay/done':
    case 'refund/init':
    case 'refund/done':
    case 'refund/fail':
      return true;
    case 'pay/fail':
      // Nothing comes back of what cost nothing.
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
