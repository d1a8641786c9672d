/** Refunds that wait for a second operator, and those that one has decided. */

import { sql } from 'kysely';
import type { ConsoleReads, ConsoleWrites } from '../../usecases/ports/console-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';

const pending = sql.lit<'pending'>('pending');

const columns = [
  'refund_approvals.id',
  'order_id as orderId',
  'orders.order_no as orderNo',
  'amount_minor as amountMinor',
  'refund_approvals.currency',
  'reason',
  'requested_by as requestedBy',
  'requested_at as requestedAt',
  'state',
  'decided_by as decidedBy',
  'decided_at as decidedAt',
  'decision_reason as decisionReason',
] as const;

const byId = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('refund_approvals')
    .innerJoin('orders', 'orders.id', 'refund_approvals.order_id')
    .select(columns)
    .where('refund_approvals.id', '=', p.id),
);

const pendingOf = statement<{ orderId: number }>()((db, p) =>
  db
    .selectFrom('refund_approvals')
    .innerJoin('orders', 'orders.id', 'refund_approvals.order_id')
    .select(columns)
    .where('order_id', '=', p.orderId)
    .where('state', '=', pending),
);

const listed = (isPending: boolean) =>
  statement<{ beforeId: number; limit: number }>()((db, p) =>
    db
      .selectFrom('refund_approvals')
      .innerJoin('orders', 'orders.id', 'refund_approvals.order_id')
      .select(columns)
      .where('state', isPending ? '=' : '<>', pending)
      .where('refund_approvals.id', '<', p.beforeId)
      .orderBy('refund_approvals.id', 'desc')
      .limit(p.limit),
  );

const lists = { pending: listed(true), decided: listed(false) };

const insert = statement<{
  orderId: number;
  amountMinor: number;
  currency: string;
  reason: string;
  requestedBy: string;
  requestedAt: number;
}>()((db, p) =>
  db
    .insertInto('refund_approvals')
    .values({
      order_id: p.orderId,
      amount_minor: p.amountMinor,
      currency: p.currency,
      reason: p.reason,
      requested_by: p.requestedBy,
      requested_at: p.requestedAt,
      state: pending,
    })
    .returning('id'),
);

const decide = statement<{
  id: number;
  state: 'confirmed' | 'rejected';
  by: string;
  at: number;
  reason: string | null;
}>()((db, p) =>
  db
    .updateTable('refund_approvals')
    .set({ state: p.state, decided_by: p.by, decided_at: p.at, decision_reason: p.reason })
    .where('id', '=', p.id)
    .where('state', '=', pending),
);

export function approvalReads(session: Session) {
  return {
    approvalById: (id) => session.first(byId, { id }),
    pendingApprovalOf: (orderId) => session.first(pendingOf, { orderId }),
    approvals: (state, beforeId, limit) =>
      session.all(lists[state], { beforeId: beforeId ?? Number.MAX_SAFE_INTEGER, limit }),
  } satisfies Partial<ConsoleReads>;
}

export function approvalWrites(session: TransactionSession) {
  return {
    async insertApproval({ orderId, amountMinor, currency, reason, requestedBy, requestedAt }) {
      const row = { orderId, amountMinor, currency, reason, requestedBy, requestedAt };
      const made = await session.first(insert, row);
      if (made === undefined) throw new Error('the database returned no approval id');
      return made.id;
    },
    async decideApproval(id, state, by, at, reason) {
      return (await session.run(decide, { id, state, by, at, reason })) === 1;
    },
  } satisfies Partial<ConsoleWrites>;
}
