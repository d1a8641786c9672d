/** Lists every kind of job. To add a kind, write a file `…-job.ts` in the folder of its topic and add it here. */

import type { Act } from './act.ts';
import { readyMessageJob } from './delivery/ready-message-job.ts';
import { reportDeliveryJob } from './delivery/report-delivery-job.ts';
import type { Deps } from './deps.ts';
import { sendEmailJob } from './emails/send-email-job.ts';
import type { AnyJob } from './jobs/define-job.ts';
import { expireOrdersJob } from './orders/expire-orders-job.ts';
import { checkPaymentJob } from './payments/check-payment-job.ts';
import { closePaymentsJob } from './payments/close-payments-job.ts';
import { fetchDisputesJob } from './payments/fetch-disputes-job.ts';
import { processOrderJob } from './pictures/process-order-job.ts';
import { remakePictureJob } from './pictures/remake-picture-job.ts';
import { removeFileJob } from './pictures/remove-file-job.ts';
import { reconcileDayJob } from './reconciliation/reconcile-day-job.ts';
import { refundPaymentJob } from './refunds/refund-payment-job.ts';
import { forgetAgainJob } from './retention/forget-again-job.ts';
import { purgeIconsJob } from './retention/purge-icons-job.ts';
import { purgeJob } from './retention/purge-job.ts';
import { selfAuditJob } from './self-audit/self-audit-job.ts';
import { deliverWebhookJob } from './webhooks/deliver-webhook-job.ts';
import { releaseWebhooksJob } from './webhooks/release-webhooks-job.ts';

export const allJobs = [
  processOrderJob,
  remakePictureJob,
  checkPaymentJob,
  closePaymentsJob,
  refundPaymentJob,
  reportDeliveryJob,
  readyMessageJob,
  sendEmailJob,
  deliverWebhookJob,
  removeFileJob,
  expireOrdersJob,
  purgeJob,
  purgeIconsJob,
  forgetAgainJob,
  reconcileDayJob,
  fetchDisputesJob,
  selfAuditJob,
  releaseWebhooksJob,
] as const satisfies readonly AnyJob[];

export type JobKind = (typeof allJobs)[number]['kind'];

export const jobKinds: readonly JobKind[] = allJobs.map(({ kind }) => kind);

/** Adds the job of each schedule, unless the job exists. Several processes may call this at the same time. */
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
