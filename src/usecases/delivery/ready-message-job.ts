/**
 * Job `send_ready_message`: sends the customer the message that the picture is ready. Its failure never changes the
 * order. Key: the order's number.
 */

import type { Order } from '../../domain/order.ts';
import { orderState } from '../../domain/order-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';

/** Maximum number of attempts. With the pauses between them, so many attempts last about half an hour. */
const attemptsMax = 10;
/**
 * How long after the picture is ready the message is still sent. If the picture has been ready for longer, the
 * customer has usually seen it.
 */
const newsMs = 24 * 60 * 60_000;

/**
 * @returns when the picture became ready; undefined if the order has no picture, or the picture has been ready for
 * longer than `newsMs`.
 */
function readyAt(order: Order, now: Instant): Instant | undefined {
  if (orderState(order) !== 'pay/done' || order.deal.status !== 'done') return undefined;
  const { finishedAt } = order.deal;
  return now - finishedAt < newsMs ? finishedAt : undefined;
}

export const readyMessageJob = defineJob({
  kind: 'send_ready_message',
  lane: 'small',
  priority: 'normal',
  attemptsMax,
  leaseMs: 60_000,
  payload: noPayload,
  async purposeOf(reads, { key: orderNo }) {
    const found = await reads.orders.byNo(orderNo);
    if (found === undefined) return { orderNo: null, isNeeded: false };
    return { orderNo, isNeeded: orderState(found.order) === 'pay/done' };
  },
  async run(deps: Pick<Deps, 'store' | 'clock' | 'readyMessages'>, { key: orderNo }, { log }) {
    const { readyMessages } = deps;
    const { orders, members, goods } = deps.store.read;
    const order = (await orders.byNo(orderNo))?.order;
    const at = order === undefined ? undefined : readyAt(order, deps.clock.now());
    if (readyMessages === null || order === undefined || at === undefined) return { kind: 'done' };
    const account = await members.payerOf(order.userId, readyMessages.accountProvider);
    if (account === undefined) return { kind: 'done' };
    const end = await readyMessages.send({
      accountId: account.id,
      orderNo,
      title: (await goods.byId(order.goodsId))?.title ?? order.functName,
      readyAt: at,
    });
    log.info({ orderId: order.id, end }, 'ready message');
    return { kind: 'done' };
  },
  mayBeDiscarded: true,
});
