/** Every kind of job. A new kind is a file `…-job.ts` in its topic and a line here. */

import type { Act } from './act.ts';
import type { Deps } from './deps.ts';
import type { AnyJob } from './jobs/define-job.ts';
import { expireOrdersJob } from './orders/expire-orders-job.ts';
import { checkPaymentJob } from './payments/check-payment-job.ts';
import { closePaymentsJob } from './payments/close-payments-job.ts';
import { processOrderJob } from './pictures/process-order-job.ts';
import { removeFileJob } from './pictures/remove-file-job.ts';
import { refundPaymentJob } from './refunds/refund-payment-job.ts';
import { purgeJob } from './retention/purge-job.ts';
import { selfAuditJob } from './self-audit/self-audit-job.ts';
import { deliverWebhookJob } from './webhooks/deliver-webhook-job.ts';

export const allJobs: readonly AnyJob[] = [
  processOrderJob,
  checkPaymentJob,
  closePaymentsJob,
  refundPaymentJob,
  deliverWebhookJob,
  removeFileJob,
  expireOrdersJob,
  purgeJob,
  selfAuditJob,
];

/** Each schedule is one job that puts itself back; several processes may call this at once. */
export async function ensureSchedules({
  store,
  clock,
  settings,
  random,
}: Pick<Deps, 'store' | 'clock' | 'settings' | 'random'>): Promise<void> {
  await store.transaction(async (tx) => {
    const act: Omit<Act, 'actor'> = { tx, clock, settings, random, requestId: null };
    for (const job of allJobs) if (job.isSchedule) await job.enqueueSchedule(act);
  });
}
