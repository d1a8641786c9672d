/** The table `saved_filters`: the order filters that operators have saved. */

import { orderPeriods } from '../../domain/order-period.ts';
import type { SavedFilter, SavedSearch } from '../../usecases/orders/saved-filter-store.ts';
import { integer } from '../column.ts';
import { isObject, json } from '../json-column.ts';
import { table } from '../table.ts';
import { dealStatuses, statuses } from './order-pairs.ts';

const refundStates = ['requested', 'pending', 'failed', 'open'] as const;

type Fields = Readonly<Record<string, unknown>>;

function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | null {
  return allowed.find((one) => one === value) ?? null;
}

/** Leaves out a condition that this version does not know. */
function searchOf(search: Fields): SavedSearch {
  const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    status: oneOf(statuses, search.status),
    dealStatus: oneOf(dealStatuses, search.dealStatus),
    goodsId: typeof search.goodsId === 'number' ? search.goodsId : null,
    refundState: oneOf(refundStates, search.refundState),
    period: oneOf(orderPeriods, search.period),
    from: textOrNull(search.from),
    to: textOrNull(search.to),
  };
}

/** @throws Error for JSON of another form. */
function filterOf(stored: unknown): SavedFilter {
  if (!isObject(stored) || typeof stored.id !== 'string') throw new Error('the JSON is not a saved filter');
  const { id, own } = stored;
  if (own === null) return { id, own };
  if (!isObject(own) || typeof own.name !== 'string' || !isObject(own.search)) {
    throw new Error('the JSON has no own filter');
  }
  return { id, own: { name: own.name, search: searchOf(own.search) } };
}

function filtersOf(parsed: unknown): readonly SavedFilter[] {
  if (!Array.isArray(parsed)) throw new Error('the JSON is not a list');
  return parsed.map(filterOf);
}

export const savedFiltersTable = table('saved_filters', {
  operatorId: integer,
  filters: json(filtersOf),
  changedAt: integer,
});
