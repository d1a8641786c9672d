/** Rows of `refunds` and values of the domain. */

import type { Selectable } from 'kysely';
import type { Refund } from '../../domain/payment-state.ts';
import type { RefundsTable } from '../tables.ts';

export type RefundRow = Selectable<RefundsTable>;

export const refundColumns = [
  'id',
  'refund_no',
  'order_id',
  'attempt_id',
  'purpose',
  'amount_minor',
  'currency',
  'reason',
  'state',
  'provider',
  'provider_refund_id',
  'requested_at',
  'finished_at',
  'last_error',
] as const;

export function refundOf(row: RefundRow): Refund {
  return {
    id: row.id,
    refundNo: row.refund_no,
    orderId: row.order_id,
    attemptId: row.attempt_id,
    purpose: row.purpose,
    amountMinor: row.amount_minor,
    currency: row.currency,
    reason: row.reason,
    state: row.state,
    provider: row.provider,
    providerRefundId: row.provider_refund_id,
    requestedAt: row.requested_at,
    finishedAt: row.finished_at,
    lastError: row.last_error,
  };
}

export function refundRow(refund: Omit<Refund, 'id'>): Omit<RefundRow, 'id'> {
  return {
    refund_no: refund.refundNo,
    order_id: refund.orderId,
    attempt_id: refund.attemptId,
    purpose: refund.purpose,
    amount_minor: refund.amountMinor,
    currency: refund.currency,
    reason: refund.reason,
    state: refund.state,
    provider: refund.provider,
    provider_refund_id: refund.providerRefundId,
    requested_at: refund.requestedAt,
    finished_at: refund.finishedAt,
    last_error: refund.lastError,
  };
}

/** The refund's columns where it is joined to its order. */
export const joinedRefundColumns = [
  'refunds.id as refund_id',
  'refunds.refund_no as refund_refund_no',
  'refunds.order_id as refund_order_id',
  'refunds.attempt_id as refund_attempt_id',
  'refunds.purpose as refund_purpose',
  'refunds.amount_minor as refund_amount_minor',
  'refunds.currency as refund_currency',
  'refunds.reason as refund_reason',
  'refunds.state as refund_state',
  'refunds.provider as refund_provider',
  'refunds.provider_refund_id as refund_provider_refund_id',
  'refunds.requested_at as refund_requested_at',
  'refunds.finished_at as refund_finished_at',
  'refunds.last_error as refund_last_error',
] as const;

type Joined<Row> = { [Name in keyof Row as `refund_${Name & string}`]: Row[Name] | null };

export type JoinedRefundRow = Joined<RefundRow>;

export function joinedRefundOf(row: JoinedRefundRow): Refund | null {
  if (row.refund_id === null) return null;
  return {
    id: row.refund_id,
    refundNo: present(row, 'refund_refund_no'),
    orderId: present(row, 'refund_order_id'),
    attemptId: present(row, 'refund_attempt_id'),
    purpose: present(row, 'refund_purpose'),
    amountMinor: present(row, 'refund_amount_minor'),
    currency: present(row, 'refund_currency'),
    reason: present(row, 'refund_reason'),
    state: present(row, 'refund_state'),
    provider: present(row, 'refund_provider'),
    providerRefundId: row.refund_provider_refund_id,
    requestedAt: present(row, 'refund_requested_at'),
    finishedAt: row.refund_finished_at,
    lastError: row.refund_last_error,
  };
}

function present<Name extends keyof JoinedRefundRow>(
  row: JoinedRefundRow,
  name: Name,
): NonNullable<JoinedRefundRow[Name]> {
  const value = row[name];
  if (value === null || value === undefined) throw new Error(`refund ${row.refund_id} has no ${name}`);
  return value;
}
