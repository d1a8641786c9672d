/**
 * Checks the user or guest who calls, in the transaction that writes something for this caller. The caller was identified
 * before the transaction began, and may have been erased since then.
 */

import type { Order } from '../../domain/order.ts';
import type { User } from '../members/member-store.ts';
import type { StoreTransaction } from '../ports/store.ts';
import type { Caller } from './caller.ts';
import { invalidToken } from './invalid-token.ts';
import { requireAccess } from './order-access.ts';

/**
 * Reads the caller. Until the transaction ends, the caller is neither erased nor absorbed by another user.
 * @returns undefined for anonymous callers and operators, for a guest who was deleted because the guest had no data, and
 * for an absorbed guest.
 * @throws AppError `invalid_credential`: the caller was erased, or is a user who was absorbed.
 */
export async function holdCaller(
  { members }: Pick<StoreTransaction, 'members'>,
  caller: Caller,
): Promise<User | undefined> {
  if (!isCustomer(caller)) return undefined;
  const user = await members.holdUser(caller.userId);
  requirePresent(caller, user);
  return user?.absorbedInto === null ? user : undefined;
}

/**
 * Locks an order that the caller is about to change. An erasure locks the order too, so a read without a lock shows
 * whether the caller has been erased. A lock of the caller could make two calls that change a membership wait for each
 * other.
 * @throws AppError `unknown_order`: there is no such order, or the caller may not use it; `invalid_credential`: the
 * caller was erased, or is a user who was absorbed.
 */
export async function lockOrderFor(
  { members, orders }: Pick<StoreTransaction, 'members' | 'orders'>,
  caller: Caller,
  orderNo: string,
): Promise<Order> {
  const order = requireAccess(caller, await orders.lock(orderNo));
  if (isCustomer(caller)) requirePresent(caller, await members.userById(caller.userId));
  return order;
}

type Customer = Extract<Caller, { kind: 'guest' | 'user' }>;

function isCustomer(caller: Caller): caller is Customer {
  return caller.kind === 'guest' || caller.kind === 'user';
}

/** @throws AppError `invalid_credential` */
function requirePresent(caller: Customer, user: User | undefined): void {
  if (user !== undefined && (user.erasedAt !== null || user.kind !== caller.kind)) throw invalidToken();
}
