/**
 * Verifies and reads a notification: a form whose fields are signed. Alipay signs the decoded fields, so the form is
 * decoded first; nothing else is read before the signature is verified.
 */

import type {
  ForgeryCode,
  RawNotification,
  ReceivedNotification,
} from '../../usecases/ports/payment-provider.ts';
import type { AlipayAccount } from './account.ts';
import type { AlipayGateway } from './alipay-gateway.ts';
import { refundIdOf } from './alipay-refunds.ts';
import { tradeReport } from './trade-report.ts';

type Form = Readonly<Record<string, string>>;

/** Alipay sends fewer fields. A form with more is refused. */
const fieldsMax = 100;

export async function readNotification(
  gateway: AlipayGateway,
  account: AlipayAccount,
  { body }: RawNotification,
): Promise<ReceivedNotification> {
  const form = parseForm(body);
  if (form === undefined) return forged('malformed', 'the body is not a form with single fields');
  if (form.sign === undefined || form.sign === '') return forged('signature', 'not signed');
  if (!gateway.isGenuine(form)) {
    return forged('signature', form.sign_type === 'RSA2' ? 'signature wrong' : 'not signed with RSA2');
  }
  if (form.app_id !== account.appId) return forged('recipient', 'for another application');
  if (form.seller_id !== account.sellerId) return forged('recipient', 'for another seller');
  return readForm(form);
}

function readForm(form: Form): ReceivedNotification {
  const { notify_id: eventId, notify_type: type, out_trade_no: paymentNo } = form;
  if (eventId === undefined || eventId === '') return forged('malformed', 'no notify_id');
  if (type !== undefined && type !== 'trade_status_sync') return { kind: 'ignored', eventId };
  if (paymentNo === undefined || paymentNo === '') return forged('malformed', 'no out_trade_no');
  if (isSet(form.gmt_refund) || isSet(form.refund_fee)) return readRefund(form, eventId);
  const { trade_status: status, trade_no: tradeNo, total_amount: totalAmount, gmt_payment: paidAt } = form;
  const report = tradeReport({ status, tradeNo, totalAmount, paidAt });
  if (report !== undefined) return { kind: 'payment', eventId, paymentNo, report };
  if (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED') {
    return forged('malformed', 'amount, time or trade number not valid');
  }
  return { kind: 'ignored', eventId };
}

/**
 * Alipay sends the notification of a refund to the payment's address, with the trade's status. Such a notification
 * must not count as one of a payment, although the status of a partly refunded trade is `TRADE_SUCCESS`.
 */
function readRefund(form: Form, eventId: string): ReceivedNotification {
  const { out_biz_no: refundNo, trade_no: tradeNo } = form;
  // A refund without a refund number of the service was made on Alipay's own pages. The service finds it in the bill.
  if (refundNo === undefined || refundNo === '') return { kind: 'ignored', eventId };
  const providerRefundId = refundIdOf(tradeNo, refundNo);
  if (providerRefundId === null) return forged('malformed', 'no trade_no');
  return { kind: 'refund', eventId, refundNo, report: { state: 'done', providerRefundId } };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && Number(value) !== 0;
}

/** @returns undefined if a field occurs twice: the signature would cover only one of them. */
function parseForm(body: Uint8Array): Form | undefined {
  const pairs = [...new URLSearchParams(Buffer.from(body).toString('utf8'))];
  const form = Object.fromEntries(pairs.slice(0, fieldsMax));
  return Object.keys(form).length === pairs.length ? form : undefined;
}

function forged(code: ForgeryCode, why: string): ReceivedNotification {
  return { kind: 'forged', code, why };
}
