/** Money by the quarter of an hour, refunds that wait for a second operator, and the providers' notifies. */

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { MoneySlice, NotificationRecord, PaymentReads } from '../../usecases/payments/payment-store.ts';
import type {
  ApprovalState,
  RefundApproval,
  RefundReads,
  RefundWrites,
} from '../../usecases/refunds/refund-store.ts';
import type { RefundApprovalsTable } from '../console-tables.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { PaymentNotifiesTable } from '../tables.ts';

interface Period {
  readonly from: number;
  readonly to: number;
}

const quarterMs = sql.lit(900_000);

function sliceColumns(what: RawBuilder<MoneySlice['what']>, at: string, amount: string) {
  const time = sql.ref(at);
  return [
    what.as('what'),
    sql<number>`${time} - ${time} % ${quarterMs}`.as('quarter_at'),
    // A sum is no whole number to PostgreSQL unless it is told.
    sql<number>`cast(sum(${sql.ref(amount)}) as bigint)`.as('amount_minor'),
    sql<number>`count(*)`.as('count'),
  ] as const;
}

const received = statement<Period>()((db, p) =>
  db
    .selectFrom('payment_attempts')
    .select(['provider', 'currency'])
    .select(
      sliceColumns(
        sql`case state when 'won' then 'takings' else 'surplus' end`,
        'received_at',
        'received_minor',
      ),
    )
    .where('received_at', 'is not', null)
    .where('received_at', '>=', p.from)
    .where('received_at', '<', p.to)
    .groupBy(sql`1, 2, 3, 4`),
);

const returned = statement<Period>()((db, p) =>
  db
    .selectFrom('refunds')
    .select(['provider', 'currency'])
    .select(
      sliceColumns(
        sql`case purpose when 'order' then 'refunds' else 'surplus_returned' end`,
        'finished_at',
        'amount_minor',
      ),
    )
    .where('state', '=', sql.lit('done'))
    .where('finished_at', '>=', p.from)
    .where('finished_at', '<', p.to)
    .groupBy(sql`1, 2, 3, 4`),
);

const open = statement<Period>()((db, p) =>
  db
    .selectFrom('refunds')
    .select(['provider', 'currency'])
    .select(sliceColumns(sql`'open'`, 'requested_at', 'amount_minor'))
    .where('state', '<>', sql.lit('done'))
    .where('requested_at', '>=', p.from)
    .where('requested_at', '<', p.to)
    .groupBy(sql`1, 2, 4`),
);

const notifyColumns = [
  'provider',
  'event_id',
  'payment_no',
  'refund_no',
  'verdict',
  'received_at',
  'received_minor',
  'currency',
] as const;

const notifiesOfPayment = statement<{ paymentNo: string }>()((db, p) =>
  db
    .selectFrom('payment_notifies')
    .select(notifyColumns)
    .where('payment_no', '=', p.paymentNo)
    .where('payment_no', 'is not', null)
    .orderBy('received_at')
    .orderBy('event_id'),
);

const notifiesOfRefund = statement<{ refundNo: string }>()((db, p) =>
  db
    .selectFrom('payment_notifies')
    .select(notifyColumns)
    .where('refund_no', '=', p.refundNo)
    .where('refund_no', 'is not', null)
    .orderBy('received_at')
    .orderBy('event_id'),
);

const approvalColumns = [
  'refund_approvals.id',
  'refund_approvals.order_id',
  'orders.order_no',
  'refund_approvals.amount_minor',
  'refund_approvals.currency',
  'refund_approvals.reason',
  'refund_approvals.requested_by',
  'refund_approvals.requested_at',
  'refund_approvals.state',
  'refund_approvals.decided_by',
  'refund_approvals.decided_at',
  'refund_approvals.decision_reason',
] as const;

const approvalById = statement<{ id: number }>()((db, p) =>
  db
    .selectFrom('refund_approvals')
    .innerJoin('orders', 'orders.id', 'refund_approvals.order_id')
    .select(approvalColumns)
    .where('refund_approvals.id', '=', p.id),
);

const pendingOf = statement<{ orderId: number }>()((db, p) =>
  db
    .selectFrom('refund_approvals')
    .innerJoin('orders', 'orders.id', 'refund_approvals.order_id')
    .select(approvalColumns)
    .where('refund_approvals.order_id', '=', p.orderId)
    .where('refund_approvals.state', '=', sql.lit<'pending'>('pending')),
);

