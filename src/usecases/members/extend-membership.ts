/** Gives and takes back the months of a membership order, exactly once: one grant per order, by a unique key. */

import { monthsOf } from '../../domain/goods/vip-good.ts';
import { membershipEnd } from '../../domain/membership.ts';
import type { Order } from '../../domain/order.ts';
import { formatDateTime, type Instant } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { announceOutside } from '../webhooks/webhook-events.ts';

type MembershipDeps = Pick<Deps, 'clock' | 'random' | 'settings'>;

/** The order goes from `pay/init` to `pay/done` within the payment's transaction. */
export async function extendMembership(
  deps: MembershipDeps,
  tx: StoreTransaction,
  order: Order,
  requestId: string | null,
): Promise<Order> {
  const now = deps.clock.now();
  const actor = { kind: 'system' } as const;
  await tx.lockUser(order.userId);
  await tx.insertGrant({
    userId: order.userId,
    orderId: order.id,
    months: monthsOf(order.details),
    grantedAt: now,
  });
  const until = await refoldMembership(deps, tx, order.userId);
  const started = await advanceOrder(deps, tx, order, { type: 'work_started', at: now }, actor, requestId);
  const done = await advanceOrder(
    deps,
    tx,
    started,
    { type: 'work_done', at: now, resultFile: null, resultUntil: null },
    actor,
    requestId,
  );
  if (until !== null) {
    const memberUntil = formatDateTime(until, deps.settings.zone);
    await announceOutside(deps, tx, 'membership.extended', done, requestId, { member_until: memberUntil });
  }
  return done;
}

/** The months of a refunded order end; later grants move up. */
export async function withdrawMembership(
  deps: MembershipDeps,
  tx: StoreTransaction,
  order: Order,
): Promise<void> {
  await tx.lockUser(order.userId);
  await tx.revokeGrantOfOrder(order.id, deps.clock.now());
  await refoldMembership(deps, tx, order.userId);
}

/** After any change of the grants. The caller holds the user's lock. */
export async function refoldMembership(
  deps: Pick<Deps, 'settings'>,
  tx: StoreTransaction,
  userId: number,
): Promise<Instant | null> {
  const until = membershipEnd(await tx.grantsOf(userId), deps.settings.zone);
  await tx.setMemberUntil(userId, until);
  return until;
}
