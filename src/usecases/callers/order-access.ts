/**
 * Decides who may see and change an order. All other callers get the same error as for an order that does
 * not exist.
 */

import { AppError } from '../../domain/errors.ts';
import type { Order } from '../../domain/order.ts';
import type { Actor, HistoryEntry, OrderEventType } from '../../domain/order-events.ts';
import type { Caller, OperatorCaller } from './caller.ts';

export function unknownOrder(): AppError {
  return new AppError('unknown_order', 'There is no such order.');
}

/**
 * A user's order is `unknown_order` (404) for all other customers. A guest's order is open to every caller who has its
 * number. Operators may see all orders.
 * @throws AppError `unknown_order`
 */
export function requireAccess(caller: Caller, order: Order | undefined): Order {
  if (order === undefined) throw unknownOrder();
  if (caller.kind === 'operator' || order.ownedBy === 'guest') return order;
  if (caller.kind === 'user' && caller.userId === order.userId) return order;
  throw unknownOrder();
}

/** The actor that the order's history records. A caller who has the number of a guest's order acts as its customer. */
export function actorOf(caller: Caller, order: Order): Actor {
  return caller.kind === 'operator' ? operatorActor(caller) : { kind: 'customer', userId: order.userId };
}

export function operatorActor({ operator }: OperatorCaller): Actor {
  return { kind: 'operator', name: operator.name };
}

/**
 * Whether the history has an event of one of `types` that `actor` caused. A caller who did not receive the
 * response repeats the call. The history then shows that the first call already changed the order.
 */
export function hasCaused(
  history: readonly HistoryEntry[],
  actor: Actor,
  types: readonly OrderEventType[],
): boolean {
  return history.some((entry) => types.includes(entry.event.type) && isSameActor(entry.actor, actor));
}

function isSameActor(one: Actor, other: Actor): boolean {
  switch (one.kind) {
    case 'customer':
      return other.kind === 'customer' && other.userId === one.userId;
    case 'operator':
    case 'provider':
      return other.kind === one.kind && other.name === one.name;
    case 'system':
      return other.kind === 'system';
  }
}

/** @returns the user's id. @throws AppError `unauthenticated`: the caller is not a user or guest. */
export function requireUser(caller: Caller): number {
  if (caller.kind === 'guest' || caller.kind === 'user') return caller.userId;
  throw new AppError('unauthenticated', 'Send the token of a signed-in user or a guest.', {
    reason: 'sign_in_required',
  });
}
