/** Translates rows of `orders` to orders of the domain and back. */

import { assertNever } from '../../domain/never.ts';
import type { Deal, Money, Order } from '../../domain/order.ts';
import type { NewRow } from '../table.ts';
import { factsOf, type OrderRow, type orderStates } from './orders-table.ts';

/** @throws Error for a row that the checks of the table make impossible: the row is damaged. */
export function orderOf(row: OrderRow): Order {
  return { ...factsOf(row), money: moneyOf(row), deal: dealOf(row) };
}

function moneyOf(row: OrderRow): Money {
  switch (row.status) {
    case 'wait_pay':
      return { status: 'wait_pay' };
    case 'cancal':
      return {
        status: 'cancal',
        cancelledAt: present(row, 'cancelledAt'),
        cancelledBy: present(row, 'cancelledBy'),
      };
    case 'pay':
      return { status: 'pay', paidAt: present(row, 'paidAt'), attemptId: row.attemptId };
    case 'wait_refund':
    case 'refund':
      return {
        status: row.status,
        paidAt: present(row, 'paidAt'),
        attemptId: present(row, 'attemptId'),
        refundNo: present(row, 'refundNo'),
      };
    default:
      return assertNever(row.status);
  }
}

function dealOf(row: OrderRow): Deal {
  switch (row.dealStatus) {
    case 'init':
      return { status: 'init' };
    case 'ing':
      return { status: 'ing', startedAt: present(row, 'workStartedAt') };
    case 'done':
      return {
        status: 'done',
        finishedAt: present(row, 'workFinishedAt'),
        resultFile: row.resultFile,
        resultUntil: row.resultUntil,
      };
    case 'fail':
      return {
        status: 'fail',
        finishedAt: present(row, 'workFinishedAt'),
        reason: present(row, 'failReason'),
      };
    default:
      return assertNever(row.dealStatus);
  }
}

function present<Name extends keyof OrderRow>(row: OrderRow, name: Name): NonNullable<OrderRow[Name]> {
  const value = row[name];
  if (value === null || value === undefined) throw new Error(`damaged row: order ${row.id} has no ${name}`);
  return value;
}

export function orderStateRow({ money, deal, version }: Order): NewRow<typeof orderStates> {
  const cancelled = money.status === 'cancal' ? money : null;
  const paid = money.status === 'wait_pay' || money.status === 'cancal' ? null : money;
  const refunded = money.status === 'wait_refund' || money.status === 'refund' ? money : null;
  const finished = deal.status === 'done' || deal.status === 'fail' ? deal : null;
  const done = deal.status === 'done' ? deal : null;
  return {
    status: money.status,
    cancelledAt: cancelled?.cancelledAt ?? null,
    cancelledBy: cancelled?.cancelledBy ?? null,
    paidAt: paid?.paidAt ?? null,
    attemptId: paid?.attemptId ?? null,
    refundNo: refunded?.refundNo ?? null,
    dealStatus: deal.status,
    workStartedAt: deal.status === 'ing' ? deal.startedAt : null,
    workFinishedAt: finished?.finishedAt ?? null,
    resultFile: done?.resultFile ?? null,
    resultUntil: done?.resultUntil ?? null,
    failReason: deal.status === 'fail' ? deal.reason : null,
    version,
  };
}
