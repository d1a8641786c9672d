/** The orders of one call: locks them, and says which of them an error is about. */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import type { Caller } from '../callers/caller.ts';
import { lockOrderFor } from '../callers/hold-caller.ts';
import type { StoreTransaction } from '../ports/store.ts';

/**
 * Throws the error of one order. If the call names several, its text begins with the place of the order among them,
 * because order numbers are secrets and stay out of texts and logs.
 */
export function throwOrderError(orderNo: string, orderNos: readonly string[], error: unknown): never {
  if (!(error instanceof AppError) || orderNos.length === 1) throw error;
  const place = `Order ${orderNos.indexOf(orderNo) + 1} of ${orderNos.length}`;
  const { reason } = error;
  throw new AppError(error.code, `${place}: ${error.message}`, reason === undefined ? {} : { reason });
}

/** Locks the orders of the call, always in the same sequence, so that no two calls wait for each other. */
export async function lockOrdersFor(
  tx: StoreTransaction,
  { caller, orderNos }: { readonly caller: Caller; readonly orderNos: readonly string[] },
): Promise<Order[]> {
  const orders: Order[] = [];
  for (const orderNo of await sortedById(tx, orderNos)) {
    const order = lockOrderFor(tx, caller, orderNo);
    orders.push(await order.catch((error: unknown) => throwOrderError(orderNo, orderNos, error)));
  }
  return orders;
}

async function sortedById(
  { orders }: Pick<StoreTransaction, 'orders'>,
  orderNos: readonly string[],
): Promise<readonly string[]> {
  if (orderNos.length === 1) return orderNos;
  const ids = new Map<string, number>();
  for (const orderNo of orderNos) ids.set(orderNo, (await orders.byNo(orderNo))?.order.id ?? 0);
  return [...ids].sort(([, a], [, b]) => a - b).map(([orderNo]) => orderNo);
}
