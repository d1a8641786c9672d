/** Checks every signed request as Alipay does, and reads the payment that the request lets the customer make. */

import type { Clock } from '../../../src/usecases/ports/tools.ts';
import { account, applicationKeys, isSignedBy, signedText } from './fake-keys.ts';
import { fromBeijing, fromYuan } from './fake-times.ts';
import { type Offer, Refused } from './fake-trades.ts';

export type RequestFields = ReadonlyMap<string, string>;
export type BizContent = Readonly<Record<string, string>>;

const timestampSkewMsMax = 15 * 60_000;

/** @returns the problem of a request, as Alipay names it. */
export function problemOf(fields: RequestFields, clock: Clock, isLink: boolean): string | undefined {
  if (fields.get('app_id') !== account.appId) return 'isv.invalid-app-id';
  if (fields.get('sign_type') !== 'RSA2' || fields.get('version') !== '1.0')
    return 'isv.invalid-signature-type';
  if (fields.get('charset') !== 'utf-8') return 'isv.invalid-charset';
  const ageMs = Math.abs(fromBeijing(fields.get('timestamp') ?? '') - clock.now());
  // A customer may open a link long after it was signed.
  if (!(ageMs < (isLink ? Infinity : timestampSkewMsMax))) return 'isv.invalid-timestamp';
  const signature = fields.get('sign') ?? '';
  return isSignedBy(signedText(fields), signature, applicationKeys.publicKey)
    ? undefined
    : 'isv.invalid-signature';
}

export function offerOf(biz: BizContent, notifyUrl: string): Offer {
  const { out_trade_no: outTradeNo = '', total_amount = '', subject = '', time_expire = '' } = biz;
  if (
    !/^\w{1,64}$/.test(outTradeNo) ||
    subject === '' ||
    /[/=&]|\p{Emoji_Presentation}/u.test(subject) ||
    subject.length > 256
  ) {
    throw new Refused('ACQ.INVALID_PARAMETER');
  }
  const expiresAt = fromBeijing(time_expire);
  if (Number.isNaN(expiresAt)) throw new Refused('ACQ.INVALID_PARAMETER');
  return { outTradeNo, totalMinor: fromYuan(total_amount), subject, expiresAt, notifyUrl };
}
