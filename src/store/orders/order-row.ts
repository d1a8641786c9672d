/** Rows of `orders` and values of the domain: the only place that turns one into the other. */

import type { Selectable } from 'kysely';
import type { OrderDetails } from '../../domain/goods/parameters.ts';
import { assertNever } from '../../domain/never.ts';
import type { Deal, Money, Order } from '../../domain/order.ts';
import type { OrdersTable } from '../tables.ts';

/** Everything but the fingerprint, which no order carries. */
export const orderColumns = [
  'orders.id',
  'orders.order_no',
  'orders.user_id',
  'orders.owned_by',
  'orders.goods_id',
  'orders.funct_name',
  'orders.details',
  'orders.price_minor',
  'orders.currency',
  'orders.from_user_id',
  'orders.created_at',
  'orders.expires_at',
  'orders.status',
  'orders.cancelled_at',
  'orders.cancelled_by',
  'orders.paid_at',
  'orders.attempt_id',
  'orders.refund_no',
  'orders.deal_status',
  'orders.work_started_at',
  'orders.work_finished_at',
  'orders.result_file',
  'orders.result_until',
  'orders.fail_reason',
  'orders.version',
] as const;

export type OrderRow = Omit<Selectable<OrdersTable>, 'fingerprint'>;

/** The columns that events change. */
export type OrderStateRow = Pick<
  OrderRow,
  | 'status'
  | 'cancelled_at'
  | 'cancelled_by'
  | 'paid_at'
  | 'attempt_id'
  | 'refund_no'
  | 'deal_status'
  | 'work_started_at'
  | 'work_finished_at'
  | 'result_file'
  | 'result_until'
  | 'fail_reason'
  | 'version'
>;

/** @throws Error for a row that the schema's checks make impossible: it was damaged. */
export function orderOf(row: OrderRow): Order {
  return {
    id: row.id,
    orderNo: row.order_no,
    userId: row.user_id,
    ownedBy: row.owned_by,
    goodsId: row.goods_id,
    functName: row.funct_name,
    details: JSON.parse(row.details) as OrderDetails,
    priceMinor: row.price_minor,
    currency: row.currency,
    fromUserId: row.from_user_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    money: moneyOf(row),
    deal: dealOf(row),
    version: row.version,
  };
}

function moneyOf(row: OrderRow): Money {
  switch (row.status) {
    case 'wait_pay':
      return { status: 'wait_pay' };
    case 'cancal':
      return {
        status: 'cancal',
        cancelledAt: present(row, 'cancelled_at'),
        cancelledBy: present(row, 'cancelled_by'),
      };
    case 'pay':
      return { status: 'pay', paidAt: present(row, 'paid_at'), attemptId: row.attempt_id };
    case 'wait_refund':
    case 'refund':
      return {
        status: row.status,
        paidAt: present(row, 'paid_at'),
        attemptId: present(row, 'attempt_id'),
        refundNo: present(row, 'refund_no'),
      };
    default:
      return assertNever(row.status);
  }
}

function dealOf(row: OrderRow): Deal {
  switch (row.deal_status) {
    case 'init':
      return { status: 'init' };
    case 'ing':
      return { status: 'ing', startedAt: present(row, 'work_started_at') };
    case 'done':
      return {
        status: 'done',
        finishedAt: present(row, 'work_finished_at'),
        resultFile: row.result_file,
        resultUntil: row.result_until,
      };
    case 'fail':
      return {
        status: 'fail',
        finishedAt: present(row, 'work_finished_at'),
        reason: present(row, 'fail_reason'),
      };
    default:
      return assertNever(row.deal_status);
  }
}

function present<Name extends keyof OrderRow>(row: OrderRow, name: Name): NonNullable<OrderRow[Name]> {
  const value = row[name];
  if (value === null || value === undefined) throw new Error(`order ${row.order_no} has no ${name}`);
  return value;
}

export function orderStateRow(order: Order): OrderStateRow {
  const { money, deal } = order;
  const cancelled = money.status === 'cancal' ? money : null;
  const paid = money.status === 'wait_pay' || money.status === 'cancal' ? null : money;
  const refunded = money.status === 'wait_refund' || money.status === 'refund' ? money : null;
  const finished = deal.status === 'done' || deal.status === 'fail' ? deal : null;
  const done = deal.status === 'done' ? deal : null;
  return {
    status: money.status,
    cancelled_at: cancelled?.cancelledAt ?? null,
    cancelled_by: cancelled?.cancelledBy ?? null,
    paid_at: paid?.paidAt ?? null,
    attempt_id: paid?.attemptId ?? null,
    refund_no: refunded?.refundNo ?? null,
    deal_status: deal.status,
    work_started_at: deal.status === 'ing' ? deal.startedAt : null,
    work_finished_at: finished?.finishedAt ?? null,
    result_file: done?.resultFile ?? null,
    result_until: done?.resultUntil ?? null,
    fail_reason: deal.status === 'fail' ? deal.reason : null,
    version: order.version,
  };
}
