/** The orders of today, as many as one call gives, and the latest ones. */

import { useQuery } from '@tanstack/react-query';
import { parseServiceTime } from '../../../shared/service-time.ts';
import { get } from '../../api/call.ts';
import type { OrdersPage } from '../../api/types.ts';
import { today } from '../../parts/days.ts';
import { useSession } from '../../session/use-session.ts';

const everyMs = 10_000;
const limitMax = 100;

export function useOrdersOfToday() {
  const { shop } = useSession();
  const from = parseServiceTime(`${today(shop.time_zone)} 00:00:00`, shop.time_zone)?.toISOString() ?? '';
  return {
    today: useQuery({
      queryKey: ['orders', 'today', from],
      queryFn: ({ signal }) => get<OrdersPage>('orders', { from, limit: limitMax }, signal),
      refetchInterval: everyMs,
    }),
    latest: useQuery({
      queryKey: ['orders', 'latest'],
      queryFn: ({ signal }) => get<OrdersPage>('orders', { limit: 10 }, signal),
      refetchInterval: everyMs,
    }),
  };
}
