/** What a payment sets in motion, in the payment's own transaction: a picture's job, or a membership's months. */

import { findGoodKind } from '../../domain/goods/kinds.ts';
import { isMember } from '../../domain/membership.ts';
import type { Order } from '../../domain/order.ts';
import type { Deps } from '../deps.ts';
import { extendMembership } from '../members/extend-membership.ts';
import { uploadPathOf } from '../pictures/upload-of-order.ts';
import type { StoreTransaction } from '../ports/store.ts';

/** Members are served before everyone else. */
const memberPriority = 10;
const guestPriority = 0;

/** The caller holds the order's lock; the order is `pay/init`. */
export async function startWork(
  deps: Pick<Deps, 'clock' | 'random' | 'settings'>,
  tx: StoreTransaction,
  order: Order,
  requestId: string | null,
): Promise<Order> {
  const kind = findGoodKind(order.functName);
  if (kind === undefined) throw new Error(`no kind of good is called ${order.functName}`);
  switch (kind.work) {
    case 'membership':
      return extendMembership(deps, tx, order, requestId);
    case 'picture': {
      const now = deps.clock.now();
      const user = await tx.userById(order.userId);
      const member = isMember(user?.memberUntil ?? null, now);
      const path = uploadPathOf(order);
      if (path !== undefined) await tx.keepUpload(path, now + deps.settings.resultKeptMs);
      await tx.enqueue({
        kind: 'process_order',
        key: order.orderNo,
        payload: { order_no: order.orderNo, order_id: order.id },
        priority: member ? memberPriority : guestPriority,
        runAt: now,
        attemptsMax: deps.settings.workAttemptsMax,
        requestId,
      });
      tx.announce({ kind: 'jobs_ready' });
      return order;
    }
  }
}
