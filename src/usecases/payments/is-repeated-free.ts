/** Recognises a repeated payment of a free order, for example after the first response was lost. */

import type { Order } from '../../domain/order.ts';
import type { Act } from '../act.ts';
import type { Caller } from '../callers/caller.ts';
import { actorOf, hasCaused } from '../callers/order-access.ts';

/** @returns whether this caller has paid the order already, and the order costs nothing. */
export async function isRepeatedFree({ tx }: Act, caller: Caller, order: Order): Promise<boolean> {
  if (order.priceMinor !== 0 || order.money.status !== 'pay') return false;
  return hasCaused(await tx.orders.history(order.id), actorOf(caller, order), ['paid']);
}
