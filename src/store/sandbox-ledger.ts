/** The sandbox bank's own book (`ports/sandbox-ledger`): tables that no query ever joins with ours. */

import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type {
  SandboxLedger,
  SandboxPayment,
  SandboxPaymentState,
  SandboxRefund,
  SandboxRefundState,
} from '../usecases/ports/sandbox-ledger.ts';
import type { Engine } from './session.ts';
import { rowOf, statement } from './statement.ts';
import type { Tables } from './tables.ts';

type PaymentRow = Selectable<Tables['sandbox_payments']>;
type RefundRow = Selectable<Tables['sandbox_refunds']>;

const paymentColumns = [
  'payment_no',
  'amount_minor',
  'currency',
  'title',
  'state',
  'plan',
  'refund_plan',
  'notify_url',
  'return_url',
  'provider_ref',
  'paid_at',
  'expires_at',
  'created_at',
] as const;

const refundColumns = [
  'refund_no',
  'payment_no',
  'amount_minor',
  'state',
  'notify_url',
  'created_at',
  'finished_at',
] as const;

const paymentByNo = statement<{ paymentNo: string }>()((db, p) =>
  db.selectFrom('sandbox_payments').select(paymentColumns).where('payment_no', '=', p.paymentNo),
);

const insertPayment = statement<PaymentRow>()((db, p) =>
  db
    .insertInto('sandbox_payments')
    .values(
      rowOf(p, {
        payment_no: true,
        amount_minor: true,
        currency: true,
        title: true,
        state: true,
        plan: true,
        refund_plan: true,
        notify_url: true,
        return_url: true,
        provider_ref: true,
        paid_at: true,
        expires_at: true,
        created_at: true,
      }),
    )
    .onConflict((conflict) => conflict.column('payment_no').doNothing()),
);

const updatePayment = statement<PaymentRow & { from: SandboxPaymentState }>()((db, p) =>
  db
    .updateTable('sandbox_payments')
    .set({
      state: p.state,
      plan: p.plan,
      refund_plan: p.refund_plan,
      provider_ref: p.provider_ref,
      paid_at: p.paid_at,
    })
    .where('payment_no', '=', p.payment_no)
    .where('state', '=', p.from),
);

const refundByNo = statement<{ refundNo: string }>()((db, p) =>
  db.selectFrom('sandbox_refunds').select(refundColumns).where('refund_no', '=', p.refundNo),
);

const refundsOfPayment = statement<{ paymentNo: string }>()((db, p) =>
  db
    .selectFrom('sandbox_refunds')
    .select(refundColumns)
    .where('payment_no', '=', p.paymentNo)
    .orderBy('created_at')
    .orderBy('refund_no'),
);

const insertRefund = statement<RefundRow>()((db, p) =>
  db
    .insertInto('sandbox_refunds')
    .values(
      rowOf(p, {
        refund_no: true,
        payment_no: true,
        amount_minor: true,
        state: true,
        notify_url: true,
        created_at: true,
        finished_at: true,
      }),
    )
    .onConflict((conflict) => conflict.column('refund_no').doNothing()),
);

const updateRefund = statement<RefundRow & { from: SandboxRefundState }>()((db, p) =>
  db
    .updateTable('sandbox_refunds')
    .set({ state: p.state, finished_at: p.finished_at })
    .where('refund_no', '=', p.refund_no)
    .where('state', '=', p.from),
);

// PostgreSQL adds whole numbers up to a decimal; the cast makes it whole again.
const balances = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('sandbox_payments as payment')
    .where('payment.state', '=', sql.lit('paid'))
    .groupBy('payment.currency')
    .orderBy('payment.currency')
    .select((select) => [
      'payment.currency',
      sql<number>`cast(sum(payment.amount_minor) as bigint)`.as('taken_minor'),
      sql<number>`cast(coalesce(sum(${select
        .selectFrom('sandbox_refunds as refund')
        .select(sql`sum(refund.amount_minor)`.as('minor'))
        .whereRef('refund.payment_no', '=', 'payment.payment_no')
        .where('refund.state', '=', sql.lit('done'))}), 0) as bigint)`.as('returned_minor'),
    ]),
);

export function createSandboxLedger(engine: Engine): SandboxLedger {
  const { reader } = engine;
  return {
    async paymentByNo(paymentNo) {
      const row = await reader.first(paymentByNo, { paymentNo });
      return row === undefined ? undefined : paymentOf(row);
    },
    insertPayment: (payment) =>
      engine.transaction(async (session) => {
        await session.run(insertPayment, paymentRow(payment));
        const row = await session.first(paymentByNo, { paymentNo: payment.paymentNo });
        if (row === undefined) throw new Error(`the book lost payment ${payment.paymentNo}`);
        return paymentOf(row);
      }),
    savePayment: (payment, from) =>
      engine.transaction(
        async (session) => (await session.run(updatePayment, { ...paymentRow(payment), from })) === 1,
      ),
    async refundByNo(refundNo) {
      const row = await reader.first(refundByNo, { refundNo });
      return row === undefined ? undefined : refundOf(row);
    },
    async refundsOfPayment(paymentNo) {
      return (await reader.all(refundsOfPayment, { paymentNo })).map(refundOf);
    },
    insertRefund: (refund) =>
      engine.transaction(async (session) => {
        await session.run(insertRefund, refundRow(refund));
        const row = await session.first(refundByNo, { refundNo: refund.refundNo });
        if (row === undefined) throw new Error(`the book lost refund ${refund.refundNo}`);
        return refundOf(row);
      }),
    saveRefund: (refund, from) =>
      engine.transaction(
        async (session) => (await session.run(updateRefund, { ...refundRow(refund), from })) === 1,
      ),
    async balances() {
      return (await reader.all(balances, {})).map((row) => ({
        currency: row.currency,
        takenMinor: row.taken_minor,
        returnedMinor: row.returned_minor,
      }));
    },
  };
}

function paymentOf(row: PaymentRow): SandboxPayment {
  return {
    paymentNo: row.payment_no,
    amountMinor: row.amount_minor,
    currency: row.currency,
    title: row.title,
    state: row.state,
    plan: row.plan,
    refundPlan: row.refund_plan,
    notifyUrl: row.notify_url,
    returnUrl: row.return_url,
    providerRef: row.provider_ref,
    paidAt: row.paid_at,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}

function paymentRow(payment: SandboxPayment): PaymentRow {
  return {
    payment_no: payment.paymentNo,
    amount_minor: payment.amountMinor,
    currency: payment.currency,
    title: payment.title,
    state: payment.state,
    plan: payment.plan,
    refund_plan: payment.refundPlan,
    notify_url: payment.notifyUrl,
    return_url: payment.returnUrl,
    provider_ref: payment.providerRef,
    paid_at: payment.paidAt,
    expires_at: payment.expiresAt,
    created_at: payment.createdAt,
  };
}

function refundOf(row: RefundRow): SandboxRefund {
  return {
    refundNo: row.refund_no,
    paymentNo: row.payment_no,
    amountMinor: row.amount_minor,
    state: row.state,
    notifyUrl: row.notify_url,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}

function refundRow(refund: SandboxRefund): RefundRow {
  return {
    refund_no: refund.refundNo,
    payment_no: refund.paymentNo,
    amount_minor: refund.amountMinor,
    state: refund.state,
    notify_url: refund.notifyUrl,
    created_at: refund.createdAt,
    finished_at: refund.finishedAt,
  };
}
