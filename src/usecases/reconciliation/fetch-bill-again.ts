/** An operator has a bill fetched again, for example after the provider has corrected it. */

import { dayOf, formatDay } from '../../domain/civil-day.ts';
import { AppError } from '../../domain/errors.ts';
import { type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import { requireDay } from '../payments/report-money.ts';
import { reconcileDayJob, waitingDay } from './reconcile-day-job.ts';
import type { BillDay } from './reconciliation-store.ts';

/** How many days back a bill can be fetched. Providers keep bills for three months or longer. */
const daysBackMax = 365;

/**
 * Makes the job `reconcile_day` fetch the bill. The rows that were fetched before stay stored until the new rows
 * replace them.
 * @throws AppError `forbidden`, `invalid_parameters`, `unknown_item` (the day has not ended in the zone of the bills or
 * is more than 365 days ago, or the provider is not enabled).
 */
export async function fetchBillAgain(
  deps: ActDeps & Pick<Deps, 'providers'>,
  caller: OperatorCaller,
  providerName: string,
  dayText: string,
): Promise<BillDay> {
  requirePermission(caller, 'differences_resolve');
  const day = requireDay('day', dayText);
  const provider = deps.providers.find(({ name }) => name === providerName);
  const today = provider === undefined ? 0 : dayOf(deps.clock.now(), provider.billZone);
  if (provider !== undefined && day >= today) {
    const detail = 'This day has not ended; its bill does not exist yet.';
    throw new AppError('unknown_item', detail, { reason: 'day_not_ended' });
  }
  if (provider === undefined || day < today - daysBackMax) {
    throw new AppError('unknown_item', 'The provider has no bill of this day.', { reason: 'unknown_bill' });
  }
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  return perform(deps, cause, async (act) => {
    const { reconciliation, jobs } = act.tx;
    const now = act.clock.now();
    await reconciliation.addDay(waitingDay(providerName, day, now));
    const known = (await reconciliation.dayOf(providerName, day)) ?? waitingDay(providerName, day, now);
    const waiting = { ...known, state: 'waiting', nextTryAt: now } as const;
    await reconciliation.saveDay(waiting);
    await jobs.runBy(reconcileDayJob.kind, now);
    await recordAudit(act, caller, {
      action: 'bill_requested',
      targetKind: 'bill',
      targetId: `${providerName} ${formatDay(day)}`,
      reason: null,
      before: { state: known.state },
      after: { state: waiting.state },
    });
    return waiting;
  });
}
