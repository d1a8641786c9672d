/** Sums of received and refunded money for each quarter of an hour, provider and currency. */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { MoneySlice } from '../../usecases/payments/payment-store.ts';
import type { Session } from '../session.ts';
import { type Placeholders, statement } from '../statement.ts';

interface Period {
  readonly from: number;
  readonly to: number;
}

const quarterMs = sql.lit(900_000);

function sliceColumns(what: RawBuilder<MoneySlice['what']>, at: string, amount: string) {
  const time = sql.ref(at);
  return [
    what.as('what'),
    sql<number>`${time} - ${time} % ${quarterMs}`.as('quarterAt'),
    // On PostgreSQL, the sum of `bigint` values has the type `numeric`. Cast the sum to `bigint` again.
    sql<number>`cast(sum(${sql.ref(amount)}) as bigint)`.as('amountMinor'),
    sql<number>`count(*)`.as('count'),
  ] as const;
}

function isIn(period: Placeholders<Period>, at: string): RawBuilder<SqlBool> {
  const time = sql.ref(at);
  return sql`${time} >= ${period.from} and ${time} < ${period.to}`;
}

const takingsOrSurplus = sql<MoneySlice['what']>`case state when 'won' then 'takings' else 'surplus' end`;
const refundsOrSurplus = sql<
  MoneySlice['what']
>`case when settled_by is not null then 'settled' when purpose = 'order' then 'refunds' else 'surplus_returned' end`;

/**
 * Surplus money can have another currency than the attempt asked for. Its refund stores this currency, and the attempt
 * does not.
 */
const receivedCurrency = sql<string>`case when state = 'surplus' then coalesce(
  (select refunds.currency from refunds
    where refunds.attempt_id = payment_attempts.id and refunds.purpose = 'surplus' order by refunds.id limit 1),
  payment_attempts.currency) else payment_attempts.currency end`;

const received = statement<Period>()((db, p) =>
  db
    .selectFrom('payment_attempts')
    .select(['provider', receivedCurrency.as('currency')])
    .select(sliceColumns(takingsOrSurplus, 'received_at', 'received_minor'))
    .where('received_at', 'is not', null)
    .where(isIn(p, 'received_at'))
    .groupBy(sql`1, 2, 3, 4`),
);

const returned = statement<Period>()((db, p) =>
  db
    .selectFrom('refunds')
    .select(['provider', 'currency'])
    .select(sliceColumns(refundsOrSurplus, 'finished_at', 'amount_minor'))
    .where('state', '=', sql.lit('done'))
    .where(isIn(p, 'finished_at'))
    .groupBy(sql`1, 2, 3, 4`),
);

const open = statement<Period>()((db, p) =>
  db
    .selectFrom('refunds')
    .select(['provider', 'currency'])
    .select(sliceColumns(sql`'open'`, 'requested_at', 'amount_minor'))
    .where('state', '<>', sql.lit('done'))
    .where(isIn(p, 'requested_at'))
    .groupBy(sql`1, 2, 4`),
);

/** Runs one query after the other, because a snapshot has one connection. */
export async function moneySlices(session: Session, period: Period): Promise<MoneySlice[]> {
  const all: MoneySlice[] = [];
  for (const query of [received, returned, open]) all.push(...(await session.all(query, period)));
  return all;
}
