/** The ledger of the sandbox (`ports/sandbox-ledger`). No query joins its tables with the tables of the service. */

import { sql } from 'kysely';
import type { SandboxLedger, SandboxRefundState } from '../../usecases/ports/sandbox-ledger.ts';
import type { Engine } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { sandboxPaymentsTable, sandboxRefundsTable } from './sandbox-tables.ts';

type PaymentRow = NewRow<typeof sandboxPaymentsTable>;
type RefundRow = NewRow<typeof sandboxRefundsTable>;

const paymentByNo = statement<{ paymentNo: string }>()((db, p) =>
  db
    .selectFrom('sandbox_payments')
    .select(sandboxPaymentsTable.all.columns)
    .where('payment_no', '=', p.paymentNo),
);

const lockPayment = statement<{ paymentNo: string }>()((db, p, dialect) =>
  db
    .selectFrom('sandbox_payments')
    .select(sandboxPaymentsTable.all.columns)
    .where('payment_no', '=', p.paymentNo)
    .modifyEnd(dialect.rowLock),
);

const insertPayment = statement<PaymentRow>()((db, p) =>
  db
    .insertInto('sandbox_payments')
    .values(sandboxPaymentsTable.inserted(p))
    .onConflict((conflict) => conflict.column('payment_no').doNothing()),
);

const updatePayment = statement<PaymentRow>()((db, p) =>
  db
    .updateTable('sandbox_payments')
    .set(sandboxPaymentsTable.assigned(p, 'state', 'plan', 'refundPlan', 'providerRef', 'paidAt'))
    .where('payment_no', '=', p.paymentNo),
);

const refundByNo = statement<{ refundNo: string }>()((db, p) =>
  db
    .selectFrom('sandbox_refunds')
    .select(sandboxRefundsTable.all.columns)
    .where('refund_no', '=', p.refundNo),
);

const refundsOfPayment = statement<{ paymentNo: string }>()((db, p) =>
  db
    .selectFrom('sandbox_refunds')
    .select(sandboxRefundsTable.all.columns)
    .where('payment_no', '=', p.paymentNo)
    .orderBy('created_at')
    .orderBy('refund_no'),
);

const insertRefund = statement<RefundRow>()((db, p) =>
  db
    .insertInto('sandbox_refunds')
    .values(sandboxRefundsTable.inserted(p))
    .onConflict((conflict) => conflict.column('refund_no').doNothing()),
);

const updateRefund = statement<RefundRow & { from: SandboxRefundState }>()((db, p) =>
  db
    .updateTable('sandbox_refunds')
    .set(sandboxRefundsTable.assigned(p, 'state', 'finishedAt'))
    .where('refund_no', '=', p.refundNo)
    .where('state', '=', p.from),
);

const paidBetween = statement<{ from: number; to: number }>()((db, p) =>
  db
    .selectFrom('sandbox_payments')
    .select([
      sql<'payment'>`'payment'`.as('kind'),
      'payment_no as paymentNo',
      sql<null>`null`.as('refundNo'),
      sql<string>`provider_ref`.as('providerRef'),
      'amount_minor as amountMinor',
      'currency',
      sql<number>`paid_at`.as('at'),
    ])
    .where('state', '=', sql.lit('paid'))
    .where('paid_at', '>=', p.from)
    .where('paid_at', '<', p.to)
    .orderBy('paid_at')
    .orderBy('payment_no'),
);

const refundedBetween = statement<{ from: number; to: number }>()((db, p) =>
  db
    .selectFrom('sandbox_refunds as refund')
    .innerJoin('sandbox_payments as payment', 'payment.payment_no', 'refund.payment_no')
    .select([
      sql<'refund'>`'refund'`.as('kind'),
      'refund.payment_no as paymentNo',
      'refund.refund_no as refundNo',
      sql<string>`'SB-' || refund.refund_no`.as('providerRef'),
      'refund.amount_minor as amountMinor',
      'payment.currency',
      sql<number>`refund.finished_at`.as('at'),
    ])
    .where('refund.state', '=', sql.lit('done'))
    .where('refund.finished_at', '>=', p.from)
    .where('refund.finished_at', '<', p.to)
    .orderBy('refund.finished_at')
    .orderBy('refund.refund_no'),
);

// On PostgreSQL, the sum of `bigint` values has the type `numeric`. Cast the sum to `bigint` again.
const balances = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('sandbox_payments as payment')
    .where('payment.state', '=', sql.lit('paid'))
    .groupBy('payment.currency')
    .orderBy('payment.currency')
    .select((select) => [
      'payment.currency',
      sql<number>`cast(sum(payment.amount_minor) as bigint)`.as('takenMinor'),
      sql<number>`cast(coalesce(sum(${select
        .selectFrom('sandbox_refunds as refund')
        .select(sql`sum(refund.amount_minor)`.as('minor'))
        .whereRef('refund.payment_no', '=', 'payment.payment_no')
        .where('refund.state', '=', sql.lit('done'))}), 0) as bigint)`.as('returnedMinor'),
    ]),
);

export function createSandboxLedger(engine: Engine): SandboxLedger {
  const { reader } = engine;
  return {
    paymentByNo: (paymentNo) => reader.first(paymentByNo, { paymentNo }),
    insertPayment: (payment) =>
      engine.transaction(async (session) => {
        if ((await session.run(insertPayment, payment)) === 1) return payment;
        const inserted = await session.first(paymentByNo, { paymentNo: payment.paymentNo });
        if (inserted === undefined) throw new Error(`the ledger has no payment ${payment.paymentNo}`);
        return inserted;
      }),
    changePayment: (paymentNo, change) =>
      engine.transaction(async (session) => {
        const payment = await session.first(lockPayment, { paymentNo });
        const changed = payment === undefined ? undefined : change(payment);
        if (changed === undefined) return payment;
        await session.run(updatePayment, changed);
        return changed;
      }),
    refundByNo: (refundNo) => reader.first(refundByNo, { refundNo }),
    refundsOfPayment: (paymentNo) => reader.all(refundsOfPayment, { paymentNo }),
    insertRefund: (refund) =>
      engine.transaction(async (session) => {
        await session.run(insertRefund, refund);
        const inserted = await session.first(refundByNo, { refundNo: refund.refundNo });
        if (inserted === undefined) throw new Error(`the ledger has no refund ${refund.refundNo}`);
        return inserted;
      }),
    saveRefund: (refund, from) =>
      engine.transaction(async (session) => (await session.run(updateRefund, { ...refund, from })) === 1),
    movements: (from, to) =>
      reader.snapshot(async (snapshot) => [
        ...(await snapshot.all(paidBetween, { from, to })),
        ...(await snapshot.all(refundedBetween, { from, to })),
      ]),
    balances: () => reader.all(balances, {}),
  };
}
