/**
 * Fetches the bill of virtual payment. WeChat documents neither its columns nor its unit of money, and a wrong guess
 * would invent differences. Until a real bill is known, this file fetches the bill and logs the names of its columns, and
 * this provider is not reconciled.
 */

import { type DayNumber, formatDay } from '../../domain/civil-day.ts';
import type { Bill } from '../../usecases/ports/provider-bill.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import { textIn } from '../wechat-api/fields.ts';
import type { WechatHttp } from '../wechat-api/wechat-http.ts';
import { type XpayClient, XpayRefusal } from './xpay-client.ts';

/** WeChat is still making the bill. */
const beingMadeCode = 268_490_011;
const columnsLengthMax = 1000;

export interface BillParts {
  readonly xpay: XpayClient;
  readonly http: WechatHttp;
  readonly log: Log;
}

/** @throws ProviderUnreachable, XpayRefusal */
export async function fetchVirtualBill({ xpay, http, log }: BillParts, day: DayNumber): Promise<Bill> {
  const url = await billUrl(xpay, day);
  if (url !== undefined) {
    const columns = columnsOf(await http.download(url));
    log.warn(
      { day: formatDay(day), columns },
      'the columns of the bill of WeChat virtual payment are unknown',
    );
  }
  return { state: 'not_ready' };
}

/** @returns undefined while WeChat is making the bill. */
async function billUrl(xpay: XpayClient, day: DayNumber): Promise<string | undefined> {
  const date = Number(formatDay(day).replaceAll('-', ''));
  try {
    return textIn(await xpay.call('download_bill', { begin_ds: date, end_ds: date }), 'url');
  } catch (error) {
    if (error instanceof XpayRefusal && error.code === beingMadeCode) return undefined;
    throw error;
  }
}

/** The first line, which names no customer. */
function columnsOf(bill: Buffer): string {
  const [first = ''] = bill
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/, 1);
  return first.slice(0, columnsLengthMax);
}
