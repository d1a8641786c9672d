/**
 * Makes the body of the request that opens a payment, and the data that the client gets. Pure, so that a repeated
 * request has the same body: WeChat Pay refuses a known payment number if any other field differs.
 */

import { isIP } from 'node:net';
import type { Instant } from '../../domain/zoned-time.ts';
import { PaymentRefused, type PaymentRequest } from '../../usecases/ports/payment-provider.ts';
import type { Fields } from '../json-object.ts';
import { textOf } from './json-fields.ts';
import type { Merchant } from './merchant.ts';
import { type Signer, signLines } from './v3-signature.ts';

export const wechatChannels = ['jsapi', 'native', 'h5'] as const;

const descriptionBytesMax = 127;
/**
 * The shortest time for which a payment is opened: WeChat Pay refuses times of less than a minute. The service itself
 * closes the payment when the order expires.
 */
const openMsMin = 61_000;
const beijingMs = 8 * 60 * 60_000;

/** @throws PaymentRefused when WeChat Pay would refuse the payment. */
export function openPaymentBody(request: PaymentRequest, { mchId, appId }: Merchant): Fields {
  const { amountMinor, currency, createdAt, expiresAt } = request;
  if (currency !== 'CNY') throw new PaymentRefused(`WeChat Pay takes only CNY, not ${currency}.`);
  return {
    appid: appId,
    mchid: mchId,
    // WeChat Pay refuses an empty description.
    description: fitText(request.title, descriptionBytesMax) || request.orderNo,
    out_trade_no: request.paymentNo,
    time_expire: beijingTime(Math.max(expiresAt, createdAt + openMsMin)),
    notify_url: request.notifyUrl,
    amount: { total: amountMinor, currency },
    ...channelFields(request),
  };
}

function channelFields({ channel, payer, clientAddress }: PaymentRequest): Fields {
  switch (channel) {
    case 'jsapi':
      if (payer === null) throw new PaymentRefused('The channel jsapi needs a payer.');
      return { payer: { openid: payer.id } };
    case 'native':
      return {};
    case 'h5': {
      const address = clientAddress.replace(/^::ffff:(?=\d+\.)/i, '');
      if (isIP(address) === 0) throw new PaymentRefused('The channel h5 needs the address of the customer.');
      return { scene_info: { payer_client_ip: address, h5_info: { type: 'Wap' } } };
    }
    default:
      throw new PaymentRefused(`WeChat Pay has no channel ${channel}.`);
  }
}

/** RFC 3339 in Beijing time, without fractions of a second. */
function beijingTime(at: Instant): string {
  return `${new Date(at + beijingMs).toISOString().slice(0, 19)}+08:00`;
}

/**
 * Leaves out control characters and what needs four bytes in UTF-8, such as emoji: a customer's reason for a refund must
 * not make WeChat Pay refuse the refund.
 * @returns at most `bytesMax` bytes of UTF-8, which never end within a character.
 */
export function fitText(text: string, bytesMax: number): string {
  let fitting = '';
  for (const character of text) {
    const bytes = Buffer.byteLength(character);
    if (bytes > 3 || character < ' ' || character === '\u007f') continue;
    if (Buffer.byteLength(fitting) + bytes > bytesMax) break;
    fitting += character;
  }
  return fitting.trim();
}

/** The values from which the signature of the client's call of `wx.requestPayment` is made. */
export interface ClientCallParts {
  readonly appId: string;
  readonly signer: Signer;
  /** Seconds since the Unix epoch. */
  readonly timestamp: string;
  readonly nonce: string;
}

/** @returns undefined if the answer lacks what the channel needs. */
export function clientDataOf(
  { channel, returnUrl }: PaymentRequest,
  answer: Fields,
  parts: ClientCallParts,
): Readonly<Record<string, string>> | undefined {
  const codeUrl = textOf(answer, 'code_url');
  const h5Url = textOf(answer, 'h5_url');
  const prepayId = textOf(answer, 'prepay_id');
  if (channel === 'native') return codeUrl === undefined ? undefined : { code_url: codeUrl };
  if (channel === 'h5') {
    return h5Url === undefined
      ? undefined
      : { url: `${h5Url}&redirect_url=${encodeURIComponent(returnUrl)}` };
  }
  return prepayId === undefined ? undefined : signedCall(prepayId, parts);
}

function signedCall(prepayId: string, { appId, signer, timestamp, nonce }: ClientCallParts) {
  const text = `prepay_id=${prepayId}`;
  return {
    timeStamp: timestamp,
    nonceStr: nonce,
    package: text,
    signType: 'RSA',
    paySign: signLines(signer.key, [appId, timestamp, nonce, text]),
  };
}