const approvalsIn = (sign: '=' | '<>') =>
  statement<{ beforeId: number; limit: number }>()((db, p) =>
    db
      .selectFrom('refund_approvals')
      .innerJoin('orders', 'orders.id', 'refund_approvals.order_id')
      .select(approvalColumns)
      .where('refund_approvals.state', sign, sql.lit<'pending'>('pending'))
      .where('refund_approvals.id', '<', p.beforeId)
      .orderBy('refund_approvals.id', 'desc')
      .limit(p.limit),
  );

const pendingApprovals = approvalsIn('=');
const decidedApprovals = approvalsIn('<>');

const insertApproval = statement<{
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
      state: sql.lit<'pending'>('pending'),
    })
    .returning('id'),
);

const decide = statement<{
  id: number;
  state: ApprovalState;
  by: string;
  at: number;
  reason: string | null;
}>()((db, p) =>
  db
    .updateTable('refund_approvals')
    .set({ state: p.state, decided_by: p.by, decided_at: p.at, decision_reason: p.reason })
    .where('id', '=', p.id)
    .where('state', '=', sql.lit<'pending'>('pending')),
);

interface SliceRow {
  readonly what: MoneySlice['what'];
  readonly quarter_at: number;
  readonly provider: string;
  readonly currency: string;
  readonly amount_minor: number;
  readonly count: number;
}

function sliceOf(row: SliceRow): MoneySlice {
  return {
    what: row.what,
    quarterAt: row.quarter_at,
    provider: row.provider,
    currency: row.currency,
    amountMinor: row.amount_minor,
    count: row.count,
  };
}

function notifyOf(row: Selectable<PaymentNotifiesTable>): NotificationRecord {
  return {
    provider: row.provider,
    eventId: row.event_id,
    paymentNo: row.payment_no,
    refundNo: row.refund_no,
    verdict: row.verdict,
    receivedAt: row.received_at,
    receivedMinor: row.received_minor,
    currency: row.currency,
  };
}

function approvalOf(row: Selectable<RefundApprovalsTable> & { order_no: string }): RefundApproval {
  return {
    id: row.id,
    orderId: row.order_id,
    orderNo: row.order_no,
    amountMinor: row.amount_minor,
    currency: row.currency,
    reason: row.reason,
    requestedBy: row.requested_by,
    requestedAt: row.requested_at,
    state: row.state,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    decisionReason: row.decision_reason,
  };
}

async function slices(session: Session, period: Period): Promise<MoneySlice[]> {
  const all: MoneySlice[] = [];
  for (const query of [received, returned, open])
    all.push(...(await session.all(query, period)).map(sliceOf));
  return all;
}

export function paymentsMoneyReads(session: Session) {
  return {
    moneySlices: (from, to) => session.snapshot((snapshot) => slices(snapshot, { from, to })),
    async notifications(paymentNo) {
      return (await session.all(notifiesOfPayment, { paymentNo })).map(notifyOf);
    },
  } satisfies Partial<PaymentReads>;
}

export function refundsMoneyReads(session: Session) {
  return {
    async notifications(refundNo) {
      return (await session.all(notifiesOfRefund, { refundNo })).map(notifyOf);
    },
    async approvalById(id) {
      const row = await session.first(approvalById, { id });
      return row === undefined ? undefined : approvalOf(row);
    },
    async pendingApproval(orderId) {
      const row = await session.first(pendingOf, { orderId });
      return row === undefined ? undefined : approvalOf(row);
    },
    async approvals(state, beforeId, limit) {
      const query = state === 'pending' ? pendingApprovals : decidedApprovals;
      const values = { beforeId: beforeId ?? Number.MAX_SAFE_INTEGER, limit };
      return (await session.all(query, values)).map(approvalOf);
    },
  } satisfies Partial<RefundReads>;
}

export function moneyWrites(session: TransactionSession) {
  return {
    async insertApproval({ orderId, amountMinor, currency, reason, requestedBy, requestedAt }) {
      const values = { orderId, amountMinor, currency, reason, requestedBy, requestedAt };
      const row = await session.first(insertApproval, values);
      if (row === undefined) throw new Error('the database returned no approval id');
      return row.id;
    },
    async decideApproval(id, state, by, at, reason) {
      return (await session.run(decide, { id, state, by, at, reason })) === 1;
    },
  } satisfies Partial<RefundWrites>;
}
