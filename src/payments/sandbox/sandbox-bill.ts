/** The sandbox's bill of one day (UTC): its payments and finished refunds. The sandbox takes no fees. */

import { type DayNumber, startOfDay } from '../../domain/civil-day.ts';
import { type Instant, timeZone } from '../../domain/zoned-time.ts';
import type { Bill } from '../../usecases/ports/provider-bill.ts';
import type { SandboxLedger } from '../../usecases/ports/sandbox-ledger.ts';

export const sandboxBillZone = timeZone('UTC');

export async function sandboxBill(ledger: SandboxLedger, day: DayNumber, now: Instant): Promise<Bill> {
  const from = startOfDay(day, sandboxBillZone);
  const to = startOfDay(day + 1, sandboxBillZone);
  if (now < to) return { state: 'not_ready' };
  const rows = await ledger.movements(from, to);
  return { state: 'ready', rows: rows.map((row) => ({ ...row, feeMinor: 0, state: 'done' })) };
}
