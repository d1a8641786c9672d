/** Who may see and touch an order. One customer never learns that another's order exists. */

import { AppError } from '../../domain/errors.ts';
import { may, type Permission } from '../../domain/operator-roles.ts';
import type { Order } from '../../domain/order.ts';
import type { Actor } from '../../domain/order-events.ts';
import type { Caller } from '../service.ts';

export function unknownOrder(): AppError {
  return new AppError('unknown_order', 'There is no such order.');
}

/**
 * "An order of a signed-in user is 404 for anyone else; a guest's order opens to whoever holds its number."
 * @throws AppError `unknown_order`
 */
export function requireAccess(caller: Caller, order: Order | undefined): Order {
  if (order === undefined) throw unknownOrder();
  if (caller.kind === 'operator' || order.ownedBy === 'guest') return order;
  if (caller.kind === 'user' && caller.userId === order.userId) return order;
  throw unknownOrder();
}

/**
 * What an operator may do is the same with a password at an operation as in the console; customers are not asked.
 * @throws AppError `forbidden`
 */
export function requireRole(caller: Caller, permission: Permission): void {
  if (mayAsOperator(caller, permission)) return;
  throw new AppError('forbidden', 'Your role does not allow this.', { reason: 'role_not_allowed' });
}

/** True for customers. */
export function mayAsOperator(caller: Caller, permission: Permission): boolean {
  return caller.kind !== 'operator' || may(caller.role, permission);
}

export function actorOf(caller: Caller, order: Order): Actor {
  return caller.kind === 'operator'
    ? { kind: 'operator', name: caller.name }
    : { kind: 'customer', userId: order.userId };
}

/** @throws AppError `unauthenticated`: only a known user has things of their own. */
export function requireUser(caller: Caller): number {
  if (caller.kind === 'guest' || caller.kind === 'user') return caller.userId;
  throw new AppError('unauthenticated', 'Send the token of a signed-in user or a guest.', {
    reason: 'sign_in_required',
  });
}
