/** One order in the console's API: its fields, and how they are written. */

import { Type } from 'typebox';
import { givenDetails } from '../../domain/goods/rule-details.ts';
import { numberAtProvider, type PaymentAttempt } from '../../domain/payment-state.ts';
import { type RefundFailureCode, refundFailureCodes } from '../../domain/refund-failures.ts';
import type { UserRecord } from '../../usecases/members/member-store.ts';
import { orderActions, type SettleOffer } from '../../usecases/orders/order-actions.ts';
import type { TimelineItem } from '../../usecases/orders/order-timeline.ts';
import type { OrderDetail, ShownRefund } from '../../usecases/orders/show-order.ts';
import type { Dispute } from '../../usecases/payments/dispute-store.ts';
import { disputeStates } from '../../usecases/ports/dispute-report.ts';
import type { MonthRefundOffer } from '../../usecases/refunds/month-refund-offers.ts';
import type { SentEvent } from '../../usecases/webhooks/sent-event.ts';
import {
  anyFields,
  money,
  nullableInteger,
  nullableText,
  nullableTime,
  time,
} from '../console/schema-fields.ts';
import { utcText, utcTextOrNull } from '../console/utc-text.ts';
import { jobSchema } from '../jobs/console-job-schemas.ts';
import { jobToWire } from '../jobs/console-job-wire.ts';
import { consoleProblemSchema, consoleProblemToWire } from '../problems/console-problem-wire.ts';
import { type ApprovalWire, approvalFields } from '../refunds/console-refund-approval-schemas.ts';
import { approvalToWire } from '../refunds/console-refund-approval-wire.ts';
import { orderItem, orderItemToWire } from './console-order-list.ts';

const payment = Type.Object({
  id: Type.Integer(),
  payment_no: Type.String({ description: 'The number by which the provider knows the payment.' }),
  provider: Type.String(),
  channel: Type.String(),
  amount: money(),
  joint_amount: nullableInteger(
    'The amount of the payment, in 1/100 of the major currency unit, if it pays several orders; null: it pays this order only.',
  ),
  currency: Type.String(),
  state: Type.String(),
  provider_ref: nullableText('Number that the payment provider gave.'),
  received: nullableInteger('In 1/100 of the major currency unit; null before money arrived.'),
  received_at: nullableTime(),
  created_at: time(),
});

function paymentToWire(attempt: PaymentAttempt) {
  return {
    id: attempt.id,
    payment_no: numberAtProvider(attempt),
    provider: attempt.provider,
    channel: attempt.channel,
    amount: attempt.amountMinor,
    joint_amount: attempt.jointMinor,
    currency: attempt.currency,
    state: attempt.state,
    provider_ref: attempt.providerRef,
    received: attempt.receivedMinor,
    received_at: utcTextOrNull(attempt.receivedAt),
    created_at: utcText(attempt.createdAt),
  };
}

const refund = Type.Object({
  id: Type.Integer(),
  refund_no: Type.String(),
  purpose: Type.Enum(['order', 'surplus']),
  months: nullableInteger('Number of membership months that a partial refund returns; null: not partial.'),
  amount: money(),
  currency: Type.String(),
  reason: Type.String(),
  state: Type.String(),
  provider: Type.String(),
  provider_refund_id: nullableText(),
  requested_at: time(),
  finished_at: nullableTime(),
  failure_code: Type.Unsafe<RefundFailureCode | null>({
    enum: [...refundFailureCodes, null],
    description: 'Why the last try failed; null unless it failed.',
  }),
  last_error: nullableText(),
  settled_by: nullableText(
    'The operator who settled the failed refund in another way; null: it is not settled.',
  ),
  provider_done_at: nullableTime(
    'When the provider reported that it has made this settled refund, too; null: it has not.',
  ),
  settle_offer: Type.Unsafe<SettleOffer>({
    enum: ['settled', 'requested', null],
    description:
      'What `settle_refund` does for the caller now. `settled`: it settles the refund. `requested`: a second operator must confirm. Null: the call is not possible.',
  }),
});

function refundToWire(refund: ShownRefund) {
  return {
    id: refund.id,
    refund_no: refund.refundNo,
    purpose: refund.purpose,
    months: refund.months,
    amount: refund.amountMinor,
    currency: refund.currency,
    reason: refund.reason,
    state: refund.state,
    provider: refund.provider,
    provider_refund_id: refund.providerRefundId,
    requested_at: utcText(refund.requestedAt),
    finished_at: utcTextOrNull(refund.finishedAt),
    failure_code: refund.state === 'failed' ? refund.failureCode : null,
    last_error: refund.lastError,
    settled_by: refund.settledBy,
    provider_done_at: utcTextOrNull(refund.providerDoneAt),
    settle_offer: refund.settleOffer,
  };
}

const dispute = Type.Object({
  id: Type.Integer(),
  provider: Type.String(),
  dispute_no: Type.String({ description: 'Number at the provider.' }),
  payment_no: Type.String(),
  state: Type.Enum([...disputeStates]),
  amount: nullableInteger('In 1/100 of the major currency unit; null for a complaint without an amount.'),
  currency: nullableText(),
  reason: Type.String({ description: 'The reason, in the provider’s words.' }),
  opened_at: time(),
  changed_at: time(),
});

function disputeToWire(dispute: Dispute) {
  return {
    id: dispute.id,
    provider: dispute.provider,
    dispute_no: dispute.disputeNo,
    payment_no: dispute.paymentNo,
    state: dispute.state,
    amount: dispute.amountMinor,
    currency: dispute.currency,
    reason: dispute.reason,
    opened_at: utcText(dispute.openedAt),
    changed_at: utcText(dispute.changedAt),
  };
}

