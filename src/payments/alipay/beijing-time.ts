/** Times as Alipay writes them: Beijing time without a zone, whatever the zone of this process is. */

import { formatDateTime, fromCivil, type Instant, timeZone } from '../../domain/zoned-time.ts';

export const beijing = timeZone('Asia/Shanghai');

/** The fraction occurs in `gmt_refund`. */
const form = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,9})?$/;

/** @returns `yyyy-MM-dd HH:mm:ss`; a fraction of a second is cut off. */
export function beijingTime(at: Instant): string {
  return formatDateTime(at, beijing);
}

/** @returns undefined if `text` is not a valid time. */
export function parseBeijingTime(text: unknown): Instant | undefined {
  const [, date, time] = form.exec(typeof text === 'string' ? text : '') ?? [];
  const civilMs = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(civilMs)) return undefined;
  const at = fromCivil(civilMs, beijing);
  return beijingTime(at) === `${date} ${time}` ? at : undefined;
}
