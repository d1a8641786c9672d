/** Rows of `order_history` and entries of the domain. The event and the actor are stored as JSON. */

import type { Selectable } from 'kysely';
import type { Actor, HistoryEntry, OrderEvent } from '../../domain/order-events.ts';
import type { OrderHistoryTable } from '../tables.ts';

export type HistoryRow = Selectable<OrderHistoryTable>;

export const historyColumns = ['order_id', 'seq', 'type', 'at', 'event', 'actor'] as const;

export function historyEntryOf(row: HistoryRow): HistoryEntry {
  return {
    seq: row.seq,
    event: JSON.parse(row.event) as OrderEvent,
    actor: JSON.parse(row.actor) as Actor,
  };
}

export function historyRow(orderId: number, entry: HistoryEntry): HistoryRow {
  return {
    order_id: orderId,
    seq: entry.seq,
    type: entry.event.type,
    at: entry.event.at,
    event: JSON.stringify(entry.event),
    actor: JSON.stringify(entry.actor),
  };
}