const sentEvent = Type.Object({
  event_id: Type.String(),
  type: Type.String(),
  created_at: time(),
  delivered_at: nullableTime(),
  last_error: nullableText(),
  attempts: Type.Integer(),
});

function eventToWire(event: SentEvent) {
  return {
    event_id: event.eventId,
    type: event.type,
    created_at: utcText(event.createdAt),
    delivered_at: utcTextOrNull(event.deliveredAt),
    last_error: event.lastError,
    attempts: event.attempts,
  };
}

const timelineItem = Type.Object({
  at: time(),
  kind: Type.Enum(['history', 'payment', 'notify', 'job', 'refund', 'event', 'problem', 'operator']),
  what: Type.String(),
  actor: nullableText('`customer`, `system`, `provider sandbox`, `operator anna`.'),
  data: anyFields('Further details of the event.'),
});

function timelineToWire({ at, kind, what, actor, data }: TimelineItem) {
  return { at: utcText(at), kind, what, actor, data };
}

const monthRefundOffer = Type.Object({
  months: Type.Integer(),
  amount: money(),
  needs_approval: Type.Boolean({ description: 'Whether a second operator must confirm the refund.' }),
});

function offerToWire({ months, amountMinor, needsApproval }: MonthRefundOffer) {
  return { months, amount: amountMinor, needs_approval: needsApproval };
}

export const orderDetailSchema = Type.Object({
  ...orderItem,
  owned_by: Type.Enum(['guest', 'user']),
  from_user_id: nullableInteger(),
  details: anyFields('The order’s parameters.'),
  expires_at: time(),
  cancelled_at: nullableTime(),
  cancelled_by: nullableText(),
  fail_reason: nullableText(),
  fail_sentence: nullableText('Text that the customer reads.'),
  result_until: nullableTime(),
  user: Type.Object({
    id: Type.Integer(),
    kind: Type.Enum(['guest', 'user']),
    issuer: nullableText(),
    subject: nullableText(),
    member_until: nullableTime(),
    erased_at: nullableTime('When the person was erased; null: not erased.'),
  }),
  email: nullableText('The address for e-mails about the order, masked: `a•••@example.com`; null: none.'),
  input: Type.Unsafe<{ url: string; width: number; height: number } | null>({
    type: ['object', 'null'],
    required: ['url', 'width', 'height'],
    properties: { url: { type: 'string' }, width: { type: 'integer' }, height: { type: 'integer' } },
    description:
      'Link to the uploaded photo, valid for 5 minutes; null if the operator may not see it or it was deleted.',
  }),
  result: Type.Unsafe<{ url: string } | null>({
    type: ['object', 'null'],
    required: ['url'],
    properties: { url: { type: 'string' } },
    description: 'Link to the finished picture, under the same conditions as `input`.',
  }),
  payments: Type.Array(payment),
  refunds: Type.Array(refund),
  disputes: Type.Array(dispute, {
    description: 'Disputes and complaints that providers reported, oldest first.',
  }),
  problems: Type.Array(consoleProblemSchema, {
    description: 'What the customer reported about the finished order, oldest first.',
  }),
  events: Type.Array(sentEvent, { description: 'Events sent to the shop’s own systems.' }),
  jobs: Type.Array(jobSchema, { description: 'Unfinished and dead jobs of the order.' }),
  approval: Type.Unsafe<ApprovalWire | null>({
    type: ['object', 'null'],
    properties: approvalFields,
    required: Object.keys(approvalFields),
    description: 'The refund that waits for a second operator.',
  }),
  month_refunds: Type.Object({
    refunded_before: Type.Integer({ description: 'Months of the order that were refunded before.' }),
    offers: Type.Array(monthRefundOffer, { description: 'The partial refunds that are possible now.' }),
  }),
  timeline: Type.Array(timelineItem, { description: 'What happened to the order, oldest first.' }),
  actions: Type.Array(Type.Enum([...orderActions]), {
    description: 'Calls that the state of the order and the caller’s role allow now.',
  }),
});

export function orderDetailToWire(detail: OrderDetail) {
  const { order, input } = detail;
  const { money, deal } = order;
  return {
    ...orderItemToWire(detail),
    owned_by: order.ownedBy,
    from_user_id: order.fromUserId,
    details: givenDetails(order.details),
    expires_at: utcText(order.expiresAt),
    cancelled_at: money.status === 'cancal' ? utcText(money.cancelledAt) : null,
    cancelled_by: money.status === 'cancal' ? money.cancelledBy : null,
    fail_reason: deal.status === 'fail' ? deal.reason : null,
    fail_sentence: detail.failSentence,
    result_until: deal.status === 'done' ? utcTextOrNull(deal.resultUntil) : null,
    user: userFields(detail.user),
    email: detail.maskedEmail,
    input: input === null ? null : { url: input.url, width: input.widthPx, height: input.heightPx },
    result: detail.result,
    payments: detail.payments.map(paymentToWire),
    refunds: detail.refunds.map(refundToWire),
    disputes: detail.disputes.map(disputeToWire),
    problems: detail.problems.map(consoleProblemToWire),
    events: detail.events.map(eventToWire),
    jobs: detail.jobs.map(jobToWire),
    approval: detail.approval === null ? null : approvalToWire(detail.approval),
    month_refunds: {
      refunded_before: detail.monthRefunds.refundedBefore,
      offers: detail.monthRefunds.offers.map(offerToWire),
    },
    timeline: detail.timeline.map(timelineToWire),
    actions: [...detail.actions],
  };
}

function userFields({ id, kind, issuer, subject, memberUntil, erasedAt }: UserRecord) {
  const times = { member_until: utcTextOrNull(memberUntil), erased_at: utcTextOrNull(erasedAt) };
  return { id, kind, issuer, subject, ...times };
}
