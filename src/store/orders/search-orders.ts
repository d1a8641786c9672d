/**
 * The search for orders, newest first. No index sorts all orders by time alone. The indexes sort orders by
 * status and processing status, then by time, and a search merges the newest orders of every pair that its
 * filter allows. A search therefore reads one page from each of at most 14 ranges of an index, however many
 * orders exist, and each order has two index entries for searches instead of five.
 */

import { type RawBuilder, sql } from 'kysely';
import type { DealStatus, Status } from '../../domain/order.ts';
import type {
  FoundOrder,
  OpenRefundState,
  OrderCursor,
  OrderFilter,
  OrderReads,
} from '../../usecases/orders/order-store.ts';
import { partsMinor } from '../members/user-figures.ts';
import type { Session } from '../session.ts';
import { type Placeholders, statement } from '../statement.ts';
import { statementVariants } from '../statement-variants.ts';
import { orderPairs } from './order-pairs.ts';
import { orderOf } from './order-row.ts';
import { orderColumns } from './orders-table.ts';

interface Search {
  readonly prefix: string;
  readonly prefixEnd: string;
  readonly ending: string | null;
  readonly userId: number | null;
  readonly goodsId: number | null;
  readonly status: Status | null;
  readonly dealStatus: DealStatus | null;
  readonly refundState: OpenRefundState | null;
  readonly from: number;
  /** The search returns orders before this position, which is the end of the last page or of the period. */
  readonly beforeAt: number;
  readonly beforeId: number;
  readonly limit: number;
}

interface Shape {
  readonly start: 'number' | 'ending' | 'user' | 'refund' | 'state';
  readonly ofGood: boolean;
  readonly status: Status | null;
  readonly dealStatus: DealStatus | null;
  /** True: the limit is `usualLimit` and is a part of the statement. */
  readonly isUsual: boolean;
}

/**
 * The limit of a page of the console, with the row that shows whether more pages follow. If the limit is a parameter,
 * PostgreSQL plans the search again for each call, because it assumes that the limit is a tenth of all orders: with ten
 * million orders, the planning took four times as long as the search.
 */
const usualLimit = 51;

const searchOf = statementVariants((shape: Shape) =>
  statement<Search>()((db, p) =>
    db
      .selectFrom('orders')
      .innerJoin('goods', 'goods.id', 'orders.goods_id')
      .leftJoin('refunds', 'refunds.refund_no', 'orders.refund_no')
      .select(orderColumns)
      .select(['goods.title as goodTitle', 'refunds.state as refundState'])
      // PostgreSQL sums `bigint` as `numeric`; cast the sum back.
      .select(sql<number>`cast(orders.price_minor - ${partsMinor} as bigint)`.as('refundableMinor'))
      .where('orders.id', 'in', sql<number>`(${idsOf(shape, p)})`)
      .orderBy('orders.created_at', 'desc')
      .orderBy('orders.id', 'desc'),
  ),
);

/** Counts the found orders by reading at most `limit` entries of each range of the index. */
const countOf = statementVariants((shape: Shape) =>
  statement<Search>()((db, p) => {
    const found = sql<{ id: number }>`(${idsOf(shape, p)})`.as<'found'>('found');
    return db.selectFrom(found).select((select) => select.fn.countAll<number>().as('count'));
  }),
);

function idsOf(shape: Shape, p: Placeholders<Search>): RawBuilder<unknown> {
  if (shape.start === 'state') return newestOf(shape, p);
  const place = placeOf(shape.start, p);
  return sql`select id from orders where ${place} and ${otherConditions(p)} and ${timeOf(p)} ${newest(shape, p)}`;
}

function placeOf(start: Exclude<Shape['start'], 'state'>, p: Placeholders<Search>): RawBuilder<unknown> {
  switch (start) {
    case 'number':
      return sql`order_no >= ${p.prefix} and order_no <= ${p.prefixEnd}`;
    case 'ending':
      return sql`${endingOfNumber} = ${p.ending}`;
    case 'user':
      return sql`user_id = ${p.userId}`;
    case 'refund':
      return sql`id in (${ordersWithRefund(p)})`;
  }
}

/** The orders with an open refund in a state. The condition on open refunds is the one of the index `refunds_open`. */
function ordersWithRefund(p: Placeholders<Search>): RawBuilder<unknown> {
  return sql`select order_id from refunds where state <> 'done'
    and (state = ${p.refundState} or cast(${p.refundState} as text) = 'open')`;
}

/** The expression of the index `orders_by_ending`: the last four of the 28 characters of an order number. */
const endingOfNumber = sql`substr(order_no, 25)`;

/**
 * Filters the few orders of a number, a user or an open refund. The conditions are expressions instead of plain columns, so
 * that the database does not choose another index.
 */
function otherConditions(p: Placeholders<Search>): RawBuilder<unknown> {
  return sql`(cast(${p.userId} as bigint) is null or user_id = ${p.userId})
    and (cast(${p.goodsId} as bigint) is null or goods_id = ${p.goodsId})
    and (cast(${p.status} as text) is null or status = ${p.status})
    and (cast(${p.dealStatus} as text) is null or deal_status = ${p.dealStatus})
    and (cast(${p.ending} as text) is null or ${endingOfNumber} = ${p.ending})
    and (cast(${p.refundState} as text) is null or id in (${ordersWithRefund(p)}))`;
}

