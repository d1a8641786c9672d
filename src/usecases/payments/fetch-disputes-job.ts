/**
 * Job `fetch_disputes`, a schedule: asks the providers for the recent disputes and complaints, so that a shop whose
 * notifications are lost, or are not set up at the provider, sees them too. Then queries each open dispute that the
 * provider no longer lists, because it began too long ago; without this query, its end would never arrive.
 */

import { type ActDeps, perform } from '../act.ts';
import type { Deps } from '../deps.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';
import type { JobContext } from '../ports/job-handler.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import { applyDispute } from './apply-dispute.ts';

const everyMs = 30 * 60_000;
/** How many disputes of a provider a run queries at most. A shop has far fewer open disputes. */
const queriesMax = 500;

type FetchDeps = ActDeps & Pick<Deps, 'providers'>;

export const fetchDisputesJob = defineJob({
  kind: 'fetch_disputes',
  lane: 'small',
  everyMsMax: everyMs,
  priority: 'normal',
  leaseMs: 60_000,
  payload: noPayload,
  purposeOf: async () => ({ orderNo: null, isNeeded: true }),
  async run(deps: FetchDeps, { requestId }, context) {
    const { signal, log } = context;
    for (const provider of deps.providers) {
      try {
        const listed = await applyListed(deps, provider, requestId, context);
        await queryUnlisted(deps, provider, listed, requestId, context);
      } catch (err) {
        signal.throwIfAborted();
        // Continue, so that a provider that does not respond does not delay the disputes of other providers.
        log.warn({ err, provider: provider.name }, 'disputes not fetched');
      }
    }
    return { kind: 'again', runAt: deps.clock.now() + everyMs, counted: false };
  },
});

/** @returns the numbers of the disputes that the provider lists. */
async function applyListed(
  deps: FetchDeps,
  { name, listDisputes }: PaymentProvider,
  requestId: string | null,
  { signal }: JobContext,
): Promise<ReadonlySet<string>> {
  const listed = new Set<string>();
  if (listDisputes === undefined) return listed;
  for (const { paymentNo, dispute } of await listDisputes()) {
    signal.throwIfAborted();
    listed.add(dispute.disputeNo);
    await perform(deps, { actor: { kind: 'provider', name }, requestId }, (act) =>
      applyDispute(act, name, paymentNo, dispute),
    );
  }
  return listed;
}

async function queryUnlisted(
  deps: FetchDeps,
  { name, queryDispute }: PaymentProvider,
  listed: ReadonlySet<string>,
  requestId: string | null,
  { signal, log }: JobContext,
): Promise<void> {
  if (queryDispute === undefined) return;
  for (const { disputeNo, paymentNo } of await deps.store.read.disputes.openOf(name, queriesMax)) {
    if (listed.has(disputeNo)) continue;
    signal.throwIfAborted();
    try {
      const report = await queryDispute(disputeNo);
      if (report === undefined) continue;
      await perform(deps, { actor: { kind: 'provider', name }, requestId }, (act) =>
        applyDispute(act, name, paymentNo, report),
      );
    } catch (err) {
      signal.throwIfAborted();
      // Continue, so that a dispute that the provider does not know any more does not hide the end of the others.
      log.warn({ err, provider: name, disputeNo }, 'dispute not queried');
    }
  }
}
