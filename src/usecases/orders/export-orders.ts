/** Reads the orders that match a search, for an export. The audit log records each export. */

import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { StoreReads } from '../ports/store.ts';
import { orderOfId } from './find-anything.ts';
import type { FoundOrder, OrderCursor } from './order-store.ts';
import { filterOf, type OrderSearch } from './search-orders.ts';

/** The maximum number of orders in one file. A spreadsheet opens a file of this size within seconds. */
export const exportedOrdersMax = 20_000;
/** The number of orders that one query reads. `exportedOrdersMax` must be a multiple of this number. */
const pageSize = 500;

export interface ExportedOrders {
  readonly orders: readonly FoundOrder[];
  /** Whether more orders may match than the file contains. */
  readonly isCut: boolean;
}

/**
 * @param chosen a search, or the ids of orders.
 * @throws AppError `forbidden`, `invalid_parameters`.
 */
export async function exportOrders(
  deps: Pick<Deps, 'store' | 'clock'>,
  caller: OperatorCaller,
  chosen: OrderSearch | readonly number[],
): Promise<ExportedOrders> {
  requirePermission(caller, 'orders_see');
  const { orders, isCut } = isList(chosen)
    ? { orders: await ordersOfIds(deps.store.read, chosen), isCut: false }
    : await allOrders(deps.store.read, chosen);
  await deps.store.transaction((tx) =>
    recordAudit({ tx, clock: deps.clock }, caller, {
      action: 'orders_exported',
      targetKind: 'order',
      targetId: 'all',
      reason: null,
      before: null,
      after: { exported: orders.length },
    }),
  );
  return { orders, isCut };
}

function isList(chosen: OrderSearch | readonly number[]): chosen is readonly number[] {
  return Array.isArray(chosen);
}

async function ordersOfIds(read: StoreReads, ids: readonly number[]): Promise<FoundOrder[]> {
  const orders: FoundOrder[] = [];
  for (const id of ids) {
    const order = await orderOfId(read, id);
    if (order !== undefined) orders.push(order);
  }
  return orders;
}

async function allOrders(read: StoreReads, search: OrderSearch): Promise<ExportedOrders> {
  const filter = filterOf(search);
  const orders: FoundOrder[] = [];
  let before: OrderCursor | null = null;
  let isCut = false;
  do {
    const page = await read.orders.exportPage(filter, before, pageSize);
    orders.push(...page);
    const last = page.length < pageSize ? undefined : page.at(-1)?.order;
    before = last === undefined ? null : { createdAt: last.createdAt, id: last.id };
    isCut = before !== null && orders.length >= exportedOrdersMax;
  } while (before !== null && !isCut);
  return { orders, isCut };
}
