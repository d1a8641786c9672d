/** Dead jobs for tests of what operators do about them. */

import assert from 'node:assert/strict';
import { listJobs } from '../../../src/usecases/jobs/list-jobs.ts';
import type { JobView } from '../../../src/usecases/jobs/view-job.ts';
import type { NewJob } from '../../../src/usecases/ports/jobs.ts';
import { operatorOf } from '../../support/console-fixture.ts';
import type { Shop } from '../../support/shop.ts';

const leaseMs = 60_000;
export const lastError = 'the endpoint answered 500';

/** Claims the next due job of the kind and marks it dead, as a worker does after the last attempt. */
export async function markNextDead(shop: Shop, kind: string): Promise<void> {
  const now = shop.clock.now();
  await shop.store.transaction(async (tx) => {
    const job = await tx.jobs.claim([kind], now, now + leaseMs);
    assert.ok(job !== undefined, `no ${kind} is due`);
    assert.ok(await tx.jobs.markDead(job, lastError));
  });
}

/** Enqueues a job and marks it dead. @returns its id. */
export async function addDeadJob(
  shop: Shop,
  job: Pick<NewJob, 'kind' | 'key'> & Partial<NewJob>,
): Promise<number> {
  const common = { payload: {}, priority: 0, runAt: 0, attemptsMax: 1, requestId: 'r-1' };
  await shop.store.transaction((tx) => tx.jobs.enqueue({ ...common, ...job }));
  await markNextDead(shop, job.kind);
  const [dead] = await shop.store.read.jobs.dead(job.kind, null, 1);
  assert.equal(dead?.key, job.key);
  return dead?.id ?? assert.fail();
}

/** Adds the dead delivery of an event. @returns the job's id. */
export function addDeadDelivery(shop: Shop, eventId: string, orderNo = 'ORDER1'): Promise<number> {
  const body = JSON.stringify({ type: 'order.paid', data: { order_no: orderNo } });
  const payload = { event_id: eventId, type: 'order.paid', body };
  return addDeadJob(shop, { kind: 'deliver_event', key: eventId, payload });
}

export async function deadJobs(shop: Shop): Promise<readonly JobView[]> {
  const filter = { trouble: 'dead', kind: null } as const;
  return (await listJobs(shop.deps, operatorOf('viewer'), filter, null, 50)).jobs;
}
