/** Money per quarter of an hour, provider and currency: whoever asks adds the quarters up to days of a zone. */

import { type RawBuilder, sql } from 'kysely';
import type { ConsoleReads, MoneySlice } from '../../usecases/ports/console-store.ts';
import type { Session } from '../session.ts';
import { statement } from '../statement.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

interface SliceRow {
  readonly quarter_at: number;
  readonly provider: string;
  readonly currency: string;
  readonly amount: number;
  readonly count: number;
}

const quarterMs = sql.lit(15 * 60 * 1000);

/** PostgreSQL adds whole numbers up to a number without end; ours stay below 2^53. */
function sumOf(column: string): RawBuilder<number> {
  return sql<number>`cast(sum(${sql.ref(column)}) as bigint)`;
}

function quarterOf(column: string): RawBuilder<number> {
  return sql<number>`${sql.ref(column)} - ${sql.ref(column)} % ${quarterMs}`;
}

const takings = statement<Span>()((db, p) =>
  db
    .selectFrom('payment_attempts')
    .select([
      quarterOf('received_at').as('quarter_at'),
      'provider',
      'currency',
      sumOf('received_minor').as('amount'),
      (select) => select.fn.countAll<number>().as('count'),
    ])
    .where('state', '=', sql.lit<'won'>('won'))
    .where('received_at', 'is not', null)
    .where('received_at', '>=', p.from)
    .where('received_at', '<', p.to)
    .groupBy(['quarter_at', 'provider', 'currency']),
);

// Money of another currency than was asked for is surplus; its refund knows which it was.
const surplus = statement<Span>()((db, p) =>
  db
    .selectFrom('payment_attempts as a')
    .leftJoin('refunds as r', (join) =>
      join
        .onRef('r.order_id', '=', 'a.order_id')
        .onRef('r.attempt_id', '=', 'a.id')
        .on('r.purpose', '=', sql.lit<'surplus'>('surplus')),
    )
    .select([
      quarterOf('a.received_at').as('quarter_at'),
      'a.provider',
      sql<string>`coalesce(r.currency, a.currency)`.as('currency'),
      sumOf('a.received_minor').as('amount'),
      (select) => select.fn.countAll<number>().as('count'),
    ])
    .where('a.state', '=', sql.lit<'surplus'>('surplus'))
    .where('a.received_at', 'is not', null)
    .where('a.received_at', '>=', p.from)
    .where('a.received_at', '<', p.to)
    .groupBy([sql`1`, sql`2`, sql`3`]),
);

const returned = (purpose: 'order' | 'surplus') =>
  statement<Span>()((db, p) =>
    db
      .selectFrom('refunds')
      .select([
        quarterOf('finished_at').as('quarter_at'),
        'provider',
        'currency',
        sumOf('amount_minor').as('amount'),
        (select) => select.fn.countAll<number>().as('count'),
      ])
      .where('state', '=', sql.lit<'done'>('done'))
      .where('purpose', '=', sql.lit<'order' | 'surplus'>(purpose))
      .where('finished_at', '>=', p.from)
      .where('finished_at', '<', p.to)
      .groupBy(['quarter_at', 'provider', 'currency']),
  );

const open = statement<Span>()((db, p) =>
  db
    .selectFrom('refunds')
    .select([
      quarterOf('requested_at').as('quarter_at'),
      'provider',
      'currency',
      sumOf('amount_minor').as('amount'),
      (select) => select.fn.countAll<number>().as('count'),
    ])
    .where('state', '<>', sql.lit<'done'>('done'))
    .where('requested_at', '>=', p.from)
    .where('requested_at', '<', p.to)
    .groupBy(['quarter_at', 'provider', 'currency']),
);

const columns = [
  { what: 'takings', rows: takings },
  { what: 'surplus', rows: surplus },
  { what: 'refunds', rows: returned('order') },
  { what: 'surplus_returned', rows: returned('surplus') },
  { what: 'open', rows: open },
] as const;

function sliceOf(what: MoneySlice['what'], row: SliceRow): MoneySlice {
  return {
    what,
    quarterAt: row.quarter_at,
    provider: row.provider,
    currency: row.currency,
    amountMinor: row.amount,
    count: row.count,
  };
}

export function moneyReads(session: Session) {
  return {
    /** As one state of the database, so that no refund is counted twice or not at all. */
    moneySlices: (from, to) =>
      session.snapshot(async (snapshot) => {
        const slices: MoneySlice[] = [];
        for (const { what, rows } of columns) {
          for (const row of await snapshot.all(rows, { from, to })) slices.push(sliceOf(what, row));
        }
        return slices;
      }),
  } satisfies Partial<ConsoleReads>;
}
