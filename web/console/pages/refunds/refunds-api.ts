/** Refunds above the shop's limit: the requests that wait for a second operator, and the reviewed ones. */

import { get } from '../../api/call.ts';
import type { ApprovalsPage } from '../../api/types.ts';
import { usePagedList } from '../../hooks/use-paged-list.ts';

const refetchEveryMs = 10_000;

export function useApprovals(state: 'pending' | 'decided', enabled = true) {
  return usePagedList<ApprovalsPage>({
    key: ['approvals', state],
    enabled,
    everyMs: refetchEveryMs,
    fetchPage: (before, signal) => get<ApprovalsPage>('refund_approvals', { state, before }, signal),
  });
}
