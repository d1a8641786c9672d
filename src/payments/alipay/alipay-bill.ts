/** Fetches Alipay's bill of one day (Beijing time): a zip file with a table of the payments and refunds. */

import { unzipSync } from 'fflate';
import { type DayNumber, formatDay, startOfDay } from '../../domain/civil-day.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';
import type { Bill } from '../../usecases/ports/provider-bill.ts';
import type { AlipayGateway } from './alipay-gateway.ts';
import { beijing } from './beijing-time.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { parseBillTable } from './parse-bill-table.ts';

/**
 * Alipay usually makes a day's bill until 10:00 of the next day. A day without payments never gets a bill. Alipay gives
 * the same answer for a bill that is not made yet and for a day without payments, so before 14:00 the answer says
 * nothing about the day.
 */
const lateMs = 14 * 60 * 60_000;
const downloadMs = 30_000;
const zipBytesMax = 64 * 1024 * 1024;
const fileBytesMax = 256 * 1024 * 1024;
const filesMax = 16;

export async function fetchAlipayBill(gateway: AlipayGateway, day: DayNumber, now: Instant): Promise<Bill> {
  const endOfDay = startOfDay(day + 1, beijing);
  if (now < endOfDay) return { state: 'not_ready' };
  const answer = await gateway.call('alipay.data.dataservice.bill.downloadurl.query', {
    bizContent: { bill_type: 'trade', bill_date: formatDay(day) },
  });
  if (answer.subCode === 'isp.bill_not_exist') {
    return now < endOfDay + lateMs ? { state: 'not_ready' } : { state: 'absent' };
  }
  const url = URL.parse(String(answer.fields.bill_download_url ?? ''));
  if (answer.code !== '10000' || url === null) throw new Error(`Alipay has no bill: ${answer.words}`);
  const zip = await fetchBytes(encrypted(url), { redirect: 'error' }, downloadMs, zipBytesMax);
  return { state: 'ready', rows: rowsOf(zip) };
}

/** The bill has no signature, so it is downloaded over HTTPS, even if the address from Alipay begins with `http:`. */
function encrypted(url: URL): URL {
  if (url.hostname.endsWith('.alipay.com')) url.protocol = 'https:';
  return url;
}

function rowsOf(zip: Uint8Array) {
  const decoder = new TextDecoder('gbk');
  // The zip file contains several tables. Their file names are in GBK and differ between accounts, so the table of
  // single payments is found by the names of its columns.
  for (const file of Object.values(unzip(zip))) {
    const rows = parseBillTable(decoder.decode(file));
    if (rows !== undefined) return rows;
  }
  throw new Error('Alipay’s bill has no table of payments');
}

function unzip(zip: Uint8Array): Record<string, Uint8Array> {
  let files = 0;
  try {
    return unzipSync(zip, {
      filter({ originalSize }) {
        files += 1;
        if (originalSize > fileBytesMax || files > filesMax) throw new Error('too large');
        return true;
      },
    });
  } catch (error) {
    throw new ProviderUnreachable(
      `Alipay sent a damaged bill (${error instanceof Error ? error.message : ''})`,
    );
  }
}
