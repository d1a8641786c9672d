/** Everything that happened to an order, in one line of time: what customers, providers, workers and operators did. */

import type { Order } from '../../domain/order.ts';
import type { Actor, HistoryEntry } from '../../domain/order-events.ts';
import type { PaymentAttempt, Refund } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { AuditEntry } from '../callers/audit-store.ts';
import type { JobAttempt } from '../jobs/job-store.ts';
import type { NotificationRecord } from '../payments/payment-store.ts';
import type { StoreReads } from '../ports/store.ts';
import type { WebhookEventRecord } from '../webhooks/webhook-store.ts';

export interface TimelineItem {
  readonly at: Instant;
  readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'operator';
  readonly what: string;
  /** `customer`, `system`, `provider sandbox`, `operator anna`. */
  readonly actor: string | null;
  /** Wire names. */
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

export interface TimelineParts {
  readonly order: Order;
  readonly payments: readonly PaymentAttempt[];
  readonly refunds: readonly Refund[];
  readonly records: readonly WebhookEventRecord[];
  readonly jobAttempts: readonly JobAttempt[];
}

/** More acts of operators at one order than anybody reads. */
const actsMax = 100;

/** @returns the oldest first. */
export async function readTimeline(read: StoreReads, parts: TimelineParts): Promise<TimelineItem[]> {
  const { order, payments, refunds } = parts;
  const ofOrder = { operator: null, action: null, targetKind: 'order', targetId: order.orderNo } as const;
  const [history, acts, ofPayments, ofRefunds] = await Promise.all([
    read.orders.history(order.id),
    read.auditLog.entries(ofOrder, null, actsMax),
    Promise.all(payments.map(({ paymentNo }) => read.payments.notifications(paymentNo))),
    Promise.all(refunds.map(({ refundNo }) => read.refunds.notifications(refundNo))),
  ]);
  const items = [
    ...history.map(itemOfHistory),
    ...payments.flatMap(itemsOfPayment),
    ...withoutRepeats([...ofPayments.flat(), ...ofRefunds.flat()]).map(itemOfNotify),
    ...refunds.flatMap(itemsOfRefund),
    ...parts.jobAttempts.map(itemOfJob),
    ...parts.records.map(itemOfEvent),
    ...acts.toReversed().map(itemOfAct),
  ];
  // Stable: what happened in the same millisecond stays in the order of the kinds above.
  return items.toSorted((a, b) => a.at - b.at);
}

function actorText(actor: Actor): string {
  switch (actor.kind) {
    case 'customer':
    case 'system':
      return actor.kind;
    case 'provider':
    case 'operator':
      return `${actor.kind} ${actor.name}`;
  }
}

function itemOfHistory({ event, actor }: HistoryEntry): TimelineItem {
  return {
    at: event.at,
    kind: 'history',
    what: event.type,
    actor: actorText(actor),
    data: historyData(event),
  };
}

/** The file's key is left out: the result has a link of its own, for those who may see it. */
function historyData(event: HistoryEntry['event']): TimelineItem['data'] {
  switch (event.type) {
    case 'paid':
      return { payment_id: event.attemptId };
    case 'cancelled':
      return { by: event.by };
    case 'work_returned':
      return { error: event.error };
    case 'work_failed':
      return { reason: event.reason, error: event.error };
    case 'refund_requested':
      return { refund_no: event.refundNo, reason: event.reason };
    case 'refund_failed':
    case 'refund_doubted':
      return { refund_no: event.refundNo, error: event.error };
    case 'refund_retried':
    case 'refund_done':
      return { refund_no: event.refundNo };
    default:
      return {};
  }
}

/** How an attempt that brought no money came to its state has no time of its own. */
function itemsOfPayment(attempt: PaymentAttempt): TimelineItem[] {
  const { paymentNo, provider, channel, currency } = attempt;
  const data = { payment_no: paymentNo, provider, channel, amount: attempt.amountMinor, currency };
  const begun = { at: attempt.createdAt, kind: 'payment', actor: null, data } as const;
  if (attempt.receivedAt === null) return [{ ...begun, what: attempt.state }];
  return [
    { ...begun, what: 'opening' },
    {
      at: attempt.receivedAt,
      kind: 'payment',
      what: attempt.state,
      actor: `provider ${provider}`,
      data: { ...data, received: attempt.receivedMinor, provider_ref: attempt.providerRef },
    },
  ];
}

function itemsOfRefund(refund: Refund): TimelineItem[] {
  const { refundNo, purpose, provider, currency, amountMinor } = refund;
  const data = { refund_no: refundNo, purpose, provider, amount: amountMinor, currency };
  const asked = { at: refund.requestedAt, kind: 'refund', actor: null } as const;
  const first = { ...asked, data: { ...data, reason: refund.reason } };
  if (refund.finishedAt === null) return [{ ...first, what: refund.state }];
  return [
    { ...first, what: 'requested' },
    {
      at: refund.finishedAt,
      kind: 'refund',
      what: refund.state,
      actor: `provider ${provider}`,
      data: { ...data, error: refund.state === 'failed' ? refund.lastError : null },
    },
  ];
}

/** One that names both numbers is found by both. */
function withoutRepeats(notifies: readonly NotificationRecord[]): NotificationRecord[] {
  return [...new Map(notifies.map((notify) => [`${notify.provider} ${notify.eventId}`, notify])).values()];
}

function itemOfNotify(notify: NotificationRecord): TimelineItem {
  const { provider, paymentNo, refundNo, verdict, receivedAt, receivedMinor, currency } = notify;
  return {
    at: receivedAt,
    kind: 'notify',
    what: verdict,
    actor: `provider ${provider}`,
    data: { payment_no: paymentNo, refund_no: refundNo, received: receivedMinor, currency },
  };
}

function itemOfJob({ kind, key, attempt, endedAt, durationMs, end, error }: JobAttempt): TimelineItem {
  return {
    at: endedAt,
    kind: 'job',
    what: kind,
    actor: 'system',
    data: { key, end, attempt, duration_ms: durationMs, error },
  };
}

function itemOfEvent({ eventId, type, createdAt }: WebhookEventRecord): TimelineItem {
  return { at: createdAt, kind: 'event', what: type, actor: 'system', data: { event_id: eventId } };
}

/** Without the address: the log itself is not for everybody who sees orders. */
function itemOfAct({ at, action, operator, reason, after }: AuditEntry): TimelineItem {
  return {
    at,
    kind: 'operator',
    what: action,
    actor: `operator ${operator}`,
    data: { ...after, reason },
  };
}
