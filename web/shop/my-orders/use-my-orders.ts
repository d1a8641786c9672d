/**
 * The customer's orders: first the orders of the guest whom the cookie identifies, page by page, then other
 * orders whose numbers this browser has stored.
 */

import { useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../client/src/api-error.ts';
import { fetchOrder, myOrders } from '../api/operations.ts';
import type { Order } from '../api/types.ts';
import { orderDetailsKey } from '../order/use-order-details.ts';
import { forgetOrder, rememberedOrders } from './remembered-orders.ts';

export interface MyOrders {
  /** Newest first. */
  readonly orders: readonly Order[];
  readonly loading: boolean;
  /** The error of the last look-up; null without an error. Some orders may have been found nevertheless. */
  readonly error: unknown;
  readonly hasMore: boolean;
  loadMore(): void;
  retry(): void;
}

/** Maximum number of remembered orders that are looked up, each with a separate call. */
const rememberedMax = 20;

/** @returns null for an order that no longer exists, and removes its number from the remembered numbers. */
async function lookUp(orderNo: string): Promise<Order | null> {
  try {
    return await fetchOrder(orderNo);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    forgetOrder(orderNo);
    return null;
  }
}

/** @param hasToken whether the browser has a guest's cookie. */
export function useMyOrders(hasToken: boolean): MyOrders {
  // Without a cookie and without an order of this browser the service knows no orders of this customer.
  const mayHaveOrders = hasToken || rememberedOrders().length > 0;
  const queryClient = useQueryClient();
  // The states of orders change while the customer pays in another tab or leaves the page open.
  const refetchOnWindowFocus = true;
  const list = useInfiniteQuery({
    queryKey: ['my-orders'],
    refetchOnWindowFocus,
    enabled: mayHaveOrders,
    async queryFn({ pageParam }) {
      const page = await myOrders(pageParam);
      for (const details of page.details) {
        queryClient.setQueryData(orderDetailsKey(details.order_no), details);
      }
      return page;
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ before }) => before,
  });
  const listed = list.data?.pages.flatMap(({ orders }) => orders) ?? [];
  const listedNumbers = new Set(listed.map(({ order_no }) => order_no));

  // Orders of another cookie or device follow once the guest's own list is complete.
  const isComplete = list.isSuccess && !list.hasNextPage;
  const others = isComplete ? rememberedOrders().filter((orderNo) => !listedNumbers.has(orderNo)) : [];
  const lookUps = useQueries({
    queries: others.slice(0, rememberedMax).map((orderNo) => ({
      queryKey: ['remembered-order', orderNo],
      queryFn: () => lookUp(orderNo),
      refetchOnWindowFocus,
    })),
  });
  const found = lookUps.flatMap(({ data }) => (data === undefined || data === null ? [] : [data]));
  const queries = [list, ...lookUps];

  return {
    orders: [...listed, ...found].sort((a, b) => b.id - a.id),
    loading:
      list.isFetchingNextPage || queries.some(({ data, isFetching }) => data === undefined && isFetching),
    error: queries.find(({ isError, isFetching }) => isError && !isFetching)?.error ?? null,
    hasMore: list.hasNextPage,
    loadMore: () => void list.fetchNextPage(),
    retry() {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}
