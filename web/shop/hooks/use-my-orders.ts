/** The customer's orders: those of the cookie's guest, page by page, and those that this browser remembers. */

import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, asApiError } from '../../shared/api/api-error.ts';
import { fetchOrder, myOrders } from '../api/operations.ts';
import type { Order } from '../api/types.ts';
import { forgetOrder, rememberedOrders } from '../keep/remembered-orders.ts';

export interface MyOrders {
  readonly orders: readonly Order[];
  readonly loading: boolean;
  readonly error: ApiError | null;
  readonly hasMore: boolean;
  loadMore(): void;
}

/** Looked up one by one, so only so many. */
const rememberedMax = 20;

/** Null, and forgotten, for one that is none any more. */
async function lookUp(orderNo: string): Promise<Order | null> {
  try {
    return await fetchOrder(orderNo);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    forgetOrder(orderNo);
    return null;
  }
}

function newestFirst(orders: readonly Order[]): readonly Order[] {
  return [...orders].sort((a, b) => b.id - a.id);
}

export function useMyOrders(hasToken: boolean): MyOrders {
  const [orders, setOrders] = useState<readonly Order[]>([]);
  const [loading, setLoading] = useState(true);
  const [error, setError] = useState<ApiError | null>(null);
  const before = useRef<number | null>(null);
  const listed = useRef(new Set<string>());
  const [hasMore, setHasMore] = useState(false);

  const add = useCallback((more: readonly Order[]) => {
    for (const { order_no } of more) listed.current.add(order_no);
    setOrders((now) => {
      const fresh = new Set(more.map(({ order_no }) => order_no));
      return newestFirst([...now.filter(({ order_no }) => !fresh.has(order_no)), ...more]);
    });
  }, []);

  const load = useCallback(async () => {
    setLoading(true);
    setError(null);
    try {
      // Who came without a cookie and has ordered nothing since is nobody to the service.
      const known = hasToken || rememberedOrders().length > 0;
      const page = known ? await myOrders(before.current) : { orders: [], before: null };
      add(page.orders);
      before.current = page.before;
      setHasMore(page.before !== null);
      // Once the guest's are all there: others were ordered with another cookie, or on another device.
      const others = page.before === null ? rememberedOrders() : [];
      const unlisted = others.filter((orderNo) => !listed.current.has(orderNo)).slice(0, rememberedMax);
      const found = await Promise.allSettled(unlisted.map(lookUp));
      add(found.flatMap((each) => (each.status === 'fulfilled' && each.value !== null ? [each.value] : [])));
      // An order that could not be looked up is not one that is not there.
      const failed = found.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setLoading(false);
    }
  }, [add, hasToken]);

  useEffect(() => void load(), [load]);
  return { orders, loading, error, hasMore, loadMore: () => void load() };
}
