/** Delivers a membership order: grants its months. A unique key in the database allows one grant for each order. */

import { monthsOf } from '../../domain/goods/vip-good.ts';
import type { Order } from '../../domain/order.ts';
import { formatDateTime } from '../../domain/zoned-time.ts';
import { type Act, causedBy, system } from '../act.ts';
import { finishWork } from '../delivery/finish-work.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { addWebhook } from '../webhooks/add-webhook.ts';
import { updateMembershipEnd } from './update-membership-end.ts';

/**
 * Moves the order from `pay/init` to `pay/done`. Runs in the act that records the payment, so that no paid membership
 * order is left without its months.
 */
export async function deliverMembership(act: Act, order: Order): Promise<Order> {
  const { tx, settings } = act;
  const now = act.clock.now();
  await tx.members.lockUser(order.userId);
  await tx.members.insertGrant({
    userId: order.userId,
    orderId: order.id,
    months: monthsOf(order.details),
    grantedAt: now,
  });
  const until = await updateMembershipEnd(act, order.userId);
  const bySystem = causedBy(act, system);
  const started = await advanceOrder(bySystem, order, { type: 'work_started', at: now });
  const done = await finishWork(bySystem, started, { resultFile: null, resultUntil: null });
  if (until !== null) {
    await addWebhook(act, 'membership.extended', done, {
      member_until: formatDateTime(until, settings.zone),
    });
  }
  return done;
}
