/** Grants and revokes the months of a membership order exactly once: a unique key allows one grant per order. */

import { monthsOf } from '../../domain/goods/vip-good.ts';
import { membershipEnd } from '../../domain/membership.ts';
import type { Order } from '../../domain/order.ts';
import { formatDateTime, type Instant } from '../../domain/zoned-time.ts';
import { type Act, causedBy, system } from '../act.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { addWebhook } from '../webhooks/add-webhook.ts';

/** Moves the order from `pay/init` to `pay/done` within the payment's act. */
export async function extendMembership(act: Act, order: Order): Promise<Order> {
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
  const done = await advanceOrder(bySystem, started, {
    type: 'work_done',
    at: now,
    resultFile: null,
    resultUntil: null,
  });
  if (until !== null) {
    await addWebhook(act, 'membership.extended', done, {
      member_until: formatDateTime(until, settings.zone),
    });
  }
  return done;
}

/** Revokes the months of a refunded order. Later grants then begin earlier. */
export async function withdrawMembership(act: Act, order: Order): Promise<void> {
  await act.tx.members.lockUser(order.userId);
  await act.tx.members.revokeGrantOfOrder(order.id, act.clock.now());
  await updateMembershipEnd(act, order.userId);
}

/** Computes the end of the membership from all grants and stores it. The caller holds the user's lock. */
export async function updateMembershipEnd(
  { tx, settings }: Pick<Act, 'tx' | 'settings'>,
  userId: number,
): Promise<Instant | null> {
  const until = membershipEnd(await tx.members.grantsOf(userId), settings.zone);
  await tx.members.setMemberUntil(userId, until);
  return until;
}
