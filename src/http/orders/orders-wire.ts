/** Orders and refunds in the console's wire form. */

import type { Order } from '../../domain/order.ts';
import type { PaymentAttempt, Refund, RefundState } from '../../domain/payment-state.ts';
import type { UserRecord } from '../../usecases/members/member-store.ts';
import type { CountedOrders } from '../../usecases/orders/count-orders.ts';
import type { FoundOrder } from '../../usecases/orders/order-store.ts';
import type { TimelineItem } from '../../usecases/orders/order-timeline.ts';
import type { OrderDetail } from '../../usecases/orders/show-order.ts';
import type { RefundApproval } from '../../usecases/refunds/refund-store.ts';
import type { SentEvent } from '../../usecases/webhooks/resend-event.ts';
import { utcText, utcTextOrNull } from '../console/console-wire.ts';
import { jobToWire } from '../jobs/jobs-wire.ts';
import type { ApprovalWire } from './orders-schemas.ts';

function itemFields(order: Order, goodTitle: string, refundState: RefundState | null) {
  const { money } = order;
  return {
    id: order.id,
    order_no: order.orderNo,
    user_id: order.userId,
    goods_id: order.goodsId,
    good_title: goodTitle,
    funct_name: order.functName,
    price: order.priceMinor,
    currency: order.currency,
    status: money.status,
    deal_status: order.deal.status,
    created_at: utcText(order.createdAt),
    paid_at: 'paidAt' in money ? utcText(money.paidAt) : null,
    refund_state: refundState,
  };
}

export function orderItemToWire({ order, goodTitle, refundState }: FoundOrder) {
  return itemFields(order, goodTitle, refundState);
}

export function orderCountsToWire({ from, to, counts }: CountedOrders) {
  return {
    from: utcText(from),
    to: utcText(to),
    total: counts.reduce((sum, { orders }) => sum + orders, 0),
    counts: counts.map(({ status, dealStatus, orders }) => ({ status, deal_status: dealStatus, orders })),
  };
}

export function orderDetailToWire(detail: OrderDetail) {
  const { order, input } = detail;
  const { money, deal } = order;
  return {
    ...itemFields(order, detail.goodTitle, detail.refundState),
    owned_by: order.ownedBy,
    from_user_id: order.fromUserId,
    details: order.details,
    expires_at: utcText(order.expiresAt),
    cancelled_at: money.status === 'cancal' ? utcText(money.cancelledAt) : null,
    cancelled_by: money.status === 'cancal' ? money.cancelledBy : null,
    fail_reason: deal.status === 'fail' ? deal.reason : null,
    fail_sentence: detail.failSentence,
    result_until: deal.status === 'done' ? utcTextOrNull(deal.resultUntil) : null,
    user: userFields(detail.user),
    input: input === null ? null : { url: input.url, width: input.widthPx, height: input.heightPx },
    result: detail.result,
    payments: detail.payments.map(paymentToWire),
    refunds: detail.refunds.map(refundToWire),
    events: detail.events.map(eventToWire),
    jobs: detail.jobs.map(jobToWire),
    approval: detail.approval === null ? null : approvalToWire(detail.approval),
    timeline: detail.timeline.map(timelineToWire),
    actions: [...detail.actions],
  };
}

function userFields({ id, kind, issuer, subject, memberUntil }: UserRecord) {
  return { id, kind, issuer, subject, member_until: utcTextOrNull(memberUntil) };
}

function paymentToWire(attempt: PaymentAttempt) {
  return {
    id: attempt.id,
    payment_no: attempt.paymentNo,
    provider: attempt.provider,
    channel: attempt.channel,
    amount: attempt.amountMinor,
    currency: attempt.currency,
    state: attempt.state,
    provider_ref: attempt.providerRef,
    received: attempt.receivedMinor,
    received_at: utcTextOrNull(attempt.receivedAt),
    created_at: utcText(attempt.createdAt),
  };
}

function refundToWire(refund: Refund) {
  return {
    id: refund.id,
    refund_no: refund.refundNo,
    purpose: refund.purpose,
    amount: refund.amountMinor,
    currency: refund.currency,
    reason: refund.reason,
    state: refund.state,
    provider: refund.provider,
    provider_refund_id: refund.providerRefundId,
    requested_at: utcText(refund.requestedAt),
    finished_at: utcTextOrNull(refund.finishedAt),
    last_error: refund.lastError,
  };
}

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

function timelineToWire({ at, kind, what, actor, data }: TimelineItem) {
  return { at: utcText(at), kind, what, actor, data };
}

export function approvalToWire(approval: RefundApproval): ApprovalWire {
  return {
    id: approval.id,
    order_no: approval.orderNo,
    amount: approval.amountMinor,
    currency: approval.currency,
    reason: approval.reason,
    requested_by: approval.requestedBy,
    requested_at: utcText(approval.requestedAt),
    state: approval.state,
    decided_by: approval.decidedBy,
    decided_at: utcTextOrNull(approval.decidedAt),
    decision_reason: approval.decisionReason,
  };
}
