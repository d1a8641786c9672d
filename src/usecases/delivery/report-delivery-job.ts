/**
 * Job `report_delivery`: reports to the payment provider that the goods of an order are delivered. Some providers keep
 * the shop's money until they have this report. Key: the order's number.
 */

import { orderState } from '../../domain/order-state.ts';
import type { Deps } from '../deps.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';
import { findProvider } from '../ports/find-provider.ts';
import { paymentRef } from '../ports/provider-refs.ts';

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
  async run(deps: Pick<Deps, 'store' | 'providers'>, { key: orderNo }, { log }) {
    const { orders, payments, goods } = deps.store.read;
    const order = (await orders.byNo(orderNo))?.order;
    if (order?.money.status !== 'pay' || order.deal.status !== 'done') return { kind: 'done' };
    const { attemptId } = order.money;
    const attempt = attemptId === null ? undefined : await payments.byId(attemptId);
    if (attempt === undefined) return { kind: 'done' };
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
