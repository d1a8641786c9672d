/**
 * The kinds and keys of all jobs that an order can have: of its picture, payments, refunds, e-mails and webhook
 * events.
 */

import type { Order } from '../../domain/order.ts';
import type { PaymentAttempt, Refund } from '../../domain/payment-state.ts';
import { readyMessageJob } from '../delivery/ready-message-job.ts';
import { reportDeliveryJob } from '../delivery/report-delivery-job.ts';
import { emailKeysOf, sendEmailJob } from '../emails/send-email-job.ts';
import type { JobName } from '../jobs/job-store.ts';
import { checkPaymentJob } from '../payments/check-payment-job.ts';
import { closePaymentsJob } from '../payments/close-payments-job.ts';
import { processOrderJob } from '../pictures/process-order-job.ts';
import { remakePictureJob } from '../pictures/remake-picture-job.ts';
import { refundPaymentJob } from '../refunds/refund-payment-job.ts';
import { deliverWebhookJob, deliveryKey } from '../webhooks/deliver-webhook-job.ts';
import type { WebhookDelivery } from '../webhooks/webhook-store.ts';

export function orderJobNames(
  { orderNo }: Order,
  payments: readonly PaymentAttempt[],
  refunds: readonly Refund[],
  deliveries: readonly Pick<WebhookDelivery, 'eventId' | 'endpointId'>[],
): JobName[] {
  return [
    { kind: processOrderJob.kind, key: orderNo },
    { kind: remakePictureJob.kind, key: orderNo },
    { kind: closePaymentsJob.kind, key: orderNo },
    { kind: reportDeliveryJob.kind, key: orderNo },
    { kind: readyMessageJob.kind, key: orderNo },
    ...emailKeysOf(orderNo, refunds).map((key) => ({ kind: sendEmailJob.kind, key })),
    ...payments.map(({ paymentNo }) => ({ kind: checkPaymentJob.kind, key: paymentNo })),
    ...refunds.map(({ refundNo }) => ({ kind: refundPaymentJob.kind, key: refundNo })),
    ...deliveries.map(({ eventId, endpointId }) => ({
      kind: deliverWebhookJob.kind,
      key: deliveryKey(eventId, endpointId),
    })),
  ];
}
