/** Payment attempts, and the payment notifications that providers sent. */

import { sql } from 'kysely';
import type { AttemptState } from '../../domain/payment-state.ts';
import type { PaymentReads, PaymentWrites } from '../../usecases/payments/payment-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow, Row } from '../table.ts';
import { moneySlices } from './money-slices.ts';
import { paymentAttemptsTable } from './payment-attempts-table.ts';
import { paymentNotificationsTable } from './payment-notifications-table.ts';
import { refusedNotificationsTable } from './refused-notifications-table.ts';

const { columns } = paymentAttemptsTable.all;

const attemptsOfOrder = statement<{ orderId: number }>()((db, p) =>
  db.selectFrom('payment_attempts').select(columns).where('order_id', '=', p.orderId).orderBy('id'),
);

const attemptsByRef = statement<{ providerRef: string; limit: number }>()((db, p) =>
  db
    .selectFrom('payment_attempts')
    .select(columns)
    .where('provider_ref', '=', p.providerRef)
    .where('provider_ref', 'is not', null)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

const attemptByNo = statement<{ paymentNo: string }>()((db, p) =>
  db.selectFrom('payment_attempts').select(columns).where('payment_no', '=', p.paymentNo),
);

const attemptsByNumberAtProvider = statement<{ number: string }>()((db, p) =>
  db
    .selectFrom('payment_attempts')
    .select(columns)
    .where('payment_no', '=', p.number)
    .where('joint_no', 'is', null)
    .unionAll(
      db
        .selectFrom('payment_attempts')
        .select(columns)
        .where('joint_no', '=', p.number)
        .where('joint_no', 'is not', null),
    ),
);

const attemptById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('payment_attempts').select(columns).where('id', '=', p.id),
);

const insertAttempt = statement<NewRow<typeof paymentAttemptsTable>>()((db, p, dialect) =>
  db.insertInto('payment_attempts').values(paymentAttemptsTable.inserted(p)).modifyEnd(dialect.returningId),
);

const updateAttempt = statement<Row<typeof paymentAttemptsTable> & { from: AttemptState }>()((db, p) =>
  db
    .updateTable('payment_attempts')
    .set(
      paymentAttemptsTable.assigned(
        p,
        'state',
        'providerRef',
        'payerId',
        'clientData',
        'receivedMinor',
        'receivedAt',
      ),
    )
    .where('id', '=', p.id)
    .where('state', '=', p.from),
);

const notificationsOfPayment = statement<{ paymentNo: string }>()((db, p) =>
  db
    .selectFrom('payment_notifies')
    .select(paymentNotificationsTable.all.columns)
    .where('payment_no', '=', p.paymentNo)
    .where('payment_no', 'is not', null)
    .orderBy('received_at')
    .orderBy('event_id'),
);

const insertNotification = statement<NewRow<typeof paymentNotificationsTable>>()((db, p) =>
  db
    .insertInto('payment_notifies')
    .values(paymentNotificationsTable.inserted(p))
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing()),
);

const refusedBetween = statement<{ from: number; to: number }>()((db, p) =>
  db
    .selectFrom('refused_notifications')
    .select(refusedNotificationsTable.all.columns)
    .where('hour_at', '>=', p.from)
    .where('hour_at', '<', p.to)
    .orderBy('provider')
    .orderBy('code')
    .orderBy('hour_at'),
);

const addRefused = statement<NewRow<typeof refusedNotificationsTable>>()((db, p) =>
  db
    .insertInto('refused_notifications')
    .values(refusedNotificationsTable.inserted(p))
    .onConflict((conflict) =>
      conflict.columns(['provider', 'code', 'hour_at']).doUpdateSet((set) => ({
        times: sql<number>`refused_notifications.times + excluded.times`,
        last_at: set.ref('excluded.last_at'),
        last_why: set.ref('excluded.last_why'),
      })),
    ),
);

const purgeRefused = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('refused_notifications').where('hour_at', '<', p.before),
);

const purgeForeign = statement<{ before: number; limit: number }>()((db, p) =>
  db.deleteFrom('payment_notifies').where(
    sql<boolean>`(provider, event_id) in (select provider, event_id from payment_notifies
      where verdict in ('unknown_payment', 'unknown_refund') and received_at < ${p.before} order by received_at limit ${p.limit})`,
  ),
);

const purgeIgnored = statement<{ limit: number }>()((db, p) =>
  db.deleteFrom('payment_notifies').where(
    sql<boolean>`(provider, event_id) in (select provider, event_id from payment_notifies
      where verdict = 'ignored' order by received_at limit ${p.limit})`,
  ),
);

export function paymentReads(session: Session, reports: Session = session): PaymentReads {
  return {
    ofOrder: (orderId) => session.all(attemptsOfOrder, { orderId }),
    byNo: (paymentNo) => session.first(attemptByNo, { paymentNo }),
    byNumberAtProvider: async (number) =>
      (await session.all(attemptsByNumberAtProvider, { number })).sort((a, b) => a.id - b.id),
    byProviderRef: (providerRef, limit) => session.all(attemptsByRef, { providerRef, limit }),
    byId: (id) => session.first(attemptById, { id }),
    notifications: (paymentNo) => session.all(notificationsOfPayment, { paymentNo }),
    refused: (from, to) => session.all(refusedBetween, { from, to }),
    moneySlices: (from, to) => reports.snapshot((snapshot) => moneySlices(snapshot, { from, to })),
  };
}

export function paymentWrites(session: TransactionSession): PaymentWrites {
  return {
    ...paymentReads(session),
    async insert(attempt) {
      return { ...attempt, id: await session.insert(insertAttempt, attempt) };
    },
    async save(attempt, from) {
      const written = await session.run(updateAttempt, { ...attempt, from });
      if (written !== 1) throw new Error(`payment ${attempt.paymentNo} is not ${from}`);
    },
    async recordNotification(record) {
      return (await session.run(insertNotification, record)) === 1;
    },
    async addRefused(refused) {
      await session.run(addRefused, refused);
    },
    async purgeRefused(before) {
      await session.run(purgeRefused, { before });
    },
    async purgeForeign(before, limit) {
      await session.run(purgeForeign, { before, limit });
    },
    async purgeIgnored(limit) {
      await session.run(purgeIgnored, { limit });
    },
  };
}
