/** Cases of the console’s API for jobs, money and the state of the service. */

import assert from 'node:assert/strict';
import { by, onItem, read, reason } from './console-calls.ts';
import type { OperationCases, World } from './operation-cases.ts';

const days = 'from=2026-11-01&to=2026-11-20';
async function deadJob({ shop }: World): Promise<number> {
  const now = shop.clock.now();
  const kind = 'deliver_event';
  const key = shop.requestId();
  const body = JSON.stringify({ type: 'order.paid', data: { order_no: 'ORDER1' } });
  await shop.store.transaction(async (tx) => {
    await tx.jobs.enqueue({
      ...{ kind, key, priority: 0, runAt: now, attemptsMax: 12, requestId: null },
      payload: { event_id: key, type: 'order.paid', body },
    });
    const job = await tx.jobs.claim([kind], now, now + 60_000);
    assert.ok(job !== undefined);
    await tx.jobs.markDead(job, 'the endpoint answered 500');
  });
  const [dead] = await shop.store.read.jobs.dead(kind, null, 1);
  assert.ok(dead !== undefined);
  return dead.id;
}

/** A job that waits for its first run: it can be neither retried nor discarded. */
async function readyJob({ shop }: World): Promise<number> {
  const orderNo = await shop.placeVip();
  await shop.startPayment(orderNo);
  const key = await shop.lastPaymentNo(orderNo);
  const [job] = await shop.store.read.jobs.named({ kind: 'check_payment', key });
  assert.ok(job !== undefined);
  return job.id;
}

/** For each operation, calls that produce its statuses; by `operationId` without the prefix `console_`. */
export const consoleJobCases: Readonly<Record<string, OperationCases>> = {
  list_jobs: read('jobs', 'trouble=none'),
  retry_job: onItem((id) => `jobs/${id}/retry`, 'POST', undefined, 'support', 'viewer', {
    possible: deadJob,
    impossible: readyJob,
  }),
  retry_all_jobs: {
    success: (world) => by(world, 'support', 'POST', 'jobs/retry_all', {}),
    refusals: {
      forbidden: (world) => by(world, 'viewer', 'POST', 'jobs/retry_all', {}),
      invalid_parameters: (world) => by(world, 'support', 'POST', 'jobs/retry_all', { kind: 'none' }),
    },
  },
  discard_job: onItem((id) => `jobs/${id}/discard`, 'POST', { reason }, 'owner', 'support', {
    possible: deadJob,
    impossible: readyJob,
  }),
  money: read(`money?${days}`, 'from=2026-11-01&to=yesterday'),
  money_csv: read(`money.csv?${days}`, 'from=2026-11-01&to=yesterday'),
  health: read('health'),
};
