/**
 * Reads the pushes of virtual payment. A push about money only triggers a query: the report comes from `query_order`,
 * because plain pushes are not signed, and because a push does not say whether its price is that of one piece or of
 * all.
 */

import { createHash } from 'node:crypto';
import {
  ProviderUnreachable,
  type RawNotification,
  type ReceivedNotification,
  type RefundReport,
} from '../../usecases/ports/payment-provider.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import type { Fields } from '../json-object.ts';
import { textIn, wholeIn } from '../wechat-api/fields.ts';
import { type PushKeys, verifyPush } from '../wechat-api/message-push.ts';
import { findPayment, presentReport, reportOf, type XpayParts } from './virtual-payments.ts';
import { refundReportOf } from './virtual-refunds.ts';
import type { XpayOrder } from './xpay-order.ts';

export type PushParts = XpayParts & { readonly clock: Clock; readonly push: PushKeys };

/**
 * The form of payment and refund numbers of this service (`public-ids.ts`). A refund with another number was not
 * requested by this service.
 */
const ownNumber = /^[PR][0-9A-Z]{5,31}$/;

/** @throws ProviderUnreachable: WeChat repeats the push. */
export async function verifyVirtualPush(
  parts: PushParts,
  notification: RawNotification,
): Promise<ReceivedNotification> {
  const push = verifyPush(parts.push, parts.clock, notification);
  if (push.kind !== 'message') return push;
  const { fields, message } = push;
  // Pushes about refunds and complaints have no `Env`. They need no check here, because the later query finds only
  // orders of the configured environment.
  const env = wholeIn(fields, 'Env');
  if (env !== undefined && env !== parts.env) {
    return { kind: 'forged', code: 'recipient', why: `the push is for the environment ${env}` };
  }
  switch (textIn(fields, 'Event')) {
    case 'xpay_goods_deliver_notify':
      return paymentPush(parts, fields, message);
    case 'xpay_refund_notify':
      return refundPush(parts, fields, message);
    case 'xpay_complaint_notify':
      return complaintPush(parts, fields, message);
    default:
      return ignored(message);
  }
}

async function paymentPush(parts: PushParts, fields: Fields, message: string): Promise<ReceivedNotification> {
  // `FromUserName` is WeChat itself. The customer is `OpenId`.
  const openId = textIn(fields, 'OpenId');
  const paymentNo = textIn(fields, 'OutTradeNo');
  if (openId === undefined || paymentNo === undefined || !ownNumber.test(paymentNo)) return ignored(message);
  const order = await findPayment(parts, { paymentNo, payerId: openId });
  const report = presentReport(order);
  // Answer with an error, because a successful answer would end WeChat's repetitions and mark the goods as delivered.
  if (reportOf(order).state !== 'paid')
    throw new ProviderUnreachable('WeChat pushed a payment that its query does not show.');
  return { kind: 'payment', eventId: `paid:${paymentNo}`, paymentNo, report, payerId: openId };
}

async function refundPush(parts: PushParts, fields: Fields, message: string): Promise<ReceivedNotification> {
  const openId = textIn(fields, 'OpenId');
  const paymentNo = textIn(fields, 'MchOrderId');
  if (openId === undefined || paymentNo === undefined || !ownNumber.test(paymentNo)) return ignored(message);
  const refundNo = textIn(fields, 'MchRefundId') ?? '';
  if (!ownNumber.test(refundNo)) return foreignRefund(parts, fields, message, { openId, paymentNo });
  const refund = await findPayment(parts, { paymentNo: refundNo, payerId: openId });
  if (refund === undefined)
    throw new ProviderUnreachable('WeChat pushed a refund that its query does not show.');
  const report = refundReport(parts, fields, refund);
  const startedAt = textIn(fields, 'RefundStartTimestamp') ?? '';
  return { kind: 'refund', eventId: `refund:${refundNo}:${startedAt}:${report.state}`, refundNo, report };
}

/** An encrypted push is genuine, so its success counts even if the query still shows the refund as pending. */
function refundReport({ push }: PushParts, fields: Fields, refund: XpayOrder): RefundReport {
  const isDone = push.aesKey !== null && wholeIn(fields, 'RetCode') === 0;
  const isSame = wholeIn(fields, 'RefundFee') === refund.refundMinor;
  return isDone && isSame ? { state: 'done', providerRefundId: refund.wxOrderId } : refundReportOf(refund);
}

/**
 * A refund that this service did not request: Apple or WeChat has returned the money to the customer. For the shop that
 * is a lost dispute.
 */
async function foreignRefund(
  parts: PushParts,
  fields: Fields,
  message: string,
  { openId, paymentNo }: { readonly openId: string; readonly paymentNo: string },
): Promise<ReceivedNotification> {
  const refundId = textIn(fields, 'WxRefundId');
  const amountMinor = wholeIn(fields, 'RefundFee') ?? null;
  if (refundId === undefined || wholeIn(fields, 'RetCode') !== 0) return ignored(message);
  const payment = await findPayment(parts, { paymentNo, payerId: openId });
  const isReturned =
    payment?.state === 'refunded' || (payment !== undefined && payment.leftMinor < payment.paidMinor);
  if (!isReturned) throw new ProviderUnreachable('WeChat pushed a refund that its query does not show.');
  return {
    kind: 'dispute',
    eventId: `foreign-refund:${refundId}`,
    paymentNo,
    dispute: {
      disputeNo: refundId,
      state: 'lost',
      amountMinor,
      currency: amountMinor === null ? null : 'CNY',
      reason: payment.isApple ? 'Apple has refunded the purchase.' : 'WeChat has refunded the purchase.',
      openedAt: secondsIn(fields, 'RefundSuccTimestamp', parts.clock),
      mayReopen: false,
    },
  };
}

async function complaintPush(
  parts: PushParts,
  fields: Fields,
  message: string,
): Promise<ReceivedNotification> {
  const paymentNo = textIn(fields, 'MchOrderId');
  // Without the number of the complaint, its end could not be queried. The list of complaints has the number.
  const complaintId = textIn(fields, 'ComplaintId');
  if (paymentNo === undefined || complaintId === undefined || !ownNumber.test(paymentNo))
    return ignored(message);
  return {
    kind: 'dispute',
    eventId: `complaint:${complaintId}:${textIn(fields, 'RequestId') ?? ''}`,
    paymentNo,
    dispute: {
      disputeNo: complaintId,
      state: 'open',
      amountMinor: null,
      currency: null,
      reason: (textIn(fields, 'ComplaintDetail') ?? 'The customer complained at WeChat.').slice(0, 500),
      openedAt: secondsIn(fields, 'ComplaintTime', parts.clock),
      mayReopen: false,
    },
  };
}

function secondsIn(fields: Fields, name: string, clock: Clock): number {
  const seconds = wholeIn(fields, name);
  return seconds === undefined || seconds === 0 ? clock.now() : seconds * 1000;
}

/** A mini program has one address for all pushes, so pushes about other subjects arrive here too. */
function ignored(message: string): ReceivedNotification {
  return {
    kind: 'ignored',
    eventId: `other:${createHash('sha256').update(message).digest('hex').slice(0, 32)}`,
  };
}
