/**
 * Job `purge_files`, a schedule: deletes expired uploads, results, unpaid orders, guests, idempotency keys and other
 * old rows. One transaction changes a row and adds the job that removes its file, so that no row refers to a deleted
 * file.
 */

import type { Order } from '../../domain/order.ts';
import { type ActDeps, perform, system } from '../act.ts';
import { idempotencyKeptMs } from '../callers/idempotency.ts';
import type { Deps } from '../deps.ts';
import { defineJob, noPayload } from '../jobs/define-job.ts';
import { removeFileJob } from '../pictures/remove-file-job.ts';
import type { Upload } from '../pictures/upload-store.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { purgeEmptyGuests } from './purge-empty-guests.ts';
import { purgeRowsWithoutFiles } from './purge-rows-without-files.ts';
import { purgeUnpaidOrders } from './purge-unpaid-orders.ts';

const everyMs = 60_000;
const pageSize = 200;
const cause = { actor: system, requestId: null };

export const purgeJob = defineJob({
  kind: 'purge_files',
  lane: 'small',
  everyMsMax: everyMs,
  priority: 'normal',
  leaseMs: 60_000,
  payload: noPayload,
  purposeOf: async () => ({ orderNo: null, isNeeded: true }),
  async run(deps: ActDeps & Pick<Deps, 'jobs'>, _job, { signal, log }) {
    const uploads = await deps.store.read.uploads.expired(deps.clock.now(), pageSize);
    for (const upload of uploads) {
      signal.throwIfAborted();
      await purgeUpload(deps, upload);
    }
    const orders = await deps.store.read.orders.withExpiredResults(deps.clock.now(), pageSize);
    let failures = 0;
    for (const order of orders) {
      signal.throwIfAborted();
      try {
        await purgeResult(deps, order);
      } catch (err) {
        // Continue, so that one damaged order does not prevent the deletion of other results.
        log.error({ err, orderId: order.id }, 'result not purged');
        failures++;
      }
    }
    await purgeUnpaidOrders(deps, { signal, log });
    await purgeEmptyGuests(deps, signal);
    const now = deps.clock.now();
    await deps.store.transaction((tx) => tx.idempotency.purge(now - idempotencyKeptMs));
    await deps.store.transaction((tx) => purgeRowsWithoutFiles(tx, deps.jobs, now));
    const hasMore = uploads.length === pageSize || (orders.length === pageSize && failures < pageSize);
    return { kind: 'again', runAt: hasMore ? now : now + everyMs, counted: false };
  },
});

async function purgeUpload(deps: ActDeps, expired: Upload): Promise<void> {
  await perform(deps, cause, async (act) => {
    const { uploads } = act.tx;
    // Read the upload again, because an order may have extended its retention since the first read.
    const upload = await uploads.byPath(expired.path);
    const now = act.clock.now();
    if (upload === undefined || upload.keptUntil > now) return;
    if (!(await uploads.deleteExpired(upload.path, now))) return;
    await removeFileJob.enqueue(act, upload.file, {});
  });
}

async function purgeResult(deps: ActDeps, expired: Order): Promise<void> {
  await perform(deps, cause, async (act) => {
    const order = await act.tx.orders.lockById(expired.id);
    if (order?.deal.status !== 'done' || order.deal.resultFile === null) return;
    // A new picture may have replaced the expired one since the first read.
    const now = act.clock.now();
    if (order.deal.resultUntil === null || order.deal.resultUntil > now) return;
    await removeFileJob.enqueue(act, order.deal.resultFile, {});
    await advanceOrder(act, order, { type: 'result_purged', at: now });
  });
}
