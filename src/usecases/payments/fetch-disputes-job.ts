/**
 * Job `fetch_disputes`, a schedule: asks the providers for the recent disputes and complaints, so that a shop whose
 * notifications are lost, or are not set up at the provider, sees them too.
 */

import { type ActDeps, perform } from '../act.ts';
import type { Deps } from '../deps.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';
import { applyDispute } from './apply-dispute.ts';

const everyMs = 30 * 60_000;

export const fetchDisputesJob = defineJob({
  kind: 'fetch_disputes',
  lane: 'small',
  everyMsMax: everyMs,
  priority: 'normal',
  leaseMs: 60_000,
  payload: noPayload,
  purposeOf: async () => ({ orderNo: null, isNeeded: true }),
  async run(deps: ActDeps & Pick<Deps, 'providers'>, { requestId }, { signal, log }) {
    for (const { name, listDisputes } of deps.providers) {
      if (listDisputes === undefined) continue;
      try {
        for (const { paymentNo, dispute } of await listDisputes()) {
          signal.throwIfAborted();
          await perform(deps, { actor: { kind: 'provider', name }, requestId }, (act) =>
            applyDispute(act, name, paymentNo, dispute),
          );
        }
      } catch (err) {
        signal.throwIfAborted();
        // Continue, so that a provider that does not respond does not delay the disputes of other providers.
        log.warn({ err, provider: name }, 'disputes not fetched');
      }
    }
    return { kind: 'again', runAt: deps.clock.now() + everyMs, counted: false };
  },
});
