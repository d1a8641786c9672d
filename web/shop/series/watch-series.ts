/**
 * The orders of a series and their changes. A browser opens at most six connections to a service without HTTP/2, so the
 * orders have no event stream each: the page looks up all orders that can still change every two seconds, and follows
 * the event stream of one of them, which also reports the progress and a declined payment.
 */

import { ApiError } from '../../../client/src/api-error.ts';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { fetchOrder, myOrders } from '../api/operations.ts';
import type { Order, OrderDetails } from '../api/types.ts';
import { type OrderUpdate, watchOrder } from '../order/watch-order.ts';
import { createTurns } from '../parts/turns.ts';

export interface FoundOrders {
  readonly orders: readonly Order[];
  /** What was ordered, as far as the service has sent it. */
  readonly details: readonly OrderDetails[];
  /** The numbers of orders that do not exist or belong to another customer. */
  readonly unknown: readonly string[];
}

export type SeriesUpdate =
  | ({ readonly kind: 'found' } & FoundOrders)
  /** What the event stream of the followed order reports besides the order itself. */
  | { readonly kind: 'live'; readonly orderNo: string; readonly update: OrderUpdate }
  | { readonly kind: 'error'; readonly error: ApiError };

const pollMs = 2_000;
/** Up to this number, the orders are looked up one by one. */
const singlyMax = 2;
/** How many of the customer's newest orders are read to find the orders of the series. */
const listedMax = 40;
/** How many look-ups of single orders take as long as one pause. */
const singlyPerPause = 4;

/** Whether the order can still change without an act of the customer or the shop. */
export function canChange({ status, deal_status: deal }: Order): boolean {
  switch (status) {
    case 'wait_pay':
    case 'wait_refund':
      return true;
    case 'pay':
      return deal !== 'done';
    case 'cancal':
    case 'refund':
      return false;
  }
}

/** Whether the event stream of the order has news that a look-up does not have. */
function isEventful({ status, deal_status: deal }: Order): boolean {
  return status === 'wait_pay' || (status === 'pay' && (deal === 'init' || deal === 'ing'));
}

/** @returns null for an order that the customer cannot open. */
async function fetchKnown(orderNo: string): Promise<Order | null> {
  try {
    return await fetchOrder(orderNo);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** @throws ApiError */
async function findOrders(orderNos: readonly string[], isListed: boolean): Promise<FoundOrders> {
  const page = isListed && orderNos.length > singlyMax ? await myOrders(null, listedMax) : null;
  const listed = page?.orders.filter(({ order_no }) => orderNos.includes(order_no)) ?? [];
  const numbers = new Set(listed.map(({ order_no }) => order_no));
  const inTurn = createTurns(2);
  const others = orderNos.filter((orderNo) => !numbers.has(orderNo));
  const fetched = await Promise.all(
    others.map(async (orderNo) => ({ orderNo, order: await inTurn(() => fetchKnown(orderNo)) })),
  );
  return {
    orders: [...listed, ...fetched.flatMap(({ order }) => order ?? [])],
    details: page?.details.filter(({ order_no }) => numbers.has(order_no)) ?? [],
    unknown: fetched.filter(({ order }) => order === null).map(({ orderNo }) => orderNo),
  };
}

/** @returns a function that stops watching. */
export function watchSeries(
  orderNos: readonly string[],
  onUpdate: (update: SeriesUpdate) => void,
): () => void {
  /** The orders that can still change, in the order of the series. The value is null until the order is known. */
  const open = new Map<string, Order | null>(orderNos.map((orderNo) => [orderNo, null]));
  let isListed = true;
  let isStopped = false;
  let isLookingUp = false;
  /** Whether an order has changed while a look-up was under way. */
  let isOutdated = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let followed: { readonly orderNo: string; readonly stop: () => void } | null = null;

  /** Follows the event stream of the first order that has news. */
  function follow(): void {
    const orderNo = [...open].find(([, order]) => order !== null && isEventful(order))?.[0] ?? null;
    if (orderNo === (followed?.orderNo ?? null)) return;
    followed?.stop();
    followed = null;
    if (orderNo === null) return;
    followed = { orderNo, stop: watchOrder(orderNo, (update) => onLive(orderNo, update)) };
  }

  function onLive(orderNo: string, update: OrderUpdate): void {
    if (update.kind !== 'order') {
      if (update.kind !== 'error') onUpdate({ kind: 'live', orderNo, update });
      return;
    }
    const known = open.get(orderNo);
    const { status, deal_status: deal } = update.order;
    // A payment and the end of a payment concern the other orders too, so that all of them are looked up together.
    if (known?.status !== status || known.deal_status !== deal) void lookUp();
  }

  function note(found: FoundOrders): void {
    for (const order of found.orders) {
      if (canChange(order)) open.set(order.order_no, order);
      else open.delete(order.order_no);
    }
    for (const orderNo of found.unknown) open.delete(orderNo);
    onUpdate({ kind: 'found', ...found });
    follow();
  }

  /** @returns the pause until the next look-up. */
  async function findOpen(): Promise<number> {
    const wanted = [...open.keys()];
    try {
      const found = await findOrders(wanted, isListed);
      if (isStopped) return 0;
      const isFoundInList = found.details.length > 0;
      if (wanted.length > singlyMax && !isFoundInList) isListed = false;
      note(found);
      return isListed ? pollMs : pollMs * Math.max(1, open.size / singlyPerPause);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (!isStopped) onUpdate({ kind: 'error', error });
      return Math.max(pollMs, error.retryAfterMs ?? 0);
    }
  }

  async function lookUp(): Promise<void> {
    clearTimeout(timer);
    isOutdated = isLookingUp;
    if (isLookingUp) return;
    isLookingUp = true;
    const pauseMs = await findOpen();
    isLookingUp = false;
    if (isStopped || open.size === 0 || document.visibilityState === 'hidden') return;
    if (isOutdated) void lookUp();
    else timer = setTimeout(lookUp, pauseMs);
  }

  function onVisibility(): void {
    if (document.visibilityState === 'hidden') clearTimeout(timer);
    else if (open.size > 0) void lookUp();
  }

  document.addEventListener('visibilitychange', onVisibility);
  void lookUp();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    followed?.stop();
  };
}
