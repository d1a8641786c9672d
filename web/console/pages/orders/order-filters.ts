/** The filters of the orders page, in the form in which the page's address contains them. */

import { parseServiceTime } from '../../../shared/service-time.ts';

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
  'from',
  'to',
] as const;
export type FilterName = (typeof filterNames)[number];

/** The states of a refund whose money has not arrived at the customer. */
const refundStates: ReadonlySet<string> = new Set(['requested', 'pending', 'failed']);

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
    from: value('from'),
    to: value('to'),
  };
}

/** Whether the service can search for a number: its last four or at least its first six characters, or a masked number. */
export function isSearchable(number: string): boolean {
  return number.length === 4 || number.length >= 6 || /^…\w{4}$/.test(number);
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
    order_no: isSearchable(filters.order_no) ? filters.order_no : '',
    from: filters.from === '' ? '' : startOfDay(filters.from, zone),
    to: filters.to === '' ? '' : startOfDay(dayAfter(filters.to), zone),
  };
}
