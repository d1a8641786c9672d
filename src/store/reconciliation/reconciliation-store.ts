/** The providers' bills, and their differences to the service's own records. */

import { sql } from 'kysely';
import type {
  ReconciliationReads,
  ReconciliationWrites,
} from '../../usecases/reconciliation/reconciliation-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow, Row } from '../table.ts';
import { billDaysTable, billRowsTable, billTotalsTable } from './bill-tables.ts';
import { doneRefunds, receivedPayments, unfinishedRefunds, unpaidAttempts } from './booked-movements.ts';
import { differencesTable } from './differences-table.ts';
import { purgeBills } from './purge-bills.ts';
import { unbilledPayments, unbilledRefunds } from './unbilled-movements.ts';

interface Day {
  readonly provider: string;
  readonly day: number;
}

interface Days {
  readonly from: number;
  readonly to: number;
}

interface Numbered {
  readonly provider: string;
  readonly kind: 'payment' | 'refund';
  readonly number: string;
}

const days = billDaysTable.all.columns;

const dayOf = statement<Day>()((db, p) =>
  db.selectFrom('bill_days').select(days).where('provider', '=', p.provider).where('day', '=', p.day),
);

const daysBetween = statement<Days>()((db, p) =>
  db
    .selectFrom('bill_days')
    .select(days)
    .where('day', '>=', p.from)
    .where('day', '<=', p.to)
    .orderBy('day', 'desc')
    .orderBy('provider'),
);

const totalsBetween = statement<Days>()((db, p) =>
  db
    .selectFrom('bill_totals')
    .select(billTotalsTable.all.columns)
    .where('day', '>=', p.from)
    .where('day', '<=', p.to)
    .orderBy('day', 'desc')
    .orderBy('provider')
    .orderBy('currency'),
);

const unfinishedDays = statement<{ provider: string }>()((db, p) =>
  db
    .selectFrom('bill_days')
    .select(days)
    .where('provider', '=', p.provider)
    .where('state', 'in', [sql.lit<'waiting'>('waiting'), sql.lit<'fetched'>('fetched')])
    .orderBy('day'),
);

const storedDays = statement<{ provider: string }>()((db, p) =>
  db
    .selectFrom('bill_days')
    .select('day')
    .where('provider', '=', p.provider)
    .where('fetched_at', 'is not', null)
    .orderBy('day'),
);

const rowsOfNumber = statement<Numbered>()((db, p) =>
  db
    .selectFrom('bill_rows')
    .select(billRowsTable.all.columns)
    .where('number', '=', p.number)
    .where('kind', '=', p.kind)
    .where('provider', '=', p.provider)
    .orderBy('day')
    .orderBy('line'),
);

const rowsOfDay = statement<Day & { afterLine: number; limit: number }>()((db, p) =>
  db
    .selectFrom('bill_rows')
    .select(['line', 'kind', 'number'])
    .where('provider', '=', p.provider)
    .where('day', '=', p.day)
    .where('line', '>', p.afterLine)
    .orderBy('line')
    .limit(p.limit),
);

const { columns } = differencesTable.all;

const differenceById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('differences').select(columns).where('id', '=', p.id),
);

const newestOfNumber = statement<Numbered>()((db, p) =>
  db
    .selectFrom('differences')
    .select(columns)
    .where('number', '=', p.number)
    .where('kind', '=', p.kind)
    .where('provider', '=', p.provider)
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);

const differencesOfOrder = statement<{ orderId: number }>()((db, p) =>
  db.selectFrom('differences').select(columns).where('order_id', '=', p.orderId).orderBy('id'),
);

const openOfProvider = statement<{ provider: string; afterId: number; limit: number }>()((db, p) =>
  db
    .selectFrom('differences')
    .select(columns)
    .where('resolution', 'is', null)
    .where('provider', '=', p.provider)
    .where('id', '>', p.afterId)
    .orderBy('id')
    .limit(p.limit),
);

const differencesThatAre = (resolution: 'is' | 'is not', order: 'asc' | 'desc') =>
  statement<{ beforeId: number; limit: number }>()((db, p) =>
    db
      .selectFrom('differences')
      .leftJoin('orders', 'orders.id', 'differences.order_id')
      .select(columns)
      .select('orders.order_no as orderNo')
      .where('differences.resolution', resolution, null)
      .where('differences.id', '<', p.beforeId)
      .orderBy('differences.id', order)
      .limit(p.limit),
  );

const openDifferences = differencesThatAre('is', 'desc');
const oldestOpen = differencesThatAre('is', 'asc');
const resolvedDifferences = differencesThatAre('is not', 'desc');

