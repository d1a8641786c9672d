/**
 * Counts what waits for an operator, such as refunds to review, open differences and dead jobs, by the address of the page
 * that shows it.
 */

import { useHealth } from '../pages/health/health-api.ts';
import { useDifferences } from '../pages/reconciliation/reconciliation-api.ts';
import { useApprovals } from '../pages/refunds/refunds-api.ts';
import { useMay } from '../session/use-session.ts';

export function usePendingCounts(): Readonly<Record<string, number>> {
  const may = useMay();
  const health = useHealth(may('health_see'));
  const approvals = useApprovals('pending', may('orders_see'));
  const differences = useDifferences('open', may('money_see'));
  return {
    '/jobs': health.data?.queues.reduce((sum, { dead }) => sum + dead, 0) ?? 0,
    '/refunds': approvals.data?.pages.reduce((sum, page) => sum + page.approvals.length, 0) ?? 0,
    '/reconciliation': differences.data?.pages.reduce((sum, page) => sum + page.differences.length, 0) ?? 0,
  };
}
