/**
 * Makes the bill of a day for a provider that has no readable bill: asks the provider about each payment and refund
 * of the service that the day's bill could list. Such a bill cannot list a payment or refund that only the provider
 * knows. If the customer of a payment was erased and the provider can therefore not be queried about it any more, the
 * bill keeps the rows of this payment that are stored.
 */

import { type DayNumber, dayOf, startOfDay } from '../../domain/civil-day.ts';
import type { MovementKind } from '../../domain/compare-books.ts';
import { numberAtProvider, type PaymentAttempt } from '../../domain/payment-state.ts';
import type { TimeZone } from '../../domain/zoned-time.ts';
import type { Deps } from '../deps.ts';
import type { BillRow, ProviderBook } from '../ports/provider-bill.ts';
import { paymentRef, refundRef } from '../ports/provider-refs.ts';
import { canQuery } from './can-query.ts';
import type { MovementPage } from './reconciliation-store.ts';

const pageSize = 200;
/**
 * For how many days after its opening an unpaid payment is queried. A customer can pay some time after the opening,
 * and the payment notification can be lost.
 */
export const daysUnpaidAsked = 3;

export interface BookDay {
  readonly provider: string;
  readonly day: DayNumber;
  readonly zone: TimeZone;
}

/** @throws ProviderUnreachable */
export async function readBook(
  { store, providers, log }: Pick<Deps, 'store' | 'providers' | 'log'>,
  book: ProviderBook,
  { provider, day, zone }: BookDay,
  signal: AbortSignal,
): Promise<readonly BillRow[]> {
  const { payments, reconciliation } = store.read;
  const queried = providers.find(({ name }) => name === provider);
  const [from, to] = [startOfDay(day, zone), startOfDay(day + 1, zone)];
  const unpaidFrom = startOfDay(day + 1 - daysUnpaidAsked, zone);
  const page = { provider, from, to, limit: pageSize };
  const rows: BillRow[] = [];
  let erased = 0;
  async function add(
    kind: MovementKind,
    number: string,
    attempt: PaymentAttempt,
    ask: () => Promise<BillRow | null>,
  ): Promise<void> {
    signal.throwIfAborted();
    if (canQuery(queried, attempt)) {
      const row = await ask();
      if (row !== null) rows.push(row);
      return;
    }
    erased += 1;
    const stored = await reconciliation.billRows(provider, kind, number);
    for (const row of stored.filter((known) => known.day === day)) {
      rows.push({ ...row, refundNo: kind === 'refund' ? number : null });
    }
  }
  for await (const attempt of all(reconciliation.receivedPayments, page)) {
    await add('payment', numberAtProvider(attempt), attempt, () => book.payment(paymentRef(attempt)));
  }
  for await (const attempt of all(reconciliation.unpaidAttempts, { ...page, from: unpaidFrom })) {
    const number = numberAtProvider(attempt);
    await add('payment', number, attempt, async () => {
      const row = await book.payment(paymentRef(attempt));
      if (row === null || earliestBill(row, attempt, zone) > day) return null;
      const stored = await reconciliation.billRows(provider, 'payment', number);
      return stored.some((known) => known.day !== day) ? null : row;
    });
  }
  for (const read of [reconciliation.doneRefunds, reconciliation.unfinishedRefunds]) {
    for await (const refund of all(read, page)) {
      const attempt = await payments.byId(refund.attemptId);
      if (attempt === undefined) throw new Error(`refund ${refund.refundNo} has no payment`);
      await add('refund', refund.refundNo, attempt, () => book.refund(refundRef(refund, attempt)));
    }
  }
  if (erased > 0) log.warn({ provider, day, erased }, 'payments of erased customers are not compared');
  return rows;
}

/**
 * The first day whose bill can list a payment that the service has not received. The payment is queried for several
 * bills, because the provider may show it late, and only one of them lists it, so that it counts once in the sums: the
 * bill of the day on which it was made, or the next one if the provider did not show it yet. The last of these bills
 * also lists later payments, and those whose time the provider does not name.
 */
function earliestBill({ at }: BillRow, { createdAt }: PaymentAttempt, zone: TimeZone): DayNumber {
  return Math.min(dayOf(at, zone), dayOf(createdAt, zone) + daysUnpaidAsked - 1);
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
