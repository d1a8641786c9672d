/**
 * Schedule: lets go of what is past its time. A row never refers to a file that is gone without saying so:
 * the row changes together with the job that removes the file.
 */

import type { Order } from '../../domain/order.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import { idempotencyKeptMs } from '../callers/idempotency.ts';
import type { Deps } from '../deps.ts';
import type { JobHandler } from '../ports/job-handler.ts';
import { textOf } from '../ports/jobs.ts';
import type { StoreTransaction, Upload } from '../ports/store.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { purgeRecords } from './purge-records.ts';

const everyMs = 60_000;
const pageSize = 200;

type PurgeDeps = Pick<Deps, 'store' | 'clock' | 'random' | 'settings'>;

export function purgeFilesHandler(deps: PurgeDeps): JobHandler {
  return {
    kind: 'purge_files',
    leaseMs: 60_000,
    async run(_job, { signal, log }) {
      const uploads = await deps.store.read.expiredUploads(deps.clock.now(), pageSize);
      for (const upload of uploads) {
        signal.throwIfAborted();
        await purgeUpload(deps, upload);
      }
      const orders = await deps.store.read.ordersWithExpiredResults(deps.clock.now(), pageSize);
      let stuck = 0;
      for (const order of orders) {
        signal.throwIfAborted();
        try {
          await purgeResult(deps, order);
        } catch (err) {
          // One damaged order must not keep everybody else's pictures.
          log.error({ err, orderId: order.id }, 'result not purged');
          stuck++;
        }
      }
      const now = deps.clock.now();
      await deps.store.transaction((tx) => tx.purgeIdempotencyRecords(now - idempotencyKeptMs));
      await deps.store.transaction((tx) => purgeRecords(tx, now));
      const more = uploads.length === pageSize || (orders.length === pageSize && stuck < pageSize);
      return { kind: 'again', runAt: more ? now : now + everyMs, counted: false };
    },
  };
}

async function purgeUpload(deps: PurgeDeps, expired: Upload): Promise<void> {
  await deps.store.transaction(async (tx) => {
    // An order may have taken it up since the look.
    const upload = await tx.uploadByPath(expired.path);
    const now = deps.clock.now();
    if (upload === undefined || upload.keptUntil > now) return;
    if (!(await tx.deleteExpiredUpload(upload.path, now))) return;
    await enqueueRemoval(tx, upload.file, now);
  });
}

async function purgeResult(deps: PurgeDeps, expired: Order): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const order = await tx.lockOrderById(expired.id);
    if (order?.deal.status !== 'done' || order.deal.resultFile === null) return;
    const at = deps.clock.now();
    await enqueueRemoval(tx, order.deal.resultFile, at);
    const event = { type: 'result_purged', at } as const;
    await advanceOrder(deps, tx, order, event, { kind: 'system' }, null);
  });
}

export async function enqueueRemoval(tx: StoreTransaction, file: string, runAt: Instant): Promise<void> {
  await tx.enqueue({
    kind: 'remove_file',
    key: file,
    payload: { file },
    priority: 0,
    runAt,
    attemptsMax: 20,
    requestId: null,
  });
  tx.announce({ kind: 'jobs_ready' });
}

export function removeFileHandler({ files }: Pick<Deps, 'files'>): JobHandler {
  return {
    kind: 'remove_file',
    leaseMs: 60_000,
    async run(job) {
      await files.remove(textOf(job.payload, 'file'));
      return { kind: 'done' };
    },
  };
}
