/** The filters of the orders page, in the form in which the page's address contains them. */

import { formatDay, parseDay } from '../../../../src/domain/civil-day.ts';
import { daysOfPeriod, type OrderPeriod, orderPeriods } from '../../../../src/domain/order-period.ts';
import type { SavedFilter } from '../../api/types.ts';
import { startOfDay, today } from '../../format/days.ts';

/** The filters in the form of the API's query parameters. */
export interface OrderFilters {
  readonly order_no: string;
  readonly user_id: string;
  readonly status: string;
  readonly deal_status: string;
  readonly goods_id: string;
  readonly refund_state: string;
  readonly from: string;
  readonly to: string;
}

/**
 * The names of the filters in the address. The address contains days in the shop's time zone, whereas the
 * API expects instants.
 */
export const filterNames = [
  'order_no',
  'user_id',
  'status',
  'deal_status',
  'goods_id',
  'refund_state',
  'period',
  'from',
  'to',
] as const;
export type FilterName = (typeof filterNames)[number];

/** The states of a refund whose money has not arrived at the customer. */
const refundStates: ReadonlySet<string> = new Set(['requested', 'pending', 'failed', 'open']);

export const noFilters: OrderFilters = {
  order_no: '',
  user_id: '',
  status: '',
  deal_status: '',
  goods_id: '',
  refund_state: '',
  from: '',
  to: '',
};

export function filtersOf(search: URLSearchParams): Readonly<Record<FilterName, string>> {
  const value = (name: FilterName) => search.get(name)?.trim() ?? '';
  return {
    order_no: value('order_no'),
    user_id: /^\d{1,15}$/.test(value('user_id')) ? value('user_id') : '',
    status: value('status'),
    deal_status: value('deal_status'),
    goods_id: /^\d{1,9}$/.test(value('goods_id')) ? value('goods_id') : '',
    refund_state: refundStates.has(value('refund_state')) ? value('refund_state') : '',
    period: orderPeriods.find((period) => period === value('period')) ?? '',
    from: value('from'),
    to: value('to'),
  };
}

/** The filters that have a value, as the address contains them. */
export function filledFilters(
  filters: Readonly<Partial<Record<FilterName, string>>>,
): Record<string, string> {
  return Object.fromEntries(
    filterNames.map((name) => [name, filters[name]?.trim() ?? '']).filter(([, value]) => value !== ''),
  );
}

/** A saved filter as the address contains it. */
export function savedFilterAddress(filter: SavedFilter): Record<string, string> {
  return filledFilters({
    status: filter.status ?? '',
    deal_status: filter.deal_status ?? '',
    goods_id: String(filter.goods_id ?? ''),
    refund_state: filter.refund_state ?? '',
    period: filter.period ?? '',
    from: filter.from ?? '',
    to: filter.to ?? '',
  });
}

/** The first and the last day of the filters in the shop's zone; empty: no limit. */
export function daysOfFilters(
  { period, from, to }: Readonly<Record<'period' | 'from' | 'to', string>>,
  zone: string,
): { readonly from: string; readonly to: string } {
  const now = parseDay(today(zone));
  if (!isPeriod(period) || now === undefined) return { from, to };
  const { first, last } = daysOfPeriod(period, now);
  return { from: formatDay(first), to: formatDay(last) };
}

function isPeriod(text: string): text is OrderPeriod {
  return orderPeriods.some((period) => period === text);
}

/**
 * Whether the service can search for an order by this text: the last four or at least the first six characters of
 * an order number, or a masked order number.
 */
export function isSearchable(number: string): boolean {
  return number.length === 4 || number.length >= 6 || /^…\w{4}$/.test(number);
}

export function dayAfter(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? '' : new Date(at + 86_400_000).toISOString().slice(0, 10);
}

/** The page includes the last day; the API excludes `to`. */
export function asQuery(
  { period, ...filters }: Readonly<Record<FilterName, string>>,
  zone: string,
): OrderFilters {
  const { from, to } = daysOfFilters({ ...filters, period }, zone);
  return {
    ...filters,
    order_no: isSearchable(filters.order_no) ? filters.order_no : '',
    from: from === '' ? '' : startOfDay(from, zone),
    to: to === '' ? '' : startOfDay(dayAfter(to), zone),
  };
}
