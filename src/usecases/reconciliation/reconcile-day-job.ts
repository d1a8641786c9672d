/**
 * Job `reconcile_day`, a schedule: tries to fetch the bill of each past day of each provider until the provider has
 * made it, and compares the bill with the service's own records. The job then examines the open differences again,
 * because the bill and the records may agree now.
 */

import { type DayNumber, dayOf } from '../../domain/civil-day.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { type ActDeps, perform, system } from '../act.ts';
import type { Deps } from '../deps.ts';
import { reconcileMovement } from '../differences/write-difference.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';
import { type PaymentProvider, ProviderUnreachable } from '../ports/payment-provider.ts';
import type { BillRow } from '../ports/provider-bill.ts';
import type { Log } from '../ports/tools.ts';
import { compareBill, differencesOfBillMax, hasTooManyUnknown } from './compare-bill.ts';
import { expectsBill } from './expects-bill.ts';
import { readBook } from './read-book.ts';
import type { BillDay } from './reconciliation-store.ts';
import { ownRows, storeBill } from './store-bill.ts';

const everyMs = 10 * 60_000;
/** The pause between two attempts to fetch a bill. Providers make a bill some hours after the end of its day. */
const retryMs = 60 * 60_000;
/**
 * For how many past days the job fetches bills. If the provider has made no bill after this number of days, the job
 * gives the bill up.
 */
const daysBack = 30;
/**
 * For how many days after its day the job waits for a bill that the provider does not have, although the service has
 * payments or refunds of this day. Some providers make bills a day late after holidays. Afterwards the day counts as a
 * day without payments at the provider, and the comparison reports the service's payments as missing.
 */
const lateDaysMax = 3;
/** Maximum length of a stored error of a provider, in characters. A longer error is cut. */
const errorLengthMax = 300;
const pageSize = 200;

type ReconcileDeps = ActDeps & Pick<Deps, 'providers' | 'log'>;

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
        // Continue, so that an error with the bills of one provider does not delay the bills of other providers.
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
  const ask = asker(deps, run);
  for (const bill of await reconciliation.unfinishedDays(provider.name)) {
    signal.throwIfAborted();
    const fetched = bill.state === 'fetched' ? bill : await fetchBill(deps, run, bill, { today, ask });
    if (fetched === undefined) continue;
    const comparison = { bill: fetched, zone: provider.billZone, requestId };
    if (!(await compareBill(deps, comparison, signal))) {
      await giveUp(deps, run, fetched, tooManyDifferences);
      continue;
    }
    const compared = { ...fetched, state: 'compared' } as const;
    await saveUnlessChanged(deps, fetched, compared);
    run.log.info(
      { provider: provider.name, day: bill.day, foreignRows: fetched.foreignRows },
      'bill compared',
    );
  }
  await examineOpen(deps, run);
}

/** Adds a row for each of the past days that has no row yet. */
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

/** Fetches the rows of a day's bill, see `rowsOf`. */
type AskForBill = (day: DayNumber) => Promise<readonly BillRow[] | 'gone' | null | Error>;

/**
 * Makes the function that fetches bills in one run. After a call to which the provider has not responded, the
 * function calls the provider no more in this run. A provider that hangs therefore delays the bills of other
 * providers by one call, and not by one call for each day.
 */
function asker(deps: ReconcileDeps, { provider, signal, log }: Run): AskForBill {
  let unreachable: ProviderUnreachable | undefined;
  return async (day) => {
    if (unreachable !== undefined) return unreachable;
    try {
      return await rowsOf(deps, provider, day, signal);
    } catch (err) {
      signal.throwIfAborted();
      log.warn({ err, provider: provider.name, day }, 'bill not fetched');
      if (err instanceof ProviderUnreachable) unreachable = err;
      return err instanceof Error ? err : new Error(String(err));
    }
  };
}

/**
 * Fetches and stores the bill of a day.
 * @returns the updated row of the day; undefined if there is no bill to compare yet, or the bill was given up.
 */
async function fetchBill(
  deps: ReconcileDeps,
  run: Run,
  bill: BillDay,
  { today, ask }: { readonly today: DayNumber; readonly ask: AskForBill },
): Promise<BillDay | undefined> {
  const { provider, requestId } = run;
  if (bill.nextTryAt > deps.clock.now()) return undefined;
  const rows = await ask(bill.day);
  if (rows instanceof Error || rows === null || rows === 'gone') {
    const error = rows === 'gone' ? billGone : rows instanceof Error ? rows.message : null;
    const lastError = error?.slice(0, errorLengthMax) ?? null;
    // If the bill was fetched before, the rows of that fetch stay stored and count as compared.
    const end = bill.fetchedAt === null ? 'given_up' : 'compared';
    const state = rows === 'gone' || bill.day < today - daysBack ? end : 'waiting';
    const nextTryAt = deps.clock.now() + retryMs;
    await saveUnlessChanged(deps, bill, { ...bill, state, nextTryAt, tries: bill.tries + 1, lastError });
    return undefined;
  }
  const own = ownRows(bill, rows);
  if (await hasTooManyUnknown(deps.store, own, run.signal)) {
    await giveUp(deps, run, bill, foreignBill);
    return undefined;
  }
  await perform(deps, { actor: system, requestId }, (act) => storeBill(act, bill, rows, own));
  return deps.store.read.reconciliation.dayOf(provider.name, bill.day);
}

const billGone =
  'The provider has no bill of this day any more. The rows of the bill that was fetched before are kept.';
const foreignBill =
  `The bill has more than ${differencesOfBillMax} payments and refunds that the service does not know, so it was not ` +
  'compared. It may belong to another merchant.';
const tooManyDifferences =
  `The comparison ended after ${differencesOfBillMax} differences. The bill may belong to another merchant, or lack ` +
  'payments.';

/**
 * Ends the work on a bill that cannot be right. The day then counts as a day without a bill, so that the comparison
 * of later bills does not report the payments of this day as missing. An operator can have the bill fetched again.
 */
async function giveUp(
  deps: ReconcileDeps,
  { provider, log }: Run,
  bill: BillDay,
  lastError: string,
): Promise<void> {
  log.error({ provider: provider.name, day: bill.day, reason: lastError }, 'bill given up');
  const tries = bill.tries + 1;
  await saveUnlessChanged(deps, bill, { ...bill, state: 'given_up', fetchedAt: null, tries, lastError });
}

/**
 * @returns the rows of the day's bill; null while the provider has not made the bill; `gone` if the provider has no bill
 * of the day, and rows of an earlier fetch are stored. @throws ProviderUnreachable
 */
async function rowsOf(
  deps: ReconcileDeps,
  provider: PaymentProvider,
  day: DayNumber,
  signal: AbortSignal,
): Promise<readonly BillRow[] | 'gone' | null> {
  const bill = await provider.fetchBill(day);
  const { name, billZone: zone } = provider;
  const bookDay = { provider: name, day, zone };
  switch (bill.state) {
    case 'not_ready':
      return null;
    case 'absent': {
      const isLate = dayOf(deps.clock.now(), zone) >= day + lateDaysMax;
      const { reconciliation } = deps.store.read;
      if (!isLate && (await expectsBill(reconciliation, bookDay))) return null;
      // Providers delete old bills, so this answer does not say that the day had no payments.
      return (await reconciliation.rowsOfDay(name, day, -1, 1)).length > 0 ? 'gone' : [];
    }
    case 'ready':
      return bill.rows;
    case 'book':
      return readBook(deps, bill.book, bookDay, signal);
  }
}

/**
 * Writes nothing if the stored day is no longer `before`, for example because an operator has requested the bill
 * again.
 */
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
