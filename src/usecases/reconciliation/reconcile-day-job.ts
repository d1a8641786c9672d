/**
 * Job `reconcile_day`, a schedule: fetches the bill of each past day of each provider until it exists, and compares it
 * with the service's own records. Then it examines the open differences again, because the books may agree now.
 */

import { type DayNumber, dayOf } from '../../domain/civil-day.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { type ActDeps, perform, system } from '../act.ts';
import type { Deps } from '../deps.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import type { BillRow } from '../ports/provider-bill.ts';
import type { Log } from '../ports/tools.ts';
import { compareBill } from './compare-bill.ts';
import { readBook } from './read-book.ts';
import type { BillDay } from './reconciliation-store.ts';
import { storeBill } from './store-bill.ts';
import { reconcileMovement } from './write-difference.ts';

const everyMs = 10 * 60_000;
/** The pause between two tries to fetch a bill. Providers make a bill some hours after the end of its day. */
const retryMs = 60 * 60_000;
/** How many past days are fetched. A bill that does not exist after this number of days is given up. */
const daysBack = 30;
/** The longest error of a provider that is stored. */
const errorLengthMax = 300;
const pageSize = 200;

type ReconcileDeps = ActDeps & Pick<Deps, 'providers'>;

interface Run {
  readonly provider: PaymentProvider;
  readonly requestId: string | null;
  readonly signal: AbortSignal;
  readonly log: Log;
}

export const reconcileDayJob = defineJob({
  kind: 'reconcile_day',
  lane: 'small',
  everyMsMax: everyMs,
  priority: 'normal',
  leaseMs: 60_000,
  payload: noPayload,
  purposeOf: async () => ({ orderNo: null, isNeeded: true }),
  async run(deps: ReconcileDeps, { requestId }, { signal, log }) {
    for (const provider of deps.providers) {
      const run = { provider, requestId, signal, log };
      try {
        await reconcile(deps, run);
      } catch (err) {
        signal.throwIfAborted();
        // Continue: the bills of one provider must not wait for those of another.
        log.error({ err, provider: provider.name }, 'bills not reconciled');
      }
    }
    return { kind: 'again', runAt: deps.clock.now() + everyMs, counted: false };
  },
});

async function reconcile(deps: ReconcileDeps, run: Run): Promise<void> {
  const { provider, requestId, signal } = run;
  const today = dayOf(deps.clock.now(), provider.billZone);
  await addDays(deps, provider.name, today);
  const { reconciliation } = deps.store.read;
  for (const bill of await reconciliation.unfinishedDays(provider.name)) {
    signal.throwIfAborted();
    const fetched = bill.state === 'fetched' ? bill : await fetchBill(deps, run, bill, today);
    if (fetched === undefined) continue;
    await compareBill(deps, { bill: fetched, zone: provider.billZone, requestId }, signal);
    const compared = { ...fetched, state: 'compared' } as const;
    await saveUnlessChanged(deps, fetched, compared);
    run.log.info(
      { provider: provider.name, day: bill.day, foreignRows: fetched.foreignRows },
      'bill compared',
    );
  }
  await examineOpen(deps, run);
}

/** Adds the past days that are not known yet. */
async function addDays({ store, clock }: ReconcileDeps, provider: string, today: DayNumber): Promise<void> {
  const known = new Set(
    (await store.read.reconciliation.days(today - daysBack, today))
      .filter((bill) => bill.provider === provider)
      .map(({ day }) => day),
  );
  const fresh = Array.from({ length: daysBack }, (_, index) => today - daysBack + index).filter(
    (day) => !known.has(day),
  );
  if (fresh.length === 0) return;
  await store.transaction(async ({ reconciliation }) => {
    for (const day of fresh) await reconciliation.addDay(waitingDay(provider, day, clock.now()));
  });
}

export function waitingDay(provider: string, day: DayNumber, now: Instant): BillDay {
  const nothing = { tries: 0, lastError: null, fetchedAt: null, foreignRows: 0 };
  return { provider, day, state: 'waiting', nextTryAt: now, ...nothing };
}

/** @returns the day with its bill stored; undefined while there is none. */
async function fetchBill(
  deps: ReconcileDeps,
  { provider, requestId, signal, log }: Run,
  bill: BillDay,
  today: DayNumber,
): Promise<BillDay | undefined> {
  if (bill.nextTryAt > deps.clock.now()) return undefined;
  let rows: readonly BillRow[] | null | Error;
  try {
    rows = await rowsOf(deps, provider, bill.day, signal);
  } catch (err) {
    signal.throwIfAborted();
    log.warn({ err, provider: provider.name, day: bill.day }, 'bill not fetched');
    rows = err instanceof Error ? err : new Error(String(err));
  }
  if (rows instanceof Error || rows === null) {
    const lastError = rows instanceof Error ? rows.message.slice(0, errorLengthMax) : null;
    // A bill that is fetched again keeps its earlier rows.
    const end = bill.fetchedAt === null ? 'given_up' : 'compared';
    const state = bill.day < today - daysBack ? end : 'waiting';
    const nextTryAt = deps.clock.now() + retryMs;
    await saveUnlessChanged(deps, bill, { ...bill, state, nextTryAt, tries: bill.tries + 1, lastError });
    return undefined;
  }
  const stored = rows;
  await perform(deps, { actor: system, requestId }, (act) => storeBill(act, bill, stored));
  return deps.store.read.reconciliation.dayOf(provider.name, bill.day);
}

/** @returns null while there is no bill. @throws ProviderUnreachable */
async function rowsOf(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  day: DayNumber,
  signal: AbortSignal,
): Promise<readonly BillRow[] | null> {
  const bill = await provider.fetchBill(day);
  switch (bill.state) {
    case 'not_ready':
      return null;
    case 'ready':
      return bill.rows;
    case 'book':
      return readBook(deps, bill.book, { provider: provider.name, day, zone: provider.billZone }, signal);
  }
}

/** Writes nothing when an operator has asked for the bill again meanwhile. */
async function saveUnlessChanged({ store }: ReconcileDeps, before: BillDay, after: BillDay): Promise<void> {
  await store.transaction(async ({ reconciliation }) => {
    const present = await reconciliation.dayOf(before.provider, before.day);
    if (JSON.stringify(present) === JSON.stringify(before)) await reconciliation.saveDay(after);
  });
}

async function examineOpen(deps: ReconcileDeps, { provider, requestId, signal }: Run): Promise<void> {
  let afterId = 0;
  for (;;) {
    const page = await deps.store.read.reconciliation.openOf(provider.name, afterId, pageSize);
    for (const difference of page) {
      signal.throwIfAborted();
      afterId = difference.id;
      await reconcileMovement(deps, { ...difference, isBillComplete: false }, requestId);
    }
    if (page.length < pageSize) return;
  }
}
