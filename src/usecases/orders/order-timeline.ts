/** Builds the timeline of an order from its history, payments, refunds, jobs, webhook events and audit entries. */

import type { Order } from '../../domain/order.ts';
import type { Actor, HistoryEntry } from '../../domain/order-events.ts';
import { numberAtProvider, type PaymentAttempt, type Refund } from '../../domain/payment-state.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { AuditEntry } from '../callers/audit-store.ts';
import type { JobAttempt } from '../jobs/job-store.ts';
import type { NotificationRecord } from '../payments/payment-store.ts';
import type { StoreReads } from '../ports/store.ts';
import type { OrderProblem } from '../problems/problem-store.ts';
import type { WebhookEventRecord } from '../webhooks/webhook-store.ts';

export interface TimelineItem {
  readonly at: Instant;
  readonly kind: 'history' | 'payment' | 'notify' | 'job' | 'refund' | 'event' | 'problem' | 'operator';
  readonly what: string;
  /** Who caused the item, for example `customer`, `system`, `provider sandbox` or `operator anna`. */
  readonly actor: string | null;
  /** Facts about the item. The keys are field names of the console API. */
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}

export interface TimelineParts {
  readonly order: Order;
  readonly payments: readonly PaymentAttempt[];
  readonly refunds: readonly Refund[];
  readonly problems: readonly OrderProblem[];
  readonly events: readonly WebhookEventRecord[];
  readonly jobAttempts: readonly JobAttempt[];
}

/**
 * Maximum number of audit entries in a timeline. Only the newest are shown, so that a timeline fits on one
 * page.
 */
const auditEntriesMax = 100;

/** @returns the items, oldest first. */
export async function readTimeline(read: StoreReads, parts: TimelineParts): Promise<TimelineItem[]> {
  const { order, payments, refunds } = parts;
  const ofOrder = { operator: null, action: null, targetKind: 'order', targetId: order.orderNo } as const;
  const [history, auditEntries, ofPayments, ofRefunds] = await Promise.all([
    read.orders.history(order.id),
    read.auditLog.entries(ofOrder, null, auditEntriesMax),
    Promise.all(payments.map((attempt) => read.payments.notifications(numberAtProvider(attempt)))),
    Promise.all(refunds.map(({ refundNo }) => read.refunds.notifications(refundNo))),
  ]);
  const items = [
    ...history.map(itemOfHistory),
    ...payments.flatMap(itemsOfPayment),
    ...withoutRepeats([...ofPayments.flat(), ...ofRefunds.flat()]).map(itemOfNotification),
    ...refunds.flatMap(itemsOfRefund),
    ...parts.problems.flatMap((problem) => itemsOfProblem(problem, reporterOf(problem, auditEntries))),
    ...parts.jobAttempts.map(itemOfJob),
    ...parts.events.map(itemOfEvent),
    ...auditEntries.toReversed().map(itemOfAuditEntry),
  ];
  // The sort is stable: items of the same millisecond stay in the sequence in which `items` lists them.
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

/** Omits the key of the result file. Operators who may see pictures get a link to the result instead. */
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
    case 'months_refunded':
      return { refund_no: event.refundNo, months: event.months, reason: event.reason };
    case 'refund_requested':
    case 'refund_settled':
      return { refund_no: event.refundNo, reason: event.reason };
    case 'refund_failed':
    case 'refund_doubted':
      return { refund_no: event.refundNo, error: event.error };
    case 'refund_retried':
    case 'refund_done':
    case 'refund_confirmed':
      return { refund_no: event.refundNo };
    default:
      return {};
  }
}

/**
 * Returns the opening of the attempt and the arrival of its money as two items. An attempt that received no money has
 * one item with its present state, because the time of its last change is not stored.
 */
function itemsOfPayment(attempt: PaymentAttempt): TimelineItem[] {
  const { provider, channel, currency } = attempt;
  const number = numberAtProvider(attempt);
  const data = { payment_no: number, provider, channel, amount: attempt.amountMinor, currency };
  const opening = { at: attempt.createdAt, kind: 'payment', actor: null, data } as const;
  if (attempt.receivedAt === null) return [{ ...opening, what: attempt.state }];
  return [
    { ...opening, what: 'opening' },
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
  const { refundNo, purpose, months, provider, currency, amountMinor } = refund;
  const data = { refund_no: refundNo, purpose, months, provider, amount: amountMinor, currency };
  const requested = { at: refund.requestedAt, kind: 'refund', actor: null } as const;
  const first = { ...requested, data: { ...data, reason: refund.reason } };
  if (refund.finishedAt === null) return [{ ...first, what: refund.state }];
  return [
    { ...first, what: 'requested' },
    {
      at: refund.finishedAt,
      kind: 'refund',
      what: refund.settledBy === null ? refund.state : 'settled',
      actor: refund.settledBy === null ? `provider ${provider}` : `operator ${refund.settledBy}`,
      data: { ...data, error: refund.state === 'failed' ? refund.lastError : null },
    },
  ];
}

/** @returns the operator who reported the problem; null if the customer did. */
function reporterOf({ id }: OrderProblem, entries: readonly AuditEntry[]): string | null {
  const entry = entries.find(
    ({ action, after }) => action === 'problem_reported' && after?.problem_id === id,
  );
  return entry?.operator ?? null;
}

/** @param reporter the operator who reported the problem for the customer; null: the customer reported it. */
function itemsOfProblem(problem: OrderProblem, reporter: string | null): TimelineItem[] {
  const { id, reason, note, answer, reply, answeredBy, answeredAt } = problem;
  const reported = {
    at: problem.reportedAt,
    kind: 'problem',
    what: 'reported',
    actor: reporter === null ? 'customer' : `operator ${reporter}`,
    data: { problem_id: id, reason, note },
  } as const;
  if (answeredAt === null) return [reported];
  const actor = answeredBy === null ? 'system' : `operator ${answeredBy}`;
  const data = { problem_id: id, answer, reply };
  return [reported, { at: answeredAt, kind: 'problem', what: 'answered', actor, data }];
}

/** Keeps each notification once. A notification about a payment and a refund was read twice, once for each. */
function withoutRepeats(records: readonly NotificationRecord[]): NotificationRecord[] {
  return [...new Map(records.map((record) => [`${record.provider} ${record.eventId}`, record])).values()];
}

function itemOfNotification(record: NotificationRecord): TimelineItem {
  const { provider, paymentNo, refundNo, verdict, receivedAt, receivedMinor, currency } = record;
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

/** Omits the operator's IP address, which only operators who may read the audit log may see. */
function itemOfAuditEntry({ at, action, operator, reason, after }: AuditEntry): TimelineItem {
  return {
    at,
    kind: 'operator',
    what: action,
    actor: `operator ${operator}`,
    data: { ...after, reason },
  };
}
