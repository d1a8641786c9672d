/**
 * Compares a stored bill with the service's own records: first every row of the bill, then the payments and refunds
 * of the service that are in no bill.
 */

import { type DayNumber, dayOf, startOfDay } from '../../domain/civil-day.ts';
import { movementKinds } from '../../domain/compare-books.ts';
import type { TimeZone } from '../../domain/zoned-time.ts';
import type { ActDeps } from '../act.ts';
import type { Deps } from '../deps.ts';
import { type Movement, reconcileMovement } from '../differences/write-difference.ts';
import type { Store } from '../ports/store.ts';
import { canQueryNumber } from './can-query.ts';
import type { BillDay, StoredBillRow, UnbilledMovement } from './reconciliation-store.ts';

const pageSize = 200;

export interface BillComparison {
  readonly bill: BillDay;
  /** The time zone of the days of the provider's bills. */
  readonly zone: TimeZone;
  readonly requestId: string | null;
}

/**
 * The maximum number of differences that one bill may open. More differences mean that the bill or the configuration
 * is wrong, for example that the bill belongs to another merchant. An operator could not look at so many differences.
 */
export const differencesOfBillMax = 1000;

type CompareDeps = ActDeps & Pick<Deps, 'providers'>;

interface Comparing extends BillComparison {
  readonly signal: AbortSignal;
  /** Compares one payment or refund with the bills. @throws TooManyDifferences */
  compare(movement: Movement): Promise<void>;
}

class TooManyDifferences extends Error {}

/**
 * Compares the whole bill.
 * @returns false when the comparison ended early, because it had opened `max` differences.
 */
export async function compareBill(
  deps: CompareDeps,
  comparison: BillComparison,
  signal: AbortSignal,
  max = differencesOfBillMax,
): Promise<boolean> {
  let opened = 0;
  const comparing: Comparing = {
    ...comparison,
    signal,
    async compare(movement) {
      signal.throwIfAborted();
      if (!(await reconcileMovement(deps, movement, comparison.requestId))) return;
      opened += 1;
      if (opened >= max) throw new TooManyDifferences();
    },
  };
  try {
    await compareRows(deps, comparing);
    await findMissingRows(deps, comparing);
    return true;
  } catch (error) {
    if (error instanceof TooManyDifferences) return false;
    throw error;
  }
}

/** Whether the bill has more than `max` payments and refunds that the service does not know. */
export async function hasTooManyUnknown(
  { read }: Pick<Store, 'read'>,
  rows: readonly Pick<StoredBillRow, 'kind' | 'number'>[],
  signal: AbortSignal,
  max = differencesOfBillMax,
): Promise<boolean> {
  let unknown = 0;
  for (const { kind, number } of rows) {
    signal.throwIfAborted();
    const [own] =
      kind === 'payment' ? await read.payments.byNumberAtProvider(number) : [await read.refunds.byNo(number)];
    if (own === undefined) unknown += 1;
    if (unknown > max) return true;
  }
  return false;
}

async function compareRows(deps: ActDeps, { bill, compare }: Comparing): Promise<void> {
  const { provider, day } = bill;
  let afterLine = -1;
  for (;;) {
    const page = await deps.store.read.reconciliation.rowsOfDay(provider, day, afterLine, pageSize);
    for (const { kind, number, line } of page) {
      await compare({ provider, kind, number, day, isBillComplete: false });
      afterLine = line;
    }
    if (page.length < pageSize) return;
  }
}

/**
 * Finds payments and refunds of the service that are in no bill. A payment or refund counts as missing only if the
 * bills of all days from the day before it began to the day after it ended are stored: a provider can list a payment
 * or refund that happened near midnight on the neighbouring day, and can list a refund on the day on which it
 * accepted the refund. A payment or refund that began before the first stored bill therefore never counts as missing.
 * Neither does a payment or refund about which the provider cannot be queried any more.
 */
async function findMissingRows(deps: CompareDeps, { bill, zone, signal, compare }: Comparing): Promise<void> {
  const { reconciliation } = deps.store.read;
  const { provider, day } = bill;
  const queried = deps.providers.find(({ name }) => name === provider);
  const stored = new Set(await reconciliation.storedDays(provider));
  const [from, to] = [startOfDay(day - 1, zone), startOfDay(day + 2, zone)];
  for (const kind of movementKinds) {
    let afterId = 0;
    for (;;) {
      const page = await reconciliation.unbilled(kind, provider, from, to, afterId, pageSize);
      for (const movement of page) {
        signal.throwIfAborted();
        afterId = movement.id;
        if (!daysOf(movement, zone).every((known) => stored.has(known))) continue;
        const { number, endedAt } = movement;
        if (!(await canQueryNumber(deps.store.read, queried, kind, number))) continue;
        await compare({ provider, kind, number, day: dayOf(endedAt, zone), isBillComplete: true });
      }
      if (page.length < pageSize) break;
    }
  }
}

/** All days whose bills may contain the payment or refund. */
function daysOf({ beganAt, endedAt }: UnbilledMovement, zone: TimeZone): DayNumber[] {
  const first = dayOf(Math.min(beganAt, endedAt), zone) - 1;
  const last = dayOf(endedAt, zone) + 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
