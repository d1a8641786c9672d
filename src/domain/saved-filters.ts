/**
 * The default filters of orders in the console, and the largest number of orders that the console counts for a
 * filter.
 */

/** The filters of an operator who has not changed them, in this order. The console shows a name for each filter. */
export const defaultFilters = [
  'wait_refund',
  'refund_failed',
  'failed',
  'in_progress',
  'paid_today',
  'unpaid',
] as const;
export type DefaultFilter = (typeof defaultFilters)[number];

/** A count stops at this number, so that the list is fast however many orders exist. */
export const filterCountMax = 1000;
