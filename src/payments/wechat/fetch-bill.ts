/** Fetches WeChat Pay's bills of one day. */

import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { type DayNumber, formatDay, startOfDay } from '../../domain/civil-day.ts';
import { timeZone } from '../../domain/zoned-time.ts';
import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';
import type { Bill, BillRow } from '../../usecases/ports/provider-bill.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { mergeBills, readFundBill } from './fund-bill.ts';
import { textOf } from './json-fields.ts';
import { readTradeBill } from './trade-bill.ts';
import { type V3Client, WechatRefusal } from './v3-client.ts';

export const beijing = timeZone('Asia/Shanghai');

/** WeChat Pay makes bills from 9:00 on the next day and asks merchants to fetch them after 10:00. */
const readyAfterMs = 10 * 60 * 60_000;
/** The maximum size of a bill without compression: that of a bill of about 600,000 payments. */
const billBytesMax = 256 * 1024 * 1024;

/** `absent`: WeChat Pay has no bill of the day. It gives this answer for a day without payments and refunds. */
type BillText =
  | { readonly state: 'absent' | 'not_ready' }
  | { readonly state: 'ready'; readonly text: string };

export async function fetchWechatBill(client: V3Client, clock: Clock, day: DayNumber): Promise<Bill> {
  if (clock.now() < startOfDay(day + 1, beijing) + readyAfterMs) return { state: 'not_ready' };
  const date = formatDay(day);
  const trades = await billText(client, `/v3/bill/tradebill?bill_date=${date}&bill_type=ALL&tar_type=GZIP`);
  const funds = await billText(
    client,
    `/v3/bill/fundflowbill?bill_date=${date}&account_type=BASIC&tar_type=GZIP`,
  );
  if (trades.state === 'not_ready' || funds.state === 'not_ready') return { state: 'not_ready' };
  if (trades.state === 'absent' && funds.state === 'absent') return { state: 'absent' };
  return { state: 'ready', rows: mergeBills(rowsOf(trades, readTradeBill), rowsOf(funds, readFundBill)) };
}

function rowsOf(bill: BillText, read: (text: string) => readonly BillRow[]): readonly BillRow[] {
  return bill.state === 'ready' ? read(bill.text) : [];
}

async function billText(client: V3Client, path: string): Promise<BillText> {
  try {
    const answer = await client.call(path);
    const url = URL.parse(textOf(answer, 'download_url') ?? '');
    const hash = textOf(answer, 'hash_value');
    if (url === null || hash === undefined || textOf(answer, 'hash_type') !== 'SHA1') {
      throw new Error('WeChat Pay’s answer about the bill is malformed.');
    }
    // Only the path is used, so that the signed request goes to the configured host and to no other.
    const bytes = unpacked(await client.download(`${url.pathname}${url.search}`));
    // The download is not signed. The signed answer above contains the hash of the uncompressed bytes.
    if (createHash('sha1').update(bytes).digest('hex') !== hash.toLowerCase()) {
      throw new ProviderUnreachable('The bill does not have the hash that WeChat Pay named.');
    }
    return { state: 'ready', text: bytes.toString('utf8') };
  } catch (error) {
    if (!(error instanceof WechatRefusal)) throw error;
    if (error.code === 'NO_STATEMENT_EXIST') return { state: 'absent' };
    if (error.code === 'STATEMENT_CREATING') return { state: 'not_ready' };
    throw error;
  }
}

/** Gzip begins with 1f 8b. A bill that arrives uncompressed begins with a byte order mark. */
function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: billBytesMax });
  } catch (cause) {
    throw new ProviderUnreachable('The bill cannot be unpacked.', { cause });
  }
}
