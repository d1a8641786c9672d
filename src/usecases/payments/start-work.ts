/** Starts the work of a paid order, in the act of the payment: adds the job for a picture, or grants a membership. */

import { findGoodKind } from '../../domain/goods/kinds.ts';
import { isMember } from '../../domain/membership.ts';
import type { Order } from '../../domain/order.ts';
import type { Act } from '../act.ts';
import { deliverMembership } from '../members/deliver-membership.ts';
import { processOrderJob } from '../pictures/process-order-job.ts';
import { uploadPathOf } from '../pictures/upload-of-order.ts';

/** The caller holds the order's lock, and the order is in the state `pay/init`. */
export async function startWork(act: Act, order: Order): Promise<Order> {
  const kind = findGoodKind(order.functName);
  if (kind === undefined) throw new Error(`no kind of good is called ${order.functName}`);
  if (kind.work === 'membership') return deliverMembership(act, order);
  const { tx, clock, settings } = act;
  const now = clock.now();
  const user = await tx.members.userById(order.userId);
  const path = uploadPathOf(order);
  if (path !== undefined) await tx.uploads.keep(path, now + settings.resultKeptMs);
  const priority = isMember(user?.memberUntil ?? null, now) ? 'members' : 'normal';
  await processOrderJob.enqueue(act, order.orderNo, {}, { priority });
  return order;
}
