/** Verifies, opens and translates notifications of WeChat Pay, and answers them. */

import type { KeyObject } from 'node:crypto';
import {
  type ForgeryCode,
  type NotificationAnswer,
  ProviderUnreachable,
  type RawNotification,
  type ReceivedNotification,
} from '../../usecases/ports/payment-provider.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { type Fields, parseFields } from '../json-object.ts';
import { fieldsOf, textOf } from './json-fields.ts';
import type { Merchant } from './merchant.ts';
import { readTransaction } from './payment-report.ts';
import { refundNoOf } from './refund-number.ts';
import { readRefund } from './refund-report.ts';
import { openSealed } from './sealed-resource.ts';
import { WechatRefusal } from './v3-client.ts';
import { type FindKey, refuseMessage } from './verify-message.ts';
import type { WechatComplaints } from './wechat-complaints.ts';

export interface NotificationParts {
  readonly merchant: Merchant;
  readonly apiV3Key: KeyObject;
  readonly findKey: FindKey;
  readonly clock: Clock;
  readonly complaints: Pick<WechatComplaints, 'byId'>;
}

/**
 * @throws ProviderUnreachable if the complaint of the notification cannot be fetched from WeChat Pay. WeChat Pay then
 * sends the notification again.
 */
export async function readNotification(
  { headers, body }: RawNotification,
  { merchant, apiV3Key, findKey, clock, complaints }: NotificationParts,
): Promise<ReceivedNotification> {
  const refusal = await refuseMessage(headers, body, findKey, clock.now());
  if (refusal !== undefined) return { kind: 'forged', ...refusal };
  const event = parseFields(Buffer.from(body).toString('utf8'));
  const eventId = event === undefined ? undefined : textOf(event, 'id');
  if (event === undefined || eventId === undefined) return forged('malformed', 'no event id');
  const type = textOf(event, 'event_type') ?? '';
  const isPayment = type === 'TRANSACTION.SUCCESS';
  const isComplaint = type.startsWith('COMPLAINT.');
  if (!isPayment && !isComplaint && !/^REFUND\.(SUCCESS|ABNORMAL|CLOSED)$/.test(type)) {
    return { kind: 'ignored', eventId };
  }
  const plain = openSealed(apiV3Key, fieldsOf(event.resource));
  // The signature is genuine, so the configured APIv3 key probably differs from the key in the merchant platform.
  if (plain === undefined) return forged('malformed', 'the content does not open with the APIv3 key');
  const content = parseFields(plain) ?? {};
  if (isComplaint) return complaintEvent(eventId, content, complaints);
  return isPayment ? paymentEvent(eventId, content, merchant) : refundEvent(eventId, content, merchant);
}

function forged(code: ForgeryCode, why: string): ReceivedNotification {
  return { kind: 'forged', code, why };
}

function paymentEvent(eventId: string, content: Fields, merchant: Merchant): ReceivedNotification {
  const read = readTransaction(content, merchant);
  switch (read.kind) {
    case 'report':
      return { kind: 'payment', eventId, paymentNo: read.paymentNo, report: read.report };
    case 'foreign':
      return forged('recipient', 'for another merchant or application');
    case 'malformed':
      return forged('malformed', read.why);
  }
}

/** The content of a refund notification names the merchant but not the application, so only the merchant is checked. */
function refundEvent(eventId: string, content: Fields, { mchId }: Merchant): ReceivedNotification {
  if (content.mchid !== mchId) return forged('recipient', 'for another merchant');
  const outRefundNo = textOf(content, 'out_refund_no');
  const report = readRefund(content, textOf(content, 'refund_status'));
  if (outRefundNo === undefined || report === undefined) {
    return forged('malformed', 'a refund without number or status');
  }
  return { kind: 'refund', eventId, refundNo: refundNoOf(outRefundNo), report };
}

/** The content has only the number of the complaint, so the service queries WeChat Pay for the details. */
async function complaintEvent(
  eventId: string,
  content: Fields,
  complaints: NotificationParts['complaints'],
): Promise<ReceivedNotification> {
  const complaintId = textOf(content, 'complaint_id');
  if (complaintId === undefined) return forged('malformed', 'a complaint without number');
  try {
    const notice = await complaints.byId(complaintId);
    return notice === undefined ? { kind: 'ignored', eventId } : { kind: 'dispute', eventId, ...notice };
  } catch (cause) {
    if (!(cause instanceof WechatRefusal)) throw cause;
    throw new ProviderUnreachable(cause.message, { cause });
  }
}

/** Answers a notification. WeChat Pay repeats a notification if the status of the answer is 4xx or 5xx. */
export function answerWechat(accepted: boolean): NotificationAnswer {
  const contentType = 'application/json';
  if (accepted) return { status: 204, contentType, body: '' };
  return { status: 400, contentType, body: '{"code":"FAIL","message":"失败"}' };
}
