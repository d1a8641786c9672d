/**
 * Job `report_delivery`: reports to the payment provider that the goods of an order are delivered. Some providers keep
 * the shop's money until they have this report. A joint payment is reported once the work on all its orders has ended.
 * Key: the order's number.
 */

import { orderState } from '../../domain/order-state.ts';
import type { PaymentAttempt } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';
import { orderOfAttempt } from '../order-of-attempt.ts';
import { findProvider } from '../ports/find-provider.ts';
import { paymentRef } from '../ports/provider-refs.ts';
import type { StoreReads } from '../ports/store.ts';

/** How often the other orders of a joint payment are read until their work has ended. */
const unfinishedPauseMs = 60_000;
/** Maximum number of attempts. With the pauses between them, so many attempts last about a day. */
const attemptsMax = 20;

export const reportDeliveryJob = defineJob({
  kind: 'report_delivery',
  lane: 'small',
  priority: 'money',
  attemptsMax,
  leaseMs: 60_000,
  payload: noPayload,
  /** A refunded order needs no report, because the provider returns the money to the customer. */
  async purposeOf(reads, { key: orderNo }) {
    const found = await reads.orders.byNo(orderNo);
    if (found === undefined) return { orderNo: null, isNeeded: false };
    return { orderNo, isNeeded: orderState(found.order) === 'pay/done' };
  },
  async run(deps: Pick<Deps, 'store' | 'clock' | 'providers'>, { key: orderNo }, { log }) {
    const { orders, payments, goods } = deps.store.read;
    const order = (await orders.byNo(orderNo))?.order;
    if (order?.money.status !== 'pay' || order.deal.status !== 'done') return { kind: 'done' };
    const { attemptId } = order.money;
    const attempt = attemptId === null ? undefined : await payments.byId(attemptId);
    if (attempt === undefined) return { kind: 'done' };
    if (await hasUnfinishedWork(deps.store.read, attempt)) {
      return { kind: 'again', runAt: deps.clock.now() + unfinishedPauseMs, counted: false };
    }
    const report = await findProvider(deps.providers, attempt.provider).reportDelivery?.({
      payment: paymentRef(attempt),
      title: (await goods.byId(order.goodsId))?.title ?? order.functName,
      deliveredAt: order.deal.finishedAt,
    });
    if (report?.state === 'refused') return { kind: 'hopeless', error: report.reason };
    log.info({ orderId: order.id, report: report?.state ?? 'not_needed' }, 'delivery reported');
    return { kind: 'done' };
  },
  mayBeDiscarded: true,
});

/** Whether the work on an order of the joint payment has not ended. */
async function hasUnfinishedWork(reads: StoreReads, { jointNo }: PaymentAttempt): Promise<boolean> {
  if (jointNo === null) return false;
  for (const attempt of await reads.payments.byNumberAtProvider(jointNo)) {
    if (attempt.state !== 'won') continue;
    const state = orderState(await orderOfAttempt(reads, attempt));
    if (state === 'pay/init' || state === 'pay/ing') return true;
  }
  return false;
}
