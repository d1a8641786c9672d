/**
 * The details of an order: the choices of the customer. They change if an operator orders a new picture with other
 * settings. Null until they are loaded.
 */

import { useQuery } from '@tanstack/react-query';
import { fetchOrderDetails } from '../api/operations.ts';
import type { OrderDetails } from '../api/types.ts';

export const orderDetailsKey = (orderNo: string) => ['order-details', orderNo];

/** @param orderNo null: there is no order yet. */
export function useOrderDetails(orderNo: string | null): OrderDetails | null {
  const details = useQuery({
    queryKey: orderDetailsKey(orderNo ?? ''),
    queryFn: () => fetchOrderDetails(orderNo ?? ''),
    enabled: orderNo !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return details.data ?? null;
}
