/**
 * Looks for orders, newest first. Whatever is asked for, few rows are touched: an order is in one of twelve
 * states, so a search without a user or a number is at most twelve stretches of one index, merged. It reads
 * what the page needs of each and no more, also where the asked-for orders are rare among millions.
 */

import { type RawBuilder, sql } from 'kysely';
import type { DealStatus, Status } from '../../domain/order.ts';
import { orderStates } from '../../domain/order-state.ts';
import type { FoundOrder, OrderCursor, OrderFilter } from '../../usecases/ports/console-orders.ts';
import { type OrderRow, orderColumns, orderOf } from '../rows/order-row.ts';
import type { Session, Values } from '../session.ts';
import { type Placeholders, type Statement, statement } from '../statement.ts';

interface SearchValues {
  readonly userId: number;
  readonly status: Status;
  readonly dealStatus: DealStatus;
  readonly goodsId: number;
  readonly numberFrom: string;
  readonly numberTo: string;
  readonly from: number;
  /** Not included: the end of the time asked for, or where the page before ended. */
  readonly beforeAt: number;
  readonly beforeId: number;
  readonly limit: number;
}

type P = Placeholders<SearchValues>;

/** Which parts of a filter are set: each shape is one prepared statement. */
export interface SearchShape {
  readonly number: boolean;
  readonly user: boolean;
  readonly status: Status | null;
  readonly dealStatus: DealStatus | null;
  readonly good: boolean;
}

type FoundRow = OrderRow & { good_title: string; refund_state: FoundOrder['refundState'] };

/** A number or a user has few orders. The rest is tested on those, and must not tempt to another index. */
function fewOrders(shape: SearchShape, p: P): RawBuilder<unknown> {
  const conditions = [
    ...(shape.user ? [sql`user_id = ${p.userId}`] : []),
    ...(shape.number
      ? [
          shape.user
            ? sql`order_no || '' >= ${p.numberFrom} and order_no || '' < ${p.numberTo}`
            : sql`order_no >= ${p.numberFrom} and order_no < ${p.numberTo}`,
        ]
      : []),
    ...(shape.status === null ? [] : [sql`status || '' = ${p.status}`]),
    ...(shape.dealStatus === null ? [] : [sql`deal_status || '' = ${p.dealStatus}`]),
    ...(shape.good ? [sql`goods_id + 0 = ${p.goodsId}`] : []),
  ];
  return newestOf(sql.join(conditions, sql` and `), p);
}

function newestOf(condition: RawBuilder<unknown>, p: P): RawBuilder<unknown> {
  return sql`select id from orders where ${condition}
    and created_at >= ${p.from} and (created_at, id) < (${p.beforeAt}, ${p.beforeId})
    order by created_at desc, id desc limit ${p.limit}`;
}

/** One stretch of `orders_by_state` or `orders_by_good` for each state that the filter leaves. */
function ofStates(shape: SearchShape, p: P): RawBuilder<unknown> {
  const stretches = orderStates
    .map((pair) => pair.split('/'))
    .filter(([status]) => shape.status === null || status === shape.status)
    .filter(([, deal]) => shape.dealStatus === null || deal === shape.dealStatus)
    .map(([status, deal]) => {
      const state = sql`status = ${sql.lit(status)} and deal_status = ${sql.lit(deal)}`;
      const condition = shape.good ? sql`goods_id = ${p.goodsId} and ${state}` : state;
      return sql`select id from (${newestOf(condition, p)}) as stretch`;
    });
  // A pair of states that cannot exist leaves none.
  if (stretches.length === 0) return sql`select id from orders where id < 0`;
  return sql.join(stretches, sql` union all `);
}

const byShape = new Map<string, Statement<SearchValues, FoundRow>>();

export function searchStatement(shape: SearchShape): Statement<SearchValues, FoundRow> {
  const name = JSON.stringify([shape.number, shape.user, shape.status, shape.dealStatus, shape.good]);
  const known = byShape.get(name);
  if (known !== undefined) return known;
  const made = statement<SearchValues>()((db, p) => {
    const ids = shape.number || shape.user ? fewOrders(shape, p) : ofStates(shape, p);
    return db
      .selectFrom(sql<{ id: number }>`(${ids})`.as('found'))
      .innerJoin('orders', 'orders.id', 'found.id')
      .innerJoin('goods', 'goods.id', 'orders.goods_id')
      .leftJoin('refunds', 'refunds.refund_no', 'orders.refund_no')
      .select(orderColumns)
      .select(['goods.title as good_title', 'refunds.state as refund_state'])
      .orderBy('orders.created_at', 'desc')
      .orderBy('orders.id', 'desc')
      .limit(p.limit);
  });
  byShape.set(name, made);
  return made;
}

/** The first number that does not begin with `prefix`, in the order `0`–`9`, `A`–`Z`. */
function afterPrefix(prefix: string): string {
  const kept = prefix.replace(/Z+$/, '');
  const last = kept.at(-1);
  // Longer than any number is.
  if (last === undefined) return 'Z'.repeat(40);
  const next = last === '9' ? 'A' : String.fromCharCode(last.charCodeAt(0) + 1);
  return kept.slice(0, -1) + next;
}

/** Later than any order. */
const endOfTime = Number.MAX_SAFE_INTEGER;

export async function searchOrders(
  session: Session,
  filter: OrderFilter,
  before: OrderCursor | null,
  limit: number,
): Promise<FoundOrder[]> {
  const { orderNoPrefix, userId, status, dealStatus, goodsId, from, to } = filter;
  const shape: SearchShape = {
    number: orderNoPrefix !== null,
    user: userId !== null,
    status,
    dealStatus,
    good: goodsId !== null,
  };
  const end = { createdAt: to ?? endOfTime, id: 0 };
  const bound = before !== null && before.createdAt < end.createdAt ? before : end;
  const values: Values<SearchValues> = {
    userId: userId ?? 0,
    status: status ?? 'pay',
    dealStatus: dealStatus ?? 'init',
    goodsId: goodsId ?? 0,
    numberFrom: orderNoPrefix ?? '',
    numberTo: afterPrefix(orderNoPrefix ?? ''),
    from: from ?? 0,
    beforeAt: bound.createdAt,
    beforeId: bound.id,
    limit,
  };
  const rows = await session.all(searchStatement(shape), values);
  return rows.map((row) => ({
    order: orderOf(row),
    goodTitle: row.good_title,
    refundState: row.refund_state,
  }));
}
