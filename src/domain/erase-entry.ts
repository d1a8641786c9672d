/**
 * Reduces an entry of an order's history to what remains after an erasure: its type, its time and its references to
 * payments, without texts and without the customer. A replay of the remaining history gives the same state.
 */

import { assertNever } from './never.ts';
import type { HistoryEntry, OrderEvent } from './order-events.ts';

/** @param userId the user without a name who owns the order after the erasure. */
export function eraseEntry({ seq, event, actor }: HistoryEntry, userId: number): HistoryEntry {
  const remaining = actor.kind === 'customer' ? ({ kind: 'customer', userId } as const) : actor;
  return { seq, event: eraseEvent(event), actor: remaining };
}

function eraseEvent(event: OrderEvent): OrderEvent {
  switch (event.type) {
    case 'work_returned':
    case 'refund_failed':
    case 'refund_doubted':
      return { ...event, error: '' };
    case 'work_done':
      return { ...event, resultFile: null };
    case 'result_replaced':
      return { ...event, resultFile: '', details: {} };
    case 'work_failed':
      return { ...event, error: null };
    case 'months_refunded':
    case 'refund_requested':
    case 'refund_settled':
      return { ...event, reason: '' };
    case 'created':
    case 'paid':
    case 'cancelled':
    case 'work_started':
    case 'work_retried':
    case 'refund_retried':
    case 'refund_done':
    case 'refund_confirmed':
    case 'result_purged':
      return event;
    default:
      return assertNever(event);
  }
}
