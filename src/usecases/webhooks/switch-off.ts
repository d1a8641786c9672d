/**
 * Records failed deliveries, and switches an endpoint off when it answers 410, or when every attempt has failed for
 * three days. The audit log records this, so that operators notice that a system receives no events any more.
 */

import type { Act } from '../act.ts';
import type { OffReason } from './endpoint-store.ts';
import type { Attempted } from './webhook-store.ts';

const dayMs = 24 * 60 * 60_000;
export const failingMsMax = 3 * dayMs;
/**
 * The longest pause between two failures of one series. A failure after a longer pause begins a new series, because
 * the endpoint may have worked in between.
 */
const troublePauseMsMax = 3 * dayMs;

/** The name that the audit log shows for acts of the service itself. */
const serviceName = 'photokiosk';

interface Failure extends Attempted {
  readonly error: string;
  /** Whether the failed attempt was the last one of the delivery. */
  readonly isLast: boolean;
}

export async function noteFailure(act: Act, failure: Failure, isGone: boolean): Promise<void> {
  const { tx } = act;
  const { endpointId, at } = failure;
  await tx.webhooks.recordFailure(failure, failure.error, failure.isLast);
  const endpoint = await tx.webhookEndpoints.byId(endpointId);
  if (endpoint === undefined) return;
  if (isGone) return switchOff(act, endpointId, 'gone');
  const { failingSince, lastFailureAt } = endpoint;
  const continues =
    failingSince !== null && lastFailureAt !== null && at - lastFailureAt <= troublePauseMsMax;
  const since = continues ? failingSince : at;
  await tx.webhookEndpoints.setFailing(endpointId, since, at);
  if (at - since >= failingMsMax) await switchOff(act, endpointId, 'failing');
}

async function switchOff({ tx, clock }: Act, endpointId: number, reason: OffReason): Promise<void> {
  const now = clock.now();
  if (!(await tx.webhookEndpoints.setState(endpointId, 'off', reason, now))) return;
  await tx.auditLog.insert({
    at: now,
    operator: serviceName,
    action: 'webhook_endpoint_switched_off',
    targetKind: 'webhook_endpoint',
    targetId: String(endpointId),
    address: null,
    requestId: null,
    reason: null,
    before: null,
    after: { off_reason: reason },
  });
}
