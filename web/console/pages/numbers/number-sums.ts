/** Adds up the figures of a period: in total, and by product, provider or channel. */

import type { Numbers } from '../../api/types.ts';

export type Period = Numbers['now'];
export type Dimension = 'good' | 'provider' | 'channel';

export interface Totals {
  readonly revenue: number;
  readonly payments: number;
  readonly refundAmount: number;
  readonly refunds: number;
  /** Refunds that were settled in another way. */
  readonly settledAmount: number;
  /** null: unpaid orders of one of the days may have been deleted, so their number is unknown. */
  readonly placed: number | null;
  readonly paid: number;
  readonly failed: number;
  readonly refunded: number;
}

export interface Line {
  readonly key: string;
  readonly revenue: number;
  readonly payments: number;
  readonly refundAmount: number;
  readonly settledAmount: number;
}

function add(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** Amounts of other currencies are left out, because they cannot be added. */
export function totalsOf(days: Period['days'], currency: string): Totals {
  const sales = days.flatMap((day) => day.sales).filter((sale) => sale.currency === currency);
  const refunds = days.flatMap((day) => day.refunds).filter((refund) => refund.currency === currency);
  const settled = days.flatMap((day) => day.settled).filter((refund) => refund.currency === currency);
  const orders = days.flatMap((day) => day.orders);
  return {
    revenue: add(sales.map(({ amount }) => amount)),
    payments: add(sales.map(({ count }) => count)),
    refundAmount: add(refunds.map(({ amount }) => amount)),
    refunds: add(refunds.map(({ count }) => count)),
    settledAmount: add(settled.map(({ amount }) => amount)),
    placed: days.some((day) => day.unpaid_deleted) ? null : add(orders.map(({ placed }) => placed ?? 0)),
    paid: add(orders.map(({ paid }) => paid)),
    failed: add(orders.map(({ failed }) => failed)),
    refunded: add(orders.map(({ refunded }) => refunded)),
  };
}

/** The other currencies in which money arrived, was refunded or settled, in alphabetical order. */
export function otherCurrencies(days: Period['days'], currency: string): string[] {
  const ways = days.flatMap(({ sales, refunds, settled }) => [...sales, ...refunds, ...settled]);
  return [...new Set(ways.map((way) => way.currency))].filter((one) => one !== currency).sort();
}

type Way = Period['days'][number]['sales'][number];

function keyOf(dimension: Dimension, { good_id, provider, channel }: Way): string {
  switch (dimension) {
    case 'good':
      return String(good_id);
    case 'provider':
      return provider;
    case 'channel':
      return `${provider} ${channel}`;
    default:
      return dimension satisfies never;
  }
}

/** One line for each product, provider or channel, the highest revenue first. */
export function linesOf(days: Period['days'], dimension: Dimension, currency: string): Line[] {
  const lines = new Map<string, { -readonly [Field in keyof Line]: Line[Field] }>();
  const lineOf = (way: Way) => {
    const key = keyOf(dimension, way);
    const line = lines.get(key) ?? { key, revenue: 0, payments: 0, refundAmount: 0, settledAmount: 0 };
    lines.set(key, line);
    return line;
  };
  for (const { sales, refunds, settled } of days) {
    for (const sale of sales.filter((one) => one.currency === currency)) {
      const line = lineOf(sale);
      line.revenue += sale.amount;
      line.payments += sale.count;
    }
    for (const refund of refunds.filter((one) => one.currency === currency)) {
      lineOf(refund).refundAmount += refund.amount;
    }
    for (const refund of settled.filter((one) => one.currency === currency)) {
      lineOf(refund).settledAmount += refund.amount;
    }
  }
  return [...lines.values()].sort((a, b) => b.revenue - a.revenue || (a.key < b.key ? -1 : 1));
}

/** `part` of `whole` as a percentage; null if `whole` is 0 or unknown. */
export function percent(part: number, whole: number | null): number | null {
  return whole === null || whole === 0 ? null : (part / whole) * 100;
}