const openCounts = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('differences')
    .select(['provider', 'day', sql<number>`count(*)`.as('count')])
    .where('resolution', 'is', null)
    .groupBy(['provider', 'day'])
    .orderBy('provider')
    .orderBy('day'),
);

const insertDay = statement<NewRow<typeof billDaysTable>>()((db, p) =>
  db
    .insertInto('bill_days')
    .values(billDaysTable.inserted(p))
    .onConflict((conflict) => conflict.columns(['provider', 'day']).doNothing()),
);

const updateDay = statement<Row<typeof billDaysTable>>()((db, p) =>
  db
    .updateTable('bill_days')
    .set(billDaysTable.assigned(p, 'state', 'nextTryAt', 'tries', 'lastError', 'fetchedAt', 'foreignRows'))
    .where('provider', '=', p.provider)
    .where('day', '=', p.day),
);

const deleteRowsOfDay = statement<Day>()((db, p) =>
  db.deleteFrom('bill_rows').where('provider', '=', p.provider).where('day', '=', p.day),
);

const deleteTotalsOfDay = statement<Day>()((db, p) =>
  db.deleteFrom('bill_totals').where('provider', '=', p.provider).where('day', '=', p.day),
);

const insertRow = statement<NewRow<typeof billRowsTable>>()((db, p) =>
  db.insertInto('bill_rows').values(billRowsTable.inserted(p)),
);

const insertTotal = statement<NewRow<typeof billTotalsTable>>()((db, p) =>
  db.insertInto('bill_totals').values(billTotalsTable.inserted(p)),
);

const insertDifference = statement<NewRow<typeof differencesTable>>()((db, p, dialect) =>
  db.insertInto('differences').values(differencesTable.inserted(p)).modifyEnd(dialect.returningId),
);

const updateDifference = statement<Row<typeof differencesTable>>()((db, p) =>
  db
    .updateTable('differences')
    .set(differencesTable.inserted(p))
    .where('id', '=', p.id)
    .where('resolution', 'is', null),
);

export function reconciliationReads(session: Session): ReconciliationReads {
  return {
    dayOf: (provider, day) => session.first(dayOf, { provider, day }),
    days: (from, to) => session.all(daysBetween, { from, to }),
    totals: (from, to) => session.all(totalsBetween, { from, to }),
    unfinishedDays: (provider) => session.all(unfinishedDays, { provider }),
    async storedDays(provider) {
      return (await session.all(storedDays, { provider })).map(({ day }) => day);
    },
    billRows: (provider, kind, number) => session.all(rowsOfNumber, { provider, kind, number }),
    rowsOfDay: (provider, day, afterLine, limit) =>
      session.all(rowsOfDay, { provider, day, afterLine, limit }),
    unbilled: (kind, provider, from, to, afterId, limit) =>
      session.all(kind === 'payment' ? unbilledPayments : unbilledRefunds, {
        provider,
        from,
        to,
        afterId,
        limit,
      }),
    receivedPayments: (page) => session.all(receivedPayments, page),
    unpaidAttempts: (page) => session.all(unpaidAttempts, page),
    doneRefunds: (page) => session.all(doneRefunds, page),
    unfinishedRefunds: (page) => session.all(unfinishedRefunds, page),
    difference: (id) => session.first(differenceById, { id }),
    newestDifference: (provider, kind, number) => session.first(newestOfNumber, { provider, kind, number }),
    ofOrder: (orderId) => session.all(differencesOfOrder, { orderId }),
    openOf: (provider, afterId, limit) => session.all(openOfProvider, { provider, afterId, limit }),
    differences: (state, beforeId, limit) =>
      session.all(state === 'open' ? openDifferences : resolvedDifferences, {
        beforeId: beforeId ?? Number.MAX_SAFE_INTEGER,
        limit,
      }),
    oldestOpen: (limit) => session.all(oldestOpen, { beforeId: Number.MAX_SAFE_INTEGER, limit }),
    openCounts: () => session.all(openCounts, {}),
  };
}

export function reconciliationWrites(session: TransactionSession): ReconciliationWrites {
  return {
    ...reconciliationReads(session),
    async addDay(day) {
      await session.run(insertDay, day);
    },
    async saveDay(day) {
      await session.run(updateDay, day);
    },
    async replaceBill({ provider, day }, rows, totals) {
      await session.run(deleteRowsOfDay, { provider, day });
      await session.run(deleteTotalsOfDay, { provider, day });
      for (const row of rows) await session.run(insertRow, row);
      for (const total of totals) await session.run(insertTotal, total);
    },
    insertDifference: (difference) => session.insert(insertDifference, difference),
    async saveDifference(difference) {
      return (await session.run(updateDifference, difference)) === 1;
    },
    purge: (before) => purgeBills(session, before),
  };
}
