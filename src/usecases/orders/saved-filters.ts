/**
 * The order filters of each operator: default filters and filters that the operator saved, in the operator's order,
 * with the number of orders that match. Other operators do not see them.
 */

import { type DayNumber, dayOf, parseDay, startOfDay } from '../../domain/civil-day.ts';
import { AppError, invalidParameter } from '../../domain/errors.ts';
import { daysOfPeriod } from '../../domain/order-period.ts';
import { type DefaultFilter, defaultFilters, filterCountMax } from '../../domain/saved-filters.ts';
import type { TimeZone } from '../../domain/zoned-time.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import type { OrderFilter } from './order-store.ts';
import type { SavedFilter, SavedSearch } from './saved-filter-store.ts';

const ownFiltersMax = 20;

const anySearch: SavedSearch = {
  status: null,
  dealStatus: null,
  goodsId: null,
  refundState: null,
  period: null,
  from: null,
  to: null,
};

const defaultSearches: Readonly<Record<DefaultFilter, SavedSearch>> = {
  wait_refund: { ...anySearch, status: 'wait_refund' },
  refund_failed: { ...anySearch, refundState: 'failed' },
  failed: { ...anySearch, dealStatus: 'fail', period: 'last_7_days' },
  in_progress: { ...anySearch, status: 'pay', dealStatus: 'ing' },
  paid_today: { ...anySearch, status: 'pay', period: 'today' },
  unpaid: { ...anySearch, status: 'wait_pay' },
};

const isDefault = (id: string): id is DefaultFilter => defaultFilters.some((key) => key === id);

export interface ListedFilter {
  readonly id: string;
  /** Null: a default filter. */
  readonly name: string | null;
  readonly search: SavedSearch;
  /** Number of orders that match. The count stops at `filterCountMax`, which means this number or more. */
  readonly count: number;
}

type FilterDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'settings'>;

/** @throws AppError `forbidden`. */
export async function listSavedFilters(
  { store, clock, settings: { zone } }: Pick<Deps, 'store' | 'clock' | 'settings'>,
  caller: OperatorCaller,
): Promise<ListedFilter[]> {
  requirePermission(caller, 'orders_see');
  const today = dayOf(clock.now(), zone);
  const listed: ListedFilter[] = [];
  // Count one filter after the other, so that one page does not use every connection to the database.
  for (const { id, own } of (await store.read.savedFilters.ofOperator(caller.operator.id)) ?? defaults()) {
    const search = own === null ? searchOfDefault(id) : own.search;
    if (search === undefined) continue;
    const count = await store.read.orders.countUpTo(filterOf(search, zone, today), filterCountMax);
    listed.push({ id, name: own?.name ?? null, search, count });
  }
  return listed;
}

/** @throws AppError `forbidden`, `invalid_parameters`, `illegal_transition` (too many). */
export async function addSavedFilter(
  deps: FilterDeps,
  caller: OperatorCaller,
  given: { readonly name: string; readonly search: SavedSearch },
): Promise<void> {
  requirePermission(caller, 'orders_see');
  const own = { name: checkedName(given.name), search: checkedSearch(given.search) };
  const id = Buffer.from(deps.random.bytes(6)).toString('hex');
  await change(deps, caller, (filters) => {
    if (filters.filter((filter) => filter.own !== null).length >= ownFiltersMax) throw tooMany();
    return [...filters, { id, own }];
  });
}

/**
 * Renames a filter that the operator saved.
 * @throws AppError `forbidden`, `invalid_parameters`, `unknown_item`.
 */
export async function renameSavedFilter(
  deps: FilterDeps,
  caller: OperatorCaller,
  id: string,
  given: string,
): Promise<void> {
  requirePermission(caller, 'orders_see');
  const name = checkedName(given);
  await change(deps, caller, (filters) => {
    const search = filters.find((filter) => filter.id === id)?.own?.search;
    if (search === undefined) throw unknownFilter();
    return filters.map((filter) => (filter.id === id ? { id, own: { name, search } } : filter));
  });
}

export interface FilterArrangement {
  /**
   * The filters in their new order. A default filter that was removed before is added again. Filters that are in
   * neither list follow these: a page that was loaded before they were saved does not know them.
   */
  readonly ids: readonly string[];
  /** Filters to remove. Ids of filters that are already removed are ignored. */
  readonly removed: readonly string[];
}

/** @throws AppError `forbidden`, `invalid_parameters`, `unknown_item`. */
export async function arrangeSavedFilters(
  deps: FilterDeps,
  caller: OperatorCaller,
  { ids, removed }: FilterArrangement,
): Promise<void> {
  requirePermission(caller, 'orders_see');
  const named = new Set([...ids, ...removed]);
  if (named.size < ids.length + removed.length)
    throw invalidParameter('ids', 'list_repeats', 'must name each filter once');
  await change(deps, caller, (filters) => {
    const arranged = ids.map((id) => {
      const filter = filters.find((one) => one.id === id) ?? (isDefault(id) ? { id, own: null } : undefined);
      if (filter === undefined) throw unknownFilter();
      return filter;
    });
    return [...arranged, ...filters.filter(({ id }) => !named.has(id))];
  });
}

async function change(
  { store, clock }: FilterDeps,
  { operator }: OperatorCaller,
  next: (filters: readonly SavedFilter[]) => readonly SavedFilter[],
): Promise<void> {
  await store.transaction(async ({ savedFilters }: Pick<StoreTransaction, 'savedFilters'>) => {
    await savedFilters.lock(operator.id);
    const filters = next((await savedFilters.ofOperator(operator.id)) ?? defaults());
    await savedFilters.save(operator.id, filters, clock.now());
  });
}

function defaults(): SavedFilter[] {
  return defaultFilters.map((id) => ({ id, own: null }));
}

/** @returns undefined for a default filter of a newer version. */
function searchOfDefault(id: string): SavedSearch | undefined {
  return isDefault(id) ? defaultSearches[id] : undefined;
}

function checkedName(given: string): string {
  const name = given.trim();
  if (name === '') throw invalidParameter('name', 'blank', 'must not be blank');
  return name;
}

/** @throws AppError `invalid_parameters`. */
function checkedSearch(search: SavedSearch): SavedSearch {
  for (const name of ['from', 'to'] as const) {
    const day = search[name];
    if (day !== null && parseDay(day) === undefined) {
      throw invalidParameter(name, 'not_a_day', 'must be a day, YYYY-MM-DD');
    }
  }
  return search.period === null ? search : { ...search, from: null, to: null };
}

function filterOf(
  { period, from, to, ...conditions }: SavedSearch,
  zone: TimeZone,
  today: DayNumber,
): OrderFilter {
  const days = period === null ? null : daysOfPeriod(period, today);
  const first = days?.first ?? (from === null ? undefined : parseDay(from));
  const last = days?.last ?? (to === null ? undefined : parseDay(to));
  return {
    ...conditions,
    orderNoPrefix: null,
    orderNoEnding: null,
    userId: null,
    from: first === undefined ? null : startOfDay(first, zone),
    to: last === undefined ? null : startOfDay(last + 1, zone),
  };
}

function unknownFilter(): AppError {
  return new AppError('unknown_item', 'There is no such saved filter.', { reason: 'unknown_saved_filter' });
}

function tooMany(): AppError {
  return new AppError('illegal_transition', `Remove one of the ${ownFiltersMax} saved filters first.`, {
    reason: 'too_many_saved_filters',
  });
}
