/** Payment attempts, refunds and the providers' notifies as rows. Money moves by the use cases alone. */

import type { AttemptState, RefundState } from '../../domain/payment-state.ts';
import type { PaymentReads, PaymentWrites } from '../../usecases/payments/payment-store.ts';
import type { RefundReads, RefundWrites } from '../../usecases/refunds/refund-store.ts';
import { type RefundRow, refundColumns, refundOf, refundRow } from '../refunds/refund-row.ts';
import type { Session, TransactionSession } from '../session.ts';
import { rowOf, statement } from '../statement.ts';
import { type AttemptRow, attemptColumns, attemptOf, attemptRow } from './attempt-row.ts';

const attemptsOf = statement<{ orderId: number }>()((db, p) =>
  db.selectFrom('payment_attempts').select(attemptColumns).where('order_id', '=', p.orderId).orderBy('id'),
);

const attemptByPaymentNo = statement<{ paymentNo: string }>()((db, p) =>
  db.selectFrom('payment_attempts').select(attemptColumns).where('payment_no', '=', p.paymentNo),
);

const attemptById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('payment_attempts').select(attemptColumns).where('id', '=', p.id),
);

const insertAttempt = statement<Omit<AttemptRow, 'id'>>()((db, p) =>
  db
    .insertInto('payment_attempts')
    .values(
      rowOf(p, {
        order_id: true,
        payment_no: true,
        provider: true,
        channel: true,
        amount_minor: true,
        currency: true,
        state: true,
        provider_ref: true,
        client_data: true,
        received_minor: true,
        received_at: true,
        created_at: true,
      }),
    )
    .returning('id'),
);

type AttemptChange = Pick<
  AttemptRow,
  'id' | 'state' | 'provider_ref' | 'client_data' | 'received_minor' | 'received_at'
>;

const updateAttempt = statement<AttemptChange & { from: AttemptState }>()((db, p) =>
  db
    .updateTable('payment_attempts')
    .set({
      state: p.state,
      provider_ref: p.provider_ref,
      client_data: p.client_data,
      received_minor: p.received_minor,
      received_at: p.received_at,
    })
    .where('id', '=', p.id)
    .where('state', '=', p.from),
);

const refundsOf = statement<{ orderId: number }>()((db, p) =>
  db.selectFrom('refunds').select(refundColumns).where('order_id', '=', p.orderId).orderBy('id'),
);

const refundByNo = statement<{ refundNo: string }>()((db, p) =>
  db.selectFrom('refunds').select(refundColumns).where('refund_no', '=', p.refundNo),
);

const insertRefund = statement<Omit<RefundRow, 'id'>>()((db, p) =>
  db
    .insertInto('refunds')
    .values(
      rowOf(p, {
        refund_no: true,
        order_id: true,
        attempt_id: true,
        purpose: true,
        amount_minor: true,
        currency: true,
        reason: true,
        state: true,
        provider: true,
        provider_refund_id: true,
        requested_at: true,
        finished_at: true,
        last_error: true,
      }),
    )
    .returning('id'),
);

type RefundChange = Pick<RefundRow, 'id' | 'state' | 'provider_refund_id' | 'finished_at' | 'last_error'>;

const updateRefund = statement<RefundChange & { from: RefundState }>()((db, p) =>
  db
    .updateTable('refunds')
    .set({
      state: p.state,
      provider_refund_id: p.provider_refund_id,
      finished_at: p.finished_at,
      last_error: p.last_error,
    })
    .where('id', '=', p.id)
    .where('state', '=', p.from),
);

const insertNotify = statement<{
  provider: string;
  eventId: string;
  paymentNo: string | null;
  refundNo: string | null;
  verdict: string;
  receivedAt: number;
  receivedMinor: number | null;
  currency: string | null;
}>()((db, p) =>
  db
    .insertInto('payment_notifies')
    .values({
      provider: p.provider,
      event_id: p.eventId,
      payment_no: p.paymentNo,
      refund_no: p.refundNo,
      verdict: p.verdict,
      received_at: p.receivedAt,
      received_minor: p.receivedMinor,
      currency: p.currency,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing()),
);

export function paymentsPaymentReads(session: Session) {
  return {
    async ofOrder(orderId) {
      return (await session.all(attemptsOf, { orderId })).map(attemptOf);
    },
    async byNo(paymentNo) {
      const row = await session.first(attemptByPaymentNo, { paymentNo });
      return row === undefined ? undefined : attemptOf(row);
    },
    async byId(id) {
      const row = await session.first(attemptById, { id });
      return row === undefined ? undefined : attemptOf(row);
    },
  } satisfies Partial<PaymentReads>;
}

export function refundsPaymentReads(session: Session) {
  return {
    async ofOrder(orderId) {
      return (await session.all(refundsOf, { orderId })).map(refundOf);
    },
    async byNo(refundNo) {
      const row = await session.first(refundByNo, { refundNo });
      return row === undefined ? undefined : refundOf(row);
    },
  } satisfies Partial<RefundReads>;
}

export function paymentsPaymentWrites(session: TransactionSession) {
  return {
    async insert(attempt) {
      const row = await session.first(insertAttempt, attemptRow(attempt));
      if (row === undefined) throw new Error('the database returned no attempt id');
      return { ...attempt, id: row.id };
    },
    async save(attempt, from) {
      const { state, provider_ref, client_data, received_minor, received_at } = attemptRow(attempt);
      const change = { id: attempt.id, state, provider_ref, client_data, received_minor, received_at, from };
      const written = await session.run(updateAttempt, change);
      if (written !== 1) throw new Error(`payment ${attempt.paymentNo} is not ${from}`);
    },
    async recordNotification(record) {
      const { provider, eventId, paymentNo, refundNo, verdict, receivedAt, receivedMinor, currency } = record;
      const row = { provider, eventId, paymentNo, refundNo, verdict, receivedAt, receivedMinor, currency };
      return (await session.run(insertNotify, row)) === 1;
    },
  } satisfies Partial<PaymentWrites>;
}

export function refundsPaymentWrites(session: TransactionSession) {
  return {
    async insert(refund) {
      const row = await session.first(insertRefund, refundRow(refund));
      if (row === undefined) throw new Error('the database returned no refund id');
      return { ...refund, id: row.id };
    },
    async save(refund, from) {
      const { state, provider_refund_id, finished_at, last_error } = refundRow(refund);
      const change = { id: refund.id, state, provider_refund_id, finished_at, last_error, from };
      const written = await session.run(updateRefund, change);
      if (written !== 1) throw new Error(`refund ${refund.refundNo} is not ${from}`);
    },
  } satisfies Partial<RefundWrites>;
}
