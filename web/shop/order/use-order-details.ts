/** What was ordered: the choices of the customer. A new picture after a problem can have others. Null until they are known. */

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
