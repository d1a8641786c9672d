/** Provides the inbox with dead jobs. */

import type { InboxItem, InboxSource } from '../ports/inbox-source.ts';
import type { AnyJob } from './define-job.ts';
import { jobOfKind } from './view-job.ts';

export function failedJobSource(kinds: readonly AnyJob[]): InboxSource {
  return {
    topic: 'failed_job',
    permission: 'jobs_see',
    async open(reads, limit) {
      const items: InboxItem[] = [];
      for (const job of await reads.jobs.oldestDead(limit)) {
        const { orderNo } = await jobOfKind(kinds, job.kind).purposeOf(reads, job);
        items.push({
          id: job.id,
          since: job.createdAt,
          orderId: orderNo === null ? null : ((await reads.orders.idByNo(orderNo)) ?? null),
          orderNo,
          amountMinor: null,
          currency: null,
          code: job.kind,
          words: job.lastError,
        });
      }
      return items;
    },
  };
}
