/**
 * The search of orders, newest first. No index holds all orders by time alone: orders lie by money's and
 * work's state, then time, and a search merges the newest of every state that it allows. So each search
 * reads a page from each of at most 14 stretches of an index, however many orders there are, and an order
 * costs two entries for searches, not five.
 */

import { type RawBuilder, sql } from 'kysely';
import type { DealStatus, Status } from '../../domain/order.ts';
import type { RefundState } from '../../domain/payment-state.ts';
import type { FoundOrder, OrderCursor, OrderFilter, OrderReads } from '../../usecases/orders/order-store.ts';
import type { Session } from '../session.ts';
import { type Placeholders, type Statement, statement } from '../statement.ts';
import { orderPairs } from './order-pairs.ts';
import { type OrderRow, orderColumns, orderOf } from './order-row.ts';

interface Search {
  readonly prefix: string;
  readonly prefixEnd: string;
  readonly userId: number | null;
  readonly goodsId: number | null;
  readonly status: Status | null;
  readonly dealStatus: DealStatus | null;
  readonly from: number;
  /** The search goes down from here, not included. */
  readonly beforeAt: number;
  readonly beforeId: number;
  readonly limit: number;
}

interface Shape {
  readonly start: 'number' | 'user' | 'state';
  readonly ofGood: boolean;
  readonly status: Status | null;
  readonly dealStatus: DealStatus | null;
}

interface FoundRow extends OrderRow {
  readonly good_title: string;
  readonly refund_state: RefundState | null;
}

const byShape = new Map<string, Statement<Search, FoundRow>>();

function searchOf(shape: Shape): Statement<Search, FoundRow> {
  const name = Object.values(shape).join();
  const known = byShape.get(name);
  if (known !== undefined) return known;
  const made = statement<Search>()((db, p) =>
    db
      .selectFrom('orders')
      .innerJoin('goods', 'goods.id', 'orders.goods_id')
      .leftJoin('refunds', 'refunds.refund_no', 'orders.refund_no')
      .select(orderColumns)
      .select(['goods.title as good_title', 'refunds.state as refund_state'])
      .where('orders.id', 'in', sql<number>`(${idsOf(shape, p)})`)
      .orderBy('orders.created_at', 'desc')
      .orderBy('orders.id', 'desc'),
  );
  byShape.set(name, made);
  return made;
}

function idsOf(shape: Shape, p: Placeholders<Search>): RawBuilder<unknown> {
  if (shape.start === 'state') return newestOf(shape, p);
  const place =
    shape.start === 'number'
      ? sql`order_no >= ${p.prefix} and order_no <= ${p.prefixEnd}`
      : sql`user_id = ${p.userId}`;
  return sql`select id from orders where ${place} and ${rest(p)} and ${timeOf(p)} ${newest(p)}`;
}

/** What the few orders of a number or a user are sifted by; in a form that leads into no other index. */
function rest(p: Placeholders<Search>): RawBuilder<unknown> {
  return sql`(cast(${p.userId} as bigint) is null or user_id = ${p.userId})
    and (cast(${p.goodsId} as bigint) is null or goods_id = ${p.goodsId})
    and (cast(${p.status} as text) is null or status = ${p.status})
    and (cast(${p.dealStatus} as text) is null or deal_status = ${p.dealStatus})`;
}

function newestOf(shape: Shape, p: Placeholders<Search>): RawBuilder<unknown> {
  const stretches: RawBuilder<unknown>[] = [];
  for (const { status, dealStatus } of orderPairs) {
    if (shape.status !== null && shape.status !== status) continue;
    if (shape.dealStatus !== null && shape.dealStatus !== dealStatus) continue;
    const good = shape.ofGood ? sql`goods_id = ${p.goodsId} and ` : sql``;
    const state = sql`status = ${sql.lit(status)} and deal_status = ${sql.lit(dealStatus)}`;
    stretches.push(sql`select id, created_at from (select id, created_at from orders
      where ${good}${state} and ${timeOf(p)} ${newest(p)}) as stretch`);
  }
  return sql`select id from (${sql.join(stretches, sql` union all `)}) as stretches ${newest(p)}`;
}

function timeOf(p: Placeholders<Search>): RawBuilder<unknown> {
  return sql`created_at >= ${p.from} and (created_at, id) < (${p.beforeAt}, ${p.beforeId})`;
}

function newest(p: Placeholders<Search>): RawBuilder<unknown> {
  return sql`order by created_at desc, id desc limit ${p.limit}`;
}

/** A pair that no order can have. */
function isEmpty({ status, dealStatus }: OrderFilter): boolean {
  if (status === null || dealStatus === null) return false;
  return !orderPairs.some((pair) => pair.status === status && pair.dealStatus === dealStatus);
}

/** After every number that begins so: numbers have at most 64 characters of `0-9A-Z`. */
function endOf(prefix: string): string {
  return prefix + 'Z'.repeat(64);
}

/** The later bound is one pair: the end of the time, or the order where the last page ended. */
function upperBound({ to }: OrderFilter, before: OrderCursor | null): OrderCursor {
  const end = { createdAt: to ?? Number.MAX_SAFE_INTEGER, id: 0 };
  return before !== null && before.createdAt < end.createdAt ? before : end;
}

const numberById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('orders').select('order_no').where('id', '=', p.id),
);

export function searchOrders(session: Session) {
  return {
    async noById(id) {
      return (await session.first(numberById, { id }))?.order_no;
    },
    async search(filter, before, limit) {
      if (isEmpty(filter)) return [];
      const { orderNoPrefix, userId, goodsId, status, dealStatus } = filter;
      const upper = upperBound(filter, before);
      const start = orderNoPrefix !== null ? 'number' : userId !== null ? 'user' : 'state';
      const shape: Shape =
        start === 'state'
          ? { start, ofGood: goodsId !== null, status, dealStatus }
          : { start, ofGood: false, status: null, dealStatus: null };
      const rows = await session.all(searchOf(shape), {
        prefix: orderNoPrefix ?? '',
        prefixEnd: endOf(orderNoPrefix ?? ''),
        userId,
        goodsId,
        status,
        dealStatus,
        from: filter.from ?? 0,
        beforeAt: upper.createdAt,
        beforeId: upper.id,
        limit,
      });
      return rows.map(foundOrderOf);
    },
  } satisfies Partial<OrderReads>;
}

function foundOrderOf(row: FoundRow): FoundOrder {
  return { order: orderOf(row), goodTitle: row.good_title, refundState: row.refund_state };
}
