/** The rules of WeChat Pay for the fields of a request that opens a payment. */

import type { JsonFields } from './fake-records.ts';

/**
 * Whether WeChat Pay accepts the text: it is not empty, and has no control characters and no characters above U+FFFF,
 * such as emoji.
 */
export function isAcceptedText(text: string, bytesMax: number): boolean {
  return text !== '' && Buffer.byteLength(text) <= bytesMax && !/[\p{Cc}\u{10000}-\u{10FFFF}]/u.test(text);
}

/**
 * @param addresses the notification addresses that WeChat Pay accepts.
 * @returns the first field of a request for a payment that WeChat Pay refuses; null if there is none.
 */
export function requestProblem(channel: string, body: JsonFields, addresses: RegExp): string | null {
  const amount = (body.amount ?? {}) as JsonFields;
  const scene = (body.scene_info ?? {}) as JsonFields;
  const description = String(body.description ?? '');
  if (!/^[0-9A-Za-z_\-|*]{6,32}$/.test(String(body.out_trade_no))) return 'out_trade_no';
  if (!isAcceptedText(description, 127)) return 'description';
  if (!Number.isInteger(amount.total) || Number(amount.total) < 1) return 'amount.total';
  if (amount.currency !== 'CNY') return 'amount.currency';
  if (!addresses.test(String(body.notify_url))) return 'notify_url';
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/.test(String(body.time_expire))) return 'time_expire';
  if (channel === 'jsapi' && typeof (body.payer as JsonFields | undefined)?.openid !== 'string')
    return 'openid';
  if (channel === 'h5' && (!scene.payer_client_ip || !(scene.h5_info as JsonFields)?.type))
    return 'scene_info';
  return null;
}
