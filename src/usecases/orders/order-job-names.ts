/** The kinds and keys of all jobs that an order can have: of its picture, payments, refunds and webhook events. */

import type { Order } from '../../domain/order.ts';
import type { PaymentAttempt, Refund } from '../../domain/payment-state.ts';
import type { JobName } from '../jobs/job-store.ts';
import type { WebhookEventRecord } from '../webhooks/webhook-store.ts';

export function orderJobNames(
  { orderNo }: Order,
  payments: readonly PaymentAttempt[],
  refunds: readonly Refund[],
  events: readonly WebhookEventRecord[],
): JobName[] {
  return [
    { kind: 'process_order', key: orderNo },
    { kind: 'close_payment', key: orderNo },
    ...payments.map(({ paymentNo }) => ({ kind: 'check_payment', key: paymentNo }) as const),
    ...refunds.map(({ refundNo }) => ({ kind: 'refund_payment', key: refundNo }) as const),
    ...events.map(({ eventId }) => ({ kind: 'deliver_event', key: eventId }) as const),
  ];
}