function newestOf(shape: Shape, p: Placeholders<Search>): RawBuilder<unknown> {
  const ranges: RawBuilder<unknown>[] = [];
  for (const { status, dealStatus } of orderPairs) {
    if (shape.status !== null && shape.status !== status) continue;
    if (shape.dealStatus !== null && shape.dealStatus !== dealStatus) continue;
    const good = shape.ofGood ? sql`goods_id = ${p.goodsId} and ` : sql``;
    const state = sql`status = ${sql.lit(status)} and deal_status = ${sql.lit(dealStatus)}`;
    ranges.push(sql`select id, created_at from (select id, created_at from orders
      where ${good}${state} and ${timeOf(p)} ${newest(shape, p)}) as newest`);
  }
  return sql`select id from (${sql.join(ranges, sql` union all `)}) as found ${newest(shape, p)}`;
}

function timeOf(p: Placeholders<Search>): RawBuilder<unknown> {
  return sql`created_at >= ${p.from} and (created_at, id) < (${p.beforeAt}, ${p.beforeId})`;
}

function newest({ isUsual }: Shape, p: Placeholders<Search>): RawBuilder<unknown> {
  return sql`order by created_at desc, id desc limit ${isUsual ? sql.lit(usualLimit) : p.limit}`;
}

/** Whether the filter names a pair that no order can have. */
function isImpossible({ status, dealStatus }: OrderFilter): boolean {
  if (status === null || dealStatus === null) return false;
  return !orderPairs.some((pair) => pair.status === status && pair.dealStatus === dealStatus);
}

/** The filter that leaves the fewest orders decides with which index the search begins. */
function startOf({ orderNoPrefix, orderNoEnding, userId, refundState }: OrderFilter): Shape['start'] {
  if (orderNoPrefix !== null) return 'number';
  if (orderNoEnding !== null) return 'ending';
  if (userId !== null) return 'user';
  return refundState !== null ? 'refund' : 'state';
}

/** A text that sorts after every order number with this prefix: numbers have at most 64 characters of `0-9A-Z`. */
function endOf(prefix: string): string {
  return prefix + 'Z'.repeat(64);
}

/** The upper bound is the end of the period or the order where the last page ended, whichever is earlier. */
function upperBound({ to }: OrderFilter, before: OrderCursor | null): OrderCursor {
  const end = { createdAt: to ?? Number.MAX_SAFE_INTEGER, id: 0 };
  return before !== null && before.createdAt < end.createdAt ? before : end;
}

const numberById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('orders').select('order_no').where('id', '=', p.id),
);

const idByNumber = statement<{ orderNo: string }>()((db, p) =>
  db.selectFrom('orders').select('id').where('order_no', '=', p.orderNo),
);

export function searchOrders(
  session: Session,
  reports: Session,
): Pick<OrderReads, 'noById' | 'idByNo' | 'search' | 'exportPage' | 'countUpTo'> {
  return {
    async noById(id) {
      return (await session.first(numberById, { id }))?.order_no;
    },
    async idByNo(orderNo) {
      return (await session.first(idByNumber, { orderNo }))?.id;
    },
    search: (filter, before, limit) => pageOf(session, filter, before, limit),
    exportPage: (filter, before, limit) => pageOf(reports, filter, before, limit),
    async countUpTo(filter, max) {
      if (isImpossible(filter)) return 0;
      const { shape, values } = searchFor(filter, null, max);
      return (await reports.first(countOf(shape), values))?.count ?? 0;
    },
  };
}

function searchFor(
  filter: OrderFilter,
  before: OrderCursor | null,
  limit: number,
): { readonly shape: Shape; readonly values: Search } {
  const { orderNoPrefix, orderNoEnding, userId, goodsId, status, dealStatus, refundState } = filter;
  const upper = upperBound(filter, before);
  const start = startOf(filter);
  const isUsual = limit === usualLimit;
  const shape: Shape =
    start === 'state'
      ? { start, isUsual, ofGood: goodsId !== null, status, dealStatus }
      : { start, isUsual, ofGood: false, status: null, dealStatus: null };
  const values = {
    prefix: orderNoPrefix ?? '',
    prefixEnd: endOf(orderNoPrefix ?? ''),
    ending: orderNoEnding,
    userId,
    goodsId,
    status,
    dealStatus,
    refundState,
    from: filter.from ?? 0,
    beforeAt: upper.createdAt,
    beforeId: upper.id,
    limit,
  };
  return { shape, values };
}

async function pageOf(
  session: Session,
  filter: OrderFilter,
  before: OrderCursor | null,
  limit: number,
): Promise<FoundOrder[]> {
  if (isImpossible(filter)) return [];
  const { shape, values } = searchFor(filter, before, limit);
  const rows = await session.all(searchOf(shape), values);
  return rows.map((row) => ({
    order: orderOf(row),
    goodTitle: row.goodTitle,
    refundState: row.refundState,
    refundableMinor: row.refundableMinor,
  }));
}
