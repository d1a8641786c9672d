/** Whether the bill of a day could list a payment or refund of the service. */

import { startOfDay } from '../../domain/civil-day.ts';
import { type BookDay, daysUnpaidAsked } from './read-book.ts';
import type { ReconciliationReads } from './reconciliation-store.ts';

/**
 * Includes the payments that are unpaid in the service's records: the customer may have paid, and only the bill would
 * show it.
 */
export async function expectsBill(
  reads: ReconciliationReads,
  { provider, day, zone }: BookDay,
): Promise<boolean> {
  const to = startOfDay(day + 1, zone);
  const any = { provider, from: startOfDay(day, zone), to, afterId: 0, limit: 1 };
  const found = [
    await reads.receivedPayments(any),
    await reads.unpaidAttempts({ ...any, from: startOfDay(day + 1 - daysUnpaidAsked, zone) }),
    await reads.doneRefunds(any),
    await reads.unfinishedRefunds(any),
  ];
  return found.some((page) => page.length > 0);
}
