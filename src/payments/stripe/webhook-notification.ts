/**
 * Translates a genuine event to the service's notification. Stripe sends events in any order, so the adapter reads the
 * object of the event again: each report contains the state at Stripe now, not the state when the event happened.
 */

import { ProviderUnreachable, type ReceivedNotification } from '../../usecases/ports/payment-provider.ts';
import { StripeRefusal } from './ask-stripe.ts';
import { paymentReport } from './payment-report.ts';
import type { StripeDisputes } from './stripe-disputes.ts';
import type { StripeRefunds } from './stripe-refunds.ts';
import type { StripeSessions } from './stripe-sessions.ts';
import type { WebhookEvent } from './webhook-event.ts';

export interface NotificationParts {
  readonly sessions: StripeSessions;
  readonly refunds: StripeRefunds;
  readonly disputes: StripeDisputes;
  /** Whether the service uses a live key. */
  readonly isLive: boolean;
}

export async function receivedNotification(
  parts: NotificationParts,
  event: WebhookEvent,
): Promise<ReceivedNotification> {
  const ignored = { kind: 'ignored', eventId: event.id } as const;
  // An endpoint may also receive events of the other mode (test or live) and of connected accounts. They are ignored,
  // because the configured key cannot read their objects.
  if (event.isLive !== parts.isLive || event.isConnected) return ignored;
  try {
    return (await notificationOf(parts, event)) ?? ignored;
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    if (error.code !== 'resource_missing') throw new ProviderUnreachable(error.message, { cause: error });
    return { kind: 'forged', code: 'recipient', why: 'the account of the key does not know the object' };
  }
}

/** @returns undefined for an event on which the service does not act. */
async function notificationOf(
  parts: NotificationParts,
  event: WebhookEvent,
): Promise<ReceivedNotification | undefined> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return paymentNotification(parts, event);
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundNotification(parts, event);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return disputeNotification(parts, event);
    default:
      return undefined;
  }
}

async function paymentNotification(
  { sessions }: NotificationParts,
  event: WebhookEvent,
): Promise<ReceivedNotification | undefined> {
  // The event belongs to another system that uses the same account.
  if (event.paymentNo === null) return undefined;
  const session = await sessions.byId(event.objectId);
  const paymentNo = session.metadata?.payment_no;
  if (paymentNo === undefined) return undefined;
  return { kind: 'payment', eventId: event.id, paymentNo, report: paymentReport(session) };
}

/** Reports the current try: an old event about a try that failed must not hide that a later try succeeded. */
async function refundNotification(
  { refunds }: NotificationParts,
  { id: eventId, refundNo, intentId }: WebhookEvent,
): Promise<ReceivedNotification | undefined> {
  if (refundNo === null || intentId === null) return undefined;
  const report = await refunds.current(intentId, refundNo);
  // The event is about this refund, so the refund exists. Stripe sends the event again when the list shows the refund.
  if (report === undefined) throw new ProviderUnreachable('Stripe does not list the refund of the event.');
  return { kind: 'refund', eventId, refundNo, report };
}

async function disputeNotification(
  { disputes }: NotificationParts,
  event: WebhookEvent,
): Promise<ReceivedNotification | undefined> {
  const notice = await disputes.byId(event.objectId);
  return notice === undefined ? undefined : { kind: 'dispute', eventId: event.id, ...notice };
}
