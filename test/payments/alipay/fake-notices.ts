/** Notifications of the fake Alipay: a form whose fields Alipay signs. */

import type { KeyObject } from 'node:crypto';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';
import { account, alipayKeys, signedText, signRsa } from './fake-keys.ts';
import { beijing, yuan } from './fake-times.ts';
import { type FakeRefund, type FakeTrade, returnedMinor } from './fake-trades.ts';

export type Fields = Readonly<Record<string, string>>;

interface HowSigned {
  readonly key?: KeyObject;
  readonly signType?: string;
  /** Fields that are added to the form after the signing, so that the signature does not cover them. */
  readonly unsigned?: Fields;
}

/** The form with `sign` and `sign_type`, which the signature does not cover. */
export function notificationOf(fields: Fields, how: HowSigned = {}): RawNotification {
  const { key = alipayKeys.privateKey, signType = 'RSA2', unsigned = {} } = how;
  const text = signedText(new Map(Object.entries(fields)), ['sign_type']);
  const sign = signRsa(text, key, signType === 'RSA' ? 'sha1' : 'sha256');
  const form = { ...fields, sign_type: signType, sign, ...unsigned };
  const body = Object.entries(form).map(([name, value]) => `${encode(name)}=${encode(value)}`);
  return {
    method: 'POST',
    query: {},
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: Buffer.from(body.join('&')),
  };
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+');
}

let notices = 0;

/** @param refund the refund that the notification is about; null: the notification is about the payment. */
export function fieldsOf(trade: FakeTrade, refund: FakeRefund | null, now: number): Fields {
  const total = yuan(trade.totalMinor);
  const fields: Record<string, string> = {
    notify_time: beijing(now),
    notify_type: 'trade_status_sync',
    notify_id: `${beijing(now).slice(0, 10).replaceAll('-', '')}0022${String(++notices).padStart(18, '0')}`,
    app_id: account.appId,
    auth_app_id: account.appId,
    charset: 'utf-8',
    version: '1.0',
    trade_no: trade.tradeNo,
    out_trade_no: trade.outTradeNo,
    buyer_id: '2088502920000000',
    seller_id: account.sellerId,
    trade_status: trade.status,
    total_amount: total,
    receipt_amount: total,
    invoice_amount: total,
    buyer_pay_amount: total,
    point_amount: '0.00',
    subject: trade.subject,
    fund_bill_list: `[{"amount":"${total}","fundChannel":"ALIPAYACCOUNT"}]`,
    gmt_create: beijing(trade.createdAt),
  };
  if (trade.paidAt !== null) fields.gmt_payment = beijing(trade.paidAt);
  if (refund === null) return fields;
  fields.refund_fee = yuan(returnedMinor(trade));
  fields.gmt_refund = `${beijing(refund.at)}.${String(refund.at % 1000).padStart(3, '0')}`;
  if (refund.outRequestNo !== null) fields.out_biz_no = refund.outRequestNo;
  return fields;
}
