/**
 * Translates a genuine event to the service's notification. Stripe sends events in any order, so the adapter reads the
 * object of the event again: each report contains the state at Stripe now, not the state when the event happened.
 */

import type Stripe from 'stripe';
import type { DisputeReport, ReceivedNotification } from '../../usecases/ports/payment-provider.ts';
import { askStripe, StripeRefusal } from './ask-stripe.ts';
import { paymentReport } from './payment-report.ts';
import { fromStripeAmount } from './stripe-amounts.ts';
import type { StripeRefunds } from './stripe-refunds.ts';
import type { StripeSessions } from './stripe-sessions.ts';
import type { WebhookEvent } from './webhook-event.ts';

export interface NotificationParts {
  readonly stripe: Stripe;
  readonly sessions: StripeSessions;
  readonly refunds: StripeRefunds;
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
    if (!(error instanceof StripeRefusal) || error.code !== 'resource_missing') throw error;
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
  return report === undefined ? undefined : { kind: 'refund', eventId, refundNo, report };
}

async function disputeNotification(
  { stripe }: NotificationParts,
  event: WebhookEvent,
): Promise<ReceivedNotification | undefined> {
  // A dispute does not have the service's metadata, so its payment is read, which has them.
  const dispute = await askStripe('read the dispute', () =>
    stripe.disputes.retrieve(event.objectId, { expand: ['payment_intent'] }),
  );
  const intent = dispute.payment_intent;
  const paymentNo = intent === null || typeof intent === 'string' ? undefined : intent.metadata.payment_no;
  if (paymentNo === undefined) return undefined;
  return { kind: 'dispute', eventId: event.id, paymentNo, dispute: disputeReport(dispute) };
}

function disputeReport({ id, status, amount, currency, reason, created }: Stripe.Dispute): DisputeReport {
  const code = currency.toUpperCase();
  return {
    disputeNo: id,
    state: disputeState(status),
    amountMinor: fromStripeAmount(amount, code),
    currency: code,
    reason,
    openedAt: created * 1000,
  };
}

function disputeState(status: string): DisputeReport['state'] {
  switch (status) {
    case 'won':
    case 'lost':
      return status;
    // `warning_closed`: an inquiry that ended without a dispute. `prevented`: a dispute that Stripe prevented.
    case 'warning_closed':
    case 'prevented':
      return 'closed';
    default:
      return 'open';
  }
}
