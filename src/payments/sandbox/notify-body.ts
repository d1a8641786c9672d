/** Writes and reads the body of the sandbox bank's payment notifications. */

import type {
  PaymentReport,
  ReceivedNotification,
  RefundReport,
} from '../../usecases/ports/payment-provider.ts';

export type BankEvent =
  | {
      readonly type: 'payment.paid';
      readonly paymentNo: string;
      readonly report: Extract<PaymentReport, { state: 'paid' }>;
    }
  | {
      readonly type: 'payment.declined';
      readonly paymentNo: string;
      readonly report: Extract<PaymentReport, { state: 'declined' }>;
    }
  | {
      readonly type: 'refund.done';
      readonly refundNo: string;
      readonly report: Extract<RefundReport, { state: 'done' }>;
    };

export function writeNotifyBody(eventId: string, event: BankEvent): string {
  switch (event.type) {
    case 'payment.paid': {
      const { receivedMinor, currency, providerRef, paidAt } = event.report;
      return JSON.stringify({
        id: eventId,
        type: event.type,
        payment_no: event.paymentNo,
        amount: receivedMinor,
        currency,
        transaction_id: providerRef,
        paid_at: paidAt,
      });
    }
    case 'payment.declined':
      return JSON.stringify({
        id: eventId,
        type: event.type,
        payment_no: event.paymentNo,
        reason: event.report.reason,
      });
    case 'refund.done':
      return JSON.stringify({
        id: eventId,
        type: event.type,
        refund_no: event.refundNo,
        refund_id: event.report.providerRefundId,
      });
  }
}

/**
 * Call it only with a body whose signature is valid. A genuine event of an unknown type is returned as
 * `ignored`.
 */
export function readNotifyBody(body: Uint8Array): ReceivedNotification {
  const event = parseFields(body);
  const eventId = event.id;
  if (typeof eventId !== 'string') return { kind: 'forged', code: 'malformed', why: 'no event id' };
  switch (event.type) {
    case 'payment.paid': {
      const { payment_no, amount, currency, transaction_id, paid_at } = event;
      if (typeof payment_no !== 'string' || typeof currency !== 'string') break;
      if (typeof transaction_id !== 'string' || !isWhole(amount) || !isWhole(paid_at)) break;
      return {
        kind: 'payment',
        eventId,
        paymentNo: payment_no,
        report: {
          state: 'paid',
          receivedMinor: amount,
          currency,
          providerRef: transaction_id,
          paidAt: paid_at,
        },
      };
    }
    case 'payment.declined': {
      const { payment_no, reason } = event;
      if (typeof payment_no !== 'string' || typeof reason !== 'string') break;
      return { kind: 'payment', eventId, paymentNo: payment_no, report: { state: 'declined', reason } };
    }
    case 'refund.done': {
      const { refund_no, refund_id } = event;
      if (typeof refund_no !== 'string' || typeof refund_id !== 'string') break;
      const report = { state: 'done', providerRefundId: refund_id } as const;
      return { kind: 'refund', eventId, refundNo: refund_no, report };
    }
  }
  return { kind: 'ignored', eventId };
}

function parseFields(body: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
