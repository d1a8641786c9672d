/**
 * The figures of a period for the console and its reports. Each query reads one range of an index for each order
 * state, so its cost grows with the orders of the period and not with all orders. On SQLite, the queries run in the
 * thread for reports.
 */

import { type RawBuilder, sql } from 'kysely';
import type { NumbersReads, ReasonCount, Sale } from '../../usecases/numbers/numbers-store.ts';
import { orderPairs } from '../orders/order-pairs.ts';
import type { Session } from '../session.ts';
import { type Placeholders, statement } from '../statement.ts';

interface Period {
  readonly from: number;
  readonly to: number;
}

type LimitedPeriod = Period & { readonly limit: number };

// PostgreSQL sums `bigint` as `numeric`; cast the sum back.
const sales = statement<Period>()((db, p) =>
  db
    .selectFrom('payment_attempts')
    .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
    .select([
      'orders.goods_id as goodsId',
      'payment_attempts.provider',
      'payment_attempts.channel',
      'payment_attempts.currency',
      sql<number>`cast(sum(received_minor) as bigint)`.as('amountMinor'),
      sql<number>`count(*)`.as('count'),
    ])
    .where('payment_attempts.state', '=', sql.lit('won'))
    .where('payment_attempts.received_at', 'is not', null)
    .where('payment_attempts.received_at', '>=', p.from)
    .where('payment_attempts.received_at', '<', p.to)
    .groupBy(sql`1, 2, 3, 4`),
);

// The service records a settled refund as done, with the operator who settled it.
const returnsOf = (isSettled: boolean) =>
  statement<Period>()((db, p) =>
    db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'refunds.order_id')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
      .select([
        'orders.goods_id as goodsId',
        'payment_attempts.provider',
        'payment_attempts.channel',
        'refunds.currency',
        sql<number>`cast(sum(refunds.amount_minor) as bigint)`.as('amountMinor'),
        sql<number>`count(*)`.as('count'),
      ])
      .where('refunds.state', '=', sql.lit('done'))
      .where('refunds.purpose', '=', sql.lit('order'))
      .where('refunds.settled_by', isSettled ? 'is not' : 'is', null)
      .where('refunds.finished_at', '>=', p.from)
      .where('refunds.finished_at', '<', p.to)
      .groupBy(sql`1, 2, 3, 4`),
  );

const returns = returnsOf(false);
const settlements = returnsOf(true);

interface PairCount {
  readonly goodsId: number;
  readonly status: string;
  readonly dealStatus: string;
  readonly orders: number;
}

function placedIn(p: Placeholders<Period>, status: string, dealStatus: string): RawBuilder<unknown> {
  return sql`status = ${sql.lit(status)} and deal_status = ${sql.lit(dealStatus)}
    and created_at >= ${p.from} and created_at < ${p.to}`;
}

const placed = statement<Period>()((db, p) => {
  const ranges = orderPairs.map(
    ({ status, dealStatus }) => sql`select goods_id as "goodsId", ${sql.lit(status)} as status,
      ${sql.lit(dealStatus)} as "dealStatus", count(*) as orders
      from orders where ${placedIn(p, status, dealStatus)} group by goods_id`,
  );
  const counts = sql<PairCount>`(${sql.join(ranges, sql` union all `)})`.as<'counts'>('counts');
  return db.selectFrom(counts).select(['goodsId', 'status', 'dealStatus', 'orders']);
});

/** Only pictures have a time until which they are kept; memberships have none. */
function pictures(p: Placeholders<Period>): RawBuilder<{ ms: number }> {
  return sql`(select work_finished_at - paid_at as ms from orders
    where ${placedIn(p, 'pay', 'done')} and result_until is not null)`;
}

const countPictures = statement<Period>()((db, p) =>
  db.selectFrom(pictures(p).as<'pictures'>('pictures')).select(sql<number>`count(*)`.as('count')),
);

const pictureAt = statement<Period & { readonly position: number }>()((db, p) =>
  db
    .selectFrom(pictures(p).as<'pictures'>('pictures'))
    .select('ms')
    .orderBy('ms')
    .limit(sql.lit(1))
    .offset(p.position),
);

const failReasons = statement<LimitedPeriod>()((db, p) => {
  const ranges = orderPairs
    .filter(({ dealStatus }) => dealStatus === 'fail')
    .map(({ status }) => sql`select fail_reason as reason from orders where ${placedIn(p, status, 'fail')}`);
  const reasons = sql<{ reason: string }>`(${sql.join(ranges, sql` union all `)})`.as<'reasons'>('reasons');
  return db
    .selectFrom(reasons)
    .select(['reason', sql<number>`count(*)`.as('count')])
    .where('reason', 'is not', null)
    .groupBy('reason')
    .orderBy('count', 'desc')
    .orderBy('reason')
    .limit(p.limit);
});

const refundReasons = statement<LimitedPeriod>()((db, p) =>
  db
    .selectFrom('refunds')
    .select(['reason', sql<number>`count(*)`.as('count')])
    .where('state', '=', sql.lit('done'))
    .where('purpose', '=', sql.lit('order'))
    .where('finished_at', '>=', p.from)
    .where('finished_at', '<', p.to)
    .groupBy('reason')
    .orderBy('count', 'desc')
    .orderBy('reason')
    .limit(p.limit),
);

/** @param reports the session for reads that may take seconds. */
export function numbersReads(reports: Session): NumbersReads {
  return {
    sales: (from, to): Promise<Sale[]> => reports.all(sales, { from, to }),
    returns: (from, to): Promise<Sale[]> => reports.all(returns, { from, to }),
    settlements: (from, to): Promise<Sale[]> => reports.all(settlements, { from, to }),
    async placed(from, to) {
      const goods = new Map<number, { placed: number; paid: number; failed: number; refunded: number }>();
      for (const { goodsId, status, dealStatus, orders } of await reports.all(placed, { from, to })) {
        const sums = goods.get(goodsId) ?? { placed: 0, paid: 0, failed: 0, refunded: 0 };
        goods.set(goodsId, sums);
        sums.placed += orders;
        if (status !== 'wait_pay' && status !== 'cancal') sums.paid += orders;
        if (status === 'refund' || status === 'wait_refund') sums.refunded += orders;
        if (dealStatus === 'fail') sums.failed += orders;
      }
      return [...goods].map(([goodsId, sums]) => ({ goodsId, ...sums }));
    },
    async medianPictureMs(from, to) {
      const count = (await reports.first(countPictures, { from, to }))?.count ?? 0;
      if (count === 0) return null;
      const position = Math.floor((count - 1) / 2);
      return (await reports.first(pictureAt, { from, to, position }))?.ms ?? null;
    },
    failReasons: (from, to, limit): Promise<ReasonCount[]> => reports.all(failReasons, { from, to, limit }),
    refundReasons: (from, to, limit): Promise<ReasonCount[]> =>
      reports.all(refundReasons, { from, to, limit }),
  };
}
