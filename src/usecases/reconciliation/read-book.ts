/**
 * Makes the bill of a day for a provider that has no readable bill: asks the provider about each payment and refund
 * of the service that the day's bill could list. Such a bill cannot list a payment or refund that only the provider
 * knows.
 */

import { type DayNumber, startOfDay } from '../../domain/civil-day.ts';
import type { TimeZone } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import type { BillRow, ProviderBook } from '../ports/provider-bill.ts';
import { paymentRef, refundRef } from '../ports/provider-refs.ts';
import type { MovementPage } from './reconciliation-store.ts';

const pageSize = 200;
/**
 * For how many days after its opening an unpaid payment is queried. A customer can pay some time after the opening,
 * and the payment notification can be lost.
 */
const daysUnpaidAsked = 3;

export interface BookDay {
  readonly provider: string;
  readonly day: DayNumber;
  readonly zone: TimeZone;
}

/** @throws ProviderUnreachable */
export async function readBook(
  { store }: Pick<Deps, 'store'>,
  book: ProviderBook,
  { provider, day, zone }: BookDay,
  signal: AbortSignal,
): Promise<readonly BillRow[]> {
  const { payments, reconciliation } = store.read;
  const [from, to] = [startOfDay(day, zone), startOfDay(day + 1, zone)];
  const unpaidFrom = startOfDay(day + 1 - daysUnpaidAsked, zone);
  const page = { provider, from, to, limit: pageSize };
  const rows: BillRow[] = [];
  async function ask<T extends { readonly id: number }>(
    read: (page: MovementPage) => Promise<T[]>,
    entry: (movement: T) => Promise<BillRow | null>,
    start = from,
  ): Promise<void> {
    for await (const movement of all(read, { ...page, from: start })) {
      signal.throwIfAborted();
      const row = await entry(movement);
      if (row !== null) rows.push(row);
    }
  }
  await ask(reconciliation.receivedPayments, (attempt) => book.payment(paymentRef(attempt)));
  await ask(reconciliation.unpaidAttempts, (attempt) => book.payment(paymentRef(attempt)), unpaidFrom);
  for (const read of [reconciliation.doneRefunds, reconciliation.unfinishedRefunds]) {
    await ask(read, async (refund) => {
      const attempt = await payments.byId(refund.attemptId);
      if (attempt === undefined) throw new Error(`refund ${refund.refundNo} has no payment`);
      return book.refund(refundRef(refund, attempt));
    });
  }
  return rows;
}

async function* all<T extends { readonly id: number }>(
  read: (page: MovementPage) => Promise<T[]>,
  page: Omit<MovementPage, 'afterId'>,
): AsyncGenerator<T> {
  let afterId = 0;
  for (;;) {
    const found = await read({ ...page, afterId });
    for (const movement of found) {
      afterId = movement.id;
      yield movement;
    }
    if (found.length < page.limit) return;
  }
}
