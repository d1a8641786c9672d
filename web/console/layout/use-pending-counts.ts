/** How much waits on the pages of the navigation: refunds to confirm, dead jobs. */

import { useHealth } from '../pages/health/health-api.ts';
import { useApprovals } from '../pages/orders/orders-api.ts';
import { useMay } from '../session/use-session.ts';

export function useWaiting(): Readonly<Record<string, number>> {
  const may = useMay();
  const health = useHealth(may('health_see'));
  const approvals = useApprovals('pending', may('orders_see'));
  return {
    '/work': health.data?.queues.reduce((sum, { dead }) => sum + dead, 0) ?? 0,
    '/refunds': approvals.data?.pages.reduce((sum, page) => sum + page.approvals.length, 0) ?? 0,
  };
}
