/** The filters of the orders page, in the form in which the page's address contains them. */

import { parseServiceTime } from '../../../shared/service-time.ts';

/** The filters in the form of the API's query parameters. */
export interface OrderFilters {
  readonly order_no: string;
  readonly user_id: string;
  readonly status: string;
  readonly deal_status: string;
  readonly goods_id: string;
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
  'from',
  'to',
] as const;
export type FilterName = (typeof filterNames)[number];

export function filtersOf(search: URLSearchParams): Readonly<Record<FilterName, string>> {
  const value = (name: FilterName) => search.get(name)?.trim() ?? '';
  return {
    order_no: value('order_no'),
    user_id: /^\d{1,15}$/.test(value('user_id')) ? value('user_id') : '',
    status: value('status'),
    deal_status: value('deal_status'),
    goods_id: /^\d{1,9}$/.test(value('goods_id')) ? value('goods_id') : '',
    from: value('from'),
    to: value('to'),
  };
}

function startOfDay(day: string, zone: string): string {
  return parseServiceTime(`${day} 00:00:00`, zone)?.toISOString() ?? '';
}

export function dayAfter(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) ? '' : new Date(at + 86_400_000).toISOString().slice(0, 10);
}

/** The page includes the last day; the API excludes `to`. */
export function asQuery(filters: Readonly<Record<FilterName, string>>, zone: string): OrderFilters {
  return {
    ...filters,
    order_no: filters.order_no.length < 6 ? '' : filters.order_no,
    from: filters.from === '' ? '' : startOfDay(filters.from, zone),
    to: filters.to === '' ? '' : startOfDay(dayAfter(filters.to), zone),
  };
}
