/** Plausible values for the tests of the store, with unique numbers. */

import type { MembershipGrant } from '../../../src/domain/membership.ts';
import type { NewOrder, Order } from '../../../src/domain/order.ts';
import type { Actor, HistoryEntry, OrderEvent } from '../../../src/domain/order-events.ts';
import { applyEvent } from '../../../src/domain/order-state.ts';
import type { PaymentAttempt, Refund } from '../../../src/domain/payment-state.ts';
import type { Upload } from '../../../src/usecases/pictures/upload-store.ts';
import type { NewJob } from '../../../src/usecases/ports/jobs.ts';
import type { Store, StoreTransaction } from '../../../src/usecases/ports/store.ts';

/** 2026-06-01 00:00 UTC. Like every instant of the service, it is larger than 2^32. */
export const start = 1_780_272_000_000;

export const system: Actor = { kind: 'system' };

let numberCount = 0;

/** @returns a number of 28 characters that is unique in the process. */
export function orderNo(): string {
  numberCount += 1;
  return `T${String(numberCount).padStart(27, '0')}`;
}

export interface Shop {
  readonly userId: number;
  readonly goodsId: number;
}

export function openShop(store: Store): Promise<Shop> {
  return store.transaction(async (tx) => {
    const user = await tx.members.insertGuest(start);
    const good = await tx.goods.insert({
      title: '一寸照',
      summary: '标准一寸证件照',
      description: '',
      translations: {},
      icon: '/icons/id-photo.svg',
      picture: null,
      priceMinor: 690,
      memberPriceMinor: null,
      sort: 10,
      functName: 'mark_order_yiCunZhao',
      onShelf: true,
    });
    return { userId: user.id, goodsId: good.id };
  });
}

export function newOrder(shop: Shop, change: Partial<NewOrder> = {}): NewOrder {
  return {
    orderNo: orderNo(),
    userId: shop.userId,
    ownedBy: 'guest',
    goodsId: shop.goodsId,
    functName: 'mark_order_yiCunZhao',
    details: { path: 'p1', color: 'blue', num: 2 },
    priceMinor: 690,
    currency: 'CNY',
    fromUserId: null,
    createdAt: start,
    expiresAt: start + 1_800_000,
    ...change,
  };
}

export function created(at: number = start): HistoryEntry {
  return { seq: 1, event: { type: 'created', at }, actor: system };
}

export function place(
  store: Store,
  shop: Shop,
  change: Partial<NewOrder> = {},
  fingerprint: string | null = null,
): Promise<Order> {
  const order = newOrder(shop, change);
  return store.transaction((tx) => tx.orders.insert(order, created(order.createdAt), fingerprint));
}

/** Applies the events to the order one after the other, and saves the order after each event, as the use cases do. */
export async function advance(
  tx: StoreTransaction,
  order: Order,
  ...events: readonly OrderEvent[]
): Promise<Order> {
  let present = order;
  for (const event of events) {
    const next = applyEvent(present, event);
    if (next === undefined) throw new Error(`${event.type} is not allowed here`);
    await tx.orders.save(next, { seq: next.version, event, actor: system });
    present = next;
  }
  return present;
}

export function newAttempt(
  orderId: number,
  change: Partial<PaymentAttempt> = {},
): Omit<PaymentAttempt, 'id'> {
  return {
    orderId,
    paymentNo: orderNo(),
    provider: 'sandbox',
    channel: 'page',
    amountMinor: 690,
    currency: 'CNY',
    jointNo: null,
    jointMinor: null,
    title: null,
    state: 'opening',
    providerRef: null,
    payerId: null,
    clientData: null,
    receivedMinor: null,
    receivedAt: null,
    createdAt: start,
    ...change,
  };
}

export function newRefund(attempt: PaymentAttempt, change: Partial<Refund> = {}): Omit<Refund, 'id'> {
  return {
    refundNo: orderNo(),
    orderId: attempt.orderId,
    attemptId: attempt.id,
    purpose: 'order',
    months: null,
    amountMinor: 690,
    currency: 'CNY',
    reason: 'no face',
    state: 'requested',
    provider: 'sandbox',
    providerRefundId: null,
    requestedAt: start + 5,
    finishedAt: null,
    lastError: null,
    failureCode: null,
    settledBy: null,
    providerDoneAt: null,
    doneBeforeDoubt: null,
    retriedAt: null,
    ...change,
  };
}

export function newJob(change: Partial<NewJob> = {}): NewJob {
  return {
    kind: 'process_order',
    key: null,
    payload: { orderNo: 'A' },
    priority: 0,
    runAt: start,
    attemptsMax: 3,
    requestId: null,
    ...change,
  };
}

export function newUpload(change: Partial<Upload> = {}): Upload {
  return {
    path: orderNo(),
    file: 'uploads/1.jpg',
    ownerId: null,
    widthPx: 800,
    heightPx: 600,
    createdAt: start,
    keptUntil: start + 86_400_000,
    ...change,
  };
}

export function newGrant(
  userId: number,
  orderId: number | null,
): Omit<MembershipGrant, 'id' | 'monthsRefunded' | 'revokedAt'> {
  return { userId, orderId, months: 2, grantedAt: start };
}

/** A promise and the function that resolves it, so that a test waits for an event and never for a time. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
