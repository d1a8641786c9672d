/** The types of webhook events. Receivers compare them, so a type is never renamed. */

export const webhookEvents = [
  'order.created',
  'order.paid',
  'order.cancelled',
  'order.processing',
  'order.done',
  'order.failed',
  'order.remade',
  'refund.requested',
  'refund.done',
  'refund.failed',
  'membership.extended',
  'payment.disputed',
  'problem.reported',
  'problem.answered',
  'reconciliation.difference',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** An operator sends this event to one endpoint to test it. Endpoints cannot choose it. */
export const testEvent = 'webhook.test';
