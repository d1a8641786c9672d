/**
 * The details of an order: the choices of the customer, and how long the result is kept. They change when the result is
 * made or deleted, and if an operator orders a new picture with other settings. Null until they are loaded.
 */

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fetchOrderDetails } from '../api/operations.ts';
import type { OrderDetails } from '../api/types.ts';

export const orderDetailsKey = (orderNo: string) => ['order-details', orderNo];

/**
 * @param orderNo null: there is no order yet.
 * @param hasResult whether the order has a result now. Details that say otherwise are loaded again.
 */
export function useOrderDetails(orderNo: string | null, hasResult?: boolean): OrderDetails | null {
  const details = useQuery({
    queryKey: orderDetailsKey(orderNo ?? ''),
    queryFn: () => fetchOrderDetails(orderNo ?? ''),
    enabled: orderNo !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const queryClient = useQueryClient();
  const known = details.data ?? null;
  const isOutdated = known !== null && hasResult !== undefined && hasResult !== (known.result_until !== null);
  useEffect(() => {
    if (isOutdated) void queryClient.invalidateQueries({ queryKey: orderDetailsKey(orderNo ?? '') });
  }, [isOutdated, orderNo, queryClient]);
  return known;
}
