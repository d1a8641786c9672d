/** Rows of `payment_attempts` and values of the domain. */

import type { Selectable } from 'kysely';
import type { PaymentAttempt } from '../../domain/payment-state.ts';
import type { PaymentAttemptsTable } from '../tables.ts';

export type AttemptRow = Selectable<PaymentAttemptsTable>;

export const attemptColumns = [
  'id',
  'order_id',
  'payment_no',
  'provider',
  'channel',
  'amount_minor',
  'currency',
  'state',
  'provider_ref',
  'client_data',
  'received_minor',
  'received_at',
  'created_at',
] as const;

export function attemptOf(row: AttemptRow): PaymentAttempt {
  return {
    id: row.id,
    orderId: row.order_id,
    paymentNo: row.payment_no,
    provider: row.provider,
    channel: row.channel,
    amountMinor: row.amount_minor,
    currency: row.currency,
    state: row.state,
    providerRef: row.provider_ref,
    clientData: row.client_data,
    receivedMinor: row.received_minor,
    receivedAt: row.received_at,
    createdAt: row.created_at,
  };
}

export function attemptRow(attempt: Omit<PaymentAttempt, 'id'>): Omit<AttemptRow, 'id'> {
  return {
    order_id: attempt.orderId,
    payment_no: attempt.paymentNo,
    provider: attempt.provider,
    channel: attempt.channel,
    amount_minor: attempt.amountMinor,
    currency: attempt.currency,
    state: attempt.state,
    provider_ref: attempt.providerRef,
    client_data: attempt.clientData,
    received_minor: attempt.receivedMinor,
    received_at: attempt.receivedAt,
    created_at: attempt.createdAt,
  };
}
