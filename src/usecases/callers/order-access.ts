/** Who may see and change an order. A customer never learns that another customer's order exists. */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import type { Actor } from '../../domain/order-events.ts';
import type { Caller, OperatorCaller } from './caller.ts';

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

/** As whom the caller changes the order. Whoever holds a guest's order number acts as its customer. */
export function actorOf(caller: Caller, order: Order): Actor {
  return caller.kind === 'operator' ? operatorActor(caller) : { kind: 'customer', userId: order.userId };
}

export function operatorActor({ operator }: OperatorCaller): Actor {
  return { kind: 'operator', name: operator.name };
}

/** @throws AppError `unauthenticated`: an anonymous caller has no orders or membership. */
export function requireUser(caller: Caller): number {
  if (caller.kind === 'guest' || caller.kind === 'user') return caller.userId;
  throw new AppError('unauthenticated', 'Send the token of a signed-in user or a guest.', {
    reason: 'sign_in_required',
  });
}
