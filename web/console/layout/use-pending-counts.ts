/**
 * Counts what waits for an operator, by the address of the page that shows it. All counts are of the inbox, so that no
 * page says that nothing waits while the inbox has items.
 */

import { useInbox } from '../pages/inbox/inbox-api.ts';
import { useMay } from '../session/use-session.ts';

export function usePendingCounts(): Readonly<Record<string, number>> {
  const may = useMay();
  const inbox = useInbox(may('orders_see'));
  const items = inbox.data?.items ?? [];
  const count = (...topics: readonly string[]) => items.filter(({ topic }) => topics.includes(topic)).length;
  return {
    '/inbox': items.length,
    '/refunds': count('failed_refund', 'refund_approval'),
    '/jobs': count('failed_job'),
    '/reconciliation': count('difference'),
  };
}
