/** Counts the orders that were placed in a period, by state. */

import { invalidParameter } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { OrderCount } from './order-store.ts';

/** The maximum length of the period, which limits how many rows the query reads. */
const windowMsMax = 31 * 24 * 60 * 60_000;

export interface CountedOrders {
  readonly from: Instant;
  /** Not included. */
  readonly to: Instant;
  /** States without an order are omitted. */
  readonly counts: readonly OrderCount[];
}

/**
 * @param to not included; null: now.
 * @throws AppError `forbidden`, `invalid_parameters`.
 */
export async function countOrders(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  caller: OperatorCaller,
  from: Instant,
  to: Instant | null,
): Promise<CountedOrders> {
  requirePermission(caller, 'orders_see');
  const end = to ?? clock.now() + 1;
  if (end - from > windowMsMax)
    throw invalidParameter('from', 'days_max', 'must be at most 31 days before `to`', { max: 31 });
  return { from, to: end, counts: await store.read.orders.counts(from, end) };
}
