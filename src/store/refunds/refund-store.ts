/** Refunds, and the approvals that large refunds need. */

import { sql } from 'kysely';
import type { RefundState } from '../../domain/payment-state.ts';
import type { RefundReads, RefundWrites } from '../../usecases/refunds/refund-store.ts';
import { paymentNotificationsTable } from '../payments/payment-notifications-table.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow, Row } from '../table.ts';
import { refundApprovalsTable } from './refund-approvals-table.ts';
import { refundsTable } from './refunds-table.ts';

const { columns } = refundsTable.all;

const refundsOfOrder = statement<{ orderId: number }>()((db, p) =>
  db.selectFrom('refunds').select(columns).where('order_id', '=', p.orderId).orderBy('id'),
);

const refundByNo = statement<{ refundNo: string }>()((db, p) =>
  db.selectFrom('refunds').select(columns).where('refund_no', '=', p.refundNo),
);

const refundsByProviderId = statement<{ providerRefundId: string; limit: number }>()((db, p) =>
  db
    .selectFrom('refunds')
    .select(columns)
    .where('provider_refund_id', '=', p.providerRefundId)
    .where('provider_refund_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

// The condition on open refunds is the one of the index `refunds_open`.
const failedRefunds = statement<{ limit: number }>()((db, p) =>
  db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .select(columns)
    .select('orders.order_no as orderNo')
    .where('refunds.state', '<>', sql.lit('done'))
    .where('refunds.state', '=', sql.lit('failed'))
    .orderBy('refunds.requested_at')
    .limit(p.limit),
);

const insertRefund = statement<NewRow<typeof refundsTable>>()((db, p, dialect) =>
  db.insertInto('refunds').values(refundsTable.inserted(p)).modifyEnd(dialect.returningId),
);

const updateRefund = statement<Row<typeof refundsTable> & { from: RefundState }>()((db, p) =>
  db
    .updateTable('refunds')
    .set(
      refundsTable.assigned(
        p,
        ...(['state', 'providerRefundId', 'finishedAt', 'lastError', 'failureCode'] as const),
        ...(['settledBy', 'providerDoneAt', 'doneBeforeDoubt', 'retriedAt'] as const),
      ),
    )
    .where('id', '=', p.id)
    .where('state', '=', p.from),
);

const notificationsOfRefund = statement<{ refundNo: string }>()((db, p) =>
  db
    .selectFrom('payment_notifies')
    .select(paymentNotificationsTable.all.columns)
    .where('refund_no', '=', p.refundNo)
    .where('refund_no', 'is not', null)
    .orderBy('received_at')
    .orderBy('event_id'),
);

// The state is a literal and not a parameter, because the database uses a partial index only for a query that
// contains the index's condition.
const pending = sql.lit<'pending'>('pending');

const approvalById = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('refund_approvals')
    .innerJoin('orders', 'orders.id', 'refund_approvals.order_id')
    .select(refundApprovalsTable.all.columns)
    .select('orders.order_no as orderNo')
    .where('refund_approvals.id', '=', p.id),
);

const pendingApprovalOf = statement<{ orderId: number }>()((db, p) =>
  db
    .selectFrom('refund_approvals')
    .innerJoin('orders', 'orders.id', 'refund_approvals.order_id')
    .select(refundApprovalsTable.all.columns)
    .select('orders.order_no as orderNo')
    .where('refund_approvals.order_id', '=', p.orderId)
    .where('refund_approvals.state', '=', pending),
);

const approvalsThatAre = (sign: '=' | '<>', order: 'asc' | 'desc') =>
  statement<{ beforeId: number; limit: number }>()((db, p) =>
    db
      .selectFrom('refund_approvals')
      .innerJoin('orders', 'orders.id', 'refund_approvals.order_id')
      .select(refundApprovalsTable.all.columns)
      .select('orders.order_no as orderNo')
      .where('refund_approvals.state', sign, pending)
      .where('refund_approvals.id', '<', p.beforeId)
      .orderBy('refund_approvals.id', order)
      .limit(p.limit),
  );

const pendingApprovals = approvalsThatAre('=', 'desc');
const oldestPending = approvalsThatAre('=', 'asc');
const decidedApprovals = approvalsThatAre('<>', 'desc');

const sumsOfOpen = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('refunds')
    .select([
      'currency',
      // On PostgreSQL, the sum of `bigint` values has the type `numeric`.
      sql<number>`cast(sum(amount_minor) as bigint)`.as('amountMinor'),
      sql<number>`count(*)`.as('count'),
    ])
    .where('state', '<>', sql.lit('done'))
    .groupBy('currency')
    .orderBy('currency'),
);

const insertApproval = statement<NewRow<typeof refundApprovalsTable>>()((db, p, dialect) =>
  db.insertInto('refund_approvals').values(refundApprovalsTable.inserted(p)).modifyEnd(dialect.returningId),
);

type Decision = Pick<
  Row<typeof refundApprovalsTable>,
  'id' | 'state' | 'decidedBy' | 'decidedAt' | 'decisionReason'
>;

const decideApproval = statement<Decision>()((db, p) =>
  db
    .updateTable('refund_approvals')
    .set(refundApprovalsTable.assigned(p, 'state', 'decidedBy', 'decidedAt', 'decisionReason'))
    .where('id', '=', p.id)
    .where('state', '=', pending),
);

export function refundReads(session: Session): RefundReads {
  return {
    ofOrder: (orderId) => session.all(refundsOfOrder, { orderId }),
    byNo: (refundNo) => session.first(refundByNo, { refundNo }),
    byProviderId: (providerRefundId, limit) => session.all(refundsByProviderId, { providerRefundId, limit }),
    failed: (limit) => session.all(failedRefunds, { limit }),
    notifications: (refundNo) => session.all(notificationsOfRefund, { refundNo }),
    approvalById: (id) => session.first(approvalById, { id }),
    pendingApproval: (orderId) => session.first(pendingApprovalOf, { orderId }),
    approvals: (state, beforeId, limit) =>
      session.all(state === 'pending' ? pendingApprovals : decidedApprovals, {
        beforeId: beforeId ?? Number.MAX_SAFE_INTEGER,
        limit,
      }),
    oldestPending: (limit) => session.all(oldestPending, { beforeId: Number.MAX_SAFE_INTEGER, limit }),
    openSums: () => session.all(sumsOfOpen, {}),
  };
}

export function refundWrites(session: TransactionSession): RefundWrites {
  return {
    ...refundReads(session),
    async insert(refund) {
      return { ...refund, id: await session.insert(insertRefund, refund) };
    },
    async save(refund, from) {
      const written = await session.run(updateRefund, { ...refund, from });
      if (written !== 1) throw new Error(`refund ${refund.refundNo} is not ${from}`);
    },
    async insertApproval(approval) {
      const undecided = { state: 'pending', decidedBy: null, decidedAt: null, decisionReason: null } as const;
      return session.insert(insertApproval, { ...approval, ...undecided });
    },
    async decideApproval(id, state, decidedBy, decidedAt, decisionReason) {
      const decision = { id, state, decidedBy, decidedAt, decisionReason };
      return (await session.run(decideApproval, decision)) === 1;
    },
  };
}
