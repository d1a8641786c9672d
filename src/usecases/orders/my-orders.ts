/** The orders and the membership of the user or guest who calls. */

import { isMember } from '../../domain/membership.ts';
import type { Caller } from '../callers/caller.ts';
import { requireUser } from '../callers/order-access.ts';
import type { Deps } from '../deps.ts';
import type { Membership, OrderView } from '../service.ts';
import { viewOrder } from './view-order.ts';

/** Newest first. @throws AppError `unauthenticated` */
export async function myOrders(
  deps: Pick<Deps, 'store' | 'clock' | 'links' | 'settings'>,
  caller: Caller,
  before: number | null,
  limit: number,
): Promise<OrderView[]> {
  const found = await deps.store.read.orders.ofUser(requireUser(caller), before, limit);
  return found.map((order) => viewOrder(deps, order, caller));
}

/** @throws AppError `unauthenticated` */
export async function myVip(deps: Pick<Deps, 'store' | 'clock'>, caller: Caller): Promise<Membership> {
  const user = await deps.store.read.members.userById(requireUser(caller));
  const memberUntil = user?.memberUntil ?? null;
  return { memberUntil, active: isMember(memberUntil, deps.clock.now()) };
}
