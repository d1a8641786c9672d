/**
 * Compares a stored bill with the service's own records: first every row of the bill, then the payments and refunds of
 * the service that no bill has.
 */

import { type DayNumber, dayOf, startOfDay } from '../../domain/civil-day.ts';
import { movementKinds } from '../../domain/compare-books.ts';
import type { TimeZone } from '../../domain/zoned-time.ts';
import type { ActDeps } from '../act.ts';
import type { BillDay, UnbilledMovement } from './reconciliation-store.ts';
import { reconcileMovement } from './write-difference.ts';

const pageSize = 200;

export interface BillComparison {
  readonly bill: BillDay;
  /** The time zone of the days of the provider's bills. */
  readonly zone: TimeZone;
  readonly requestId: string | null;
}

export async function compareBill(
  deps: ActDeps,
  comparison: BillComparison,
  signal: AbortSignal,
): Promise<void> {
  await compareRows(deps, comparison, signal);
  await findMissingRows(deps, comparison, signal);
}

async function compareRows(
  deps: ActDeps,
  { bill, requestId }: BillComparison,
  signal: AbortSignal,
): Promise<void> {
  const { provider, day } = bill;
  let afterLine = -1;
  for (;;) {
    const page = await deps.store.read.reconciliation.rowsOfDay(provider, day, afterLine, pageSize);
    for (const { kind, number, line } of page) {
      signal.throwIfAborted();
      await reconcileMovement(deps, { provider, kind, number, day, isBillComplete: false }, requestId);
      afterLine = line;
    }
    if (page.length < pageSize) return;
  }
}

/**
 * A movement is missing when the bills of all its days are stored and none has it: from the day before it began, to the
 * day after it ended. A provider can count a movement near midnight to the neighbouring day, and a refund to the day on
 * which it was accepted. Movements that began before the first stored bill are therefore never missing.
 */
async function findMissingRows(
  deps: ActDeps,
  { bill, zone, requestId }: BillComparison,
  signal: AbortSignal,
): Promise<void> {
  const { reconciliation } = deps.store.read;
  const { provider, day } = bill;
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
        const expected = { provider, kind, number, day: dayOf(endedAt, zone), isBillComplete: true };
        await reconcileMovement(deps, expected, requestId);
      }
      if (page.length < pageSize) break;
    }
  }
}

/** All days whose bills may contain the movement. */
function daysOf({ beganAt, endedAt }: UnbilledMovement, zone: TimeZone): DayNumber[] {
  const first = dayOf(Math.min(beganAt, endedAt), zone) - 1;
  const last = dayOf(endedAt, zone) + 1;
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
