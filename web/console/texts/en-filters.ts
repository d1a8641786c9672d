/** The English texts about saved filters of orders, and their periods. */

import type { OrderPeriod } from '../../../src/domain/order-period.ts';
import type { DefaultFilter } from '../../../src/domain/saved-filters.ts';

/** @param limit the number at which the service stops counting. */
const countText = (count: number, limit: number) => (count < limit ? String(count) : `${limit - 1}+`);

export const enFilters = {
  saved: 'Saved filters',
  all: 'All orders',
  countText,
  names: {
    wait_refund: 'Waiting for refund',
    refund_failed: 'Refund failed',
    failed: 'Failed, last 7 days',
    in_progress: 'In progress',
    paid_today: 'Paid, placed today',
    unpaid: 'Unpaid',
  } satisfies Record<DefaultFilter, string>,
  button: (chosen: number) => (chosen === 0 ? 'Filters' : `Filters (${chosen})`),
  period: 'Period',
  periods: {
    today: 'Today',
    yesterday: 'Yesterday',
    last_7_days: 'Last 7 days',
    last_30_days: 'Last 30 days',
  } satisfies Record<OrderPeriod, string>,
  save: 'Save filter',
  saveTitle: 'Save this filter',
  saveNote: 'The filter appears above the list, with the number of orders that match. Only you see it.',
  saveHint: 'Choose what to filter by first. Order and customer numbers are not saved.',
  name: 'Name',
  added: (name: string) => `Filter “${name}” saved.`,
  manage: 'Manage filters',
  up: (name: string) => `Move up: ${name}`,
  down: (name: string) => `Move down: ${name}`,
  rename: (name: string) => `Rename: ${name}`,
  remove: (name: string) => `Remove: ${name}`,
  defaults: 'Bring back',
  noneLeft: 'No filters.',
};
