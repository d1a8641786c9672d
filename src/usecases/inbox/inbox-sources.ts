/** Everything that can wait for a person: one source for each topic of the inbox. */

import type { AnyJob } from '../jobs/define-job.ts';
import { failedJobSource } from '../jobs/job-inbox.ts';
import { disputeSource } from '../payments/dispute-inbox.ts';
import type { InboxSource } from '../ports/inbox-source.ts';
import { problemSource } from '../problems/problem-inbox.ts';
import { differenceSource } from '../reconciliation/difference-inbox.ts';
import { failedRefundSource, refundApprovalSource } from '../refunds/refund-inbox.ts';

export function inboxSources(jobs: readonly AnyJob[]): readonly InboxSource[] {
  return [
    failedRefundSource,
    refundApprovalSource,
    disputeSource,
    problemSource,
    differenceSource,
    failedJobSource(jobs),
  ];
}
