/** The call that counts the orders in each state. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseServiceTime } from '../../../shared/service-time.ts';
import { get } from '../../api/call.ts';
import type { OrderCounts } from '../../api/types.ts';
import { useSession } from '../../session/use-session.ts';

const everyMs = 10_000;

/** @param fromDay `YYYY-MM-DD` in the shop's zone, at most 30 days ago. */
export function useOrderCounts(fromDay: string) {
  const { shop } = useSession();
  const from = parseServiceTime(`${fromDay} 00:00:00`, shop.time_zone)?.toISOString() ?? '';
  return useQuery({
    queryKey: ['orders', 'counts', from],
    queryFn: ({ signal }) => get<OrderCounts>('order_counts', { from }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
  });
}
