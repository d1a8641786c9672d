/**
 * Makes the picture of a paid order in an image child process. The order's state and the end of the job are
 * written together; a result of withdrawn work is refused and its file removed.
 */

import { isMember } from '../../domain/membership.ts';
import type { Order } from '../../domain/order.ts';
import { orderState } from '../../domain/order-state.ts';
import type { Deps } from '../deps.ts';
import { newUploadName } from '../numbers.ts';
import { FileMissing } from '../ports/file-store.ts';
import type { ImageOutcome } from '../ports/image-work.ts';
import type { JobContext, JobHandler, JobVerdict } from '../ports/job-handler.ts';
import { type Job, textOf } from '../ports/jobs.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { failOrder } from '../refunds/fail-order.ts';
import { enqueueRemoval } from '../retention/purge-files.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import type { Processor } from './processors/processor.ts';
import { processorsByFunctName } from './processors/processors.ts';
import { uploadPathOf } from './upload-of-order.ts';

type ProcessDeps = Pick<
  Deps,
  'store' | 'clock' | 'random' | 'settings' | 'files' | 'scratch' | 'orderImages'
>;

const leaseMs = 30_000;
const firstPauseMs = 2_000;
const progressEveryMs = 200;
/** Far longer than storing a picture and committing it take. */
const unownedKeptMs = 60 * 60_000;
const system = { kind: 'system' } as const;

export function processOrderHandler(deps: ProcessDeps): JobHandler {
  const processors = processorsByFunctName();
  return {
    kind: 'process_order',
    leaseMs,
    async run(job, context) {
      const order = await begin(deps, job);
      if (order === undefined) return { kind: 'done' };
      const processor = processors.get(order.functName);
      if (processor === undefined) throw new Error(`no processor for ${order.functName}`);
      try {
        return await make(deps, job, context, order, processor);
      } catch (error) {
        return lost(deps, job, context, error);
      }
    },
    /** The worker died with the last attempt: the order was left in `ing`. */
    async exhausted(tx, job, error) {
      const order = await tx.lockOrder(textOf(job.payload, 'order_no'));
      if (order === undefined) return;
      if (orderState(order) === 'pay/init') {
        const started = { type: 'work_started', at: deps.clock.now() } as const;
        const begun = await advanceOrder(deps, tx, order, started, system, job.requestId);
        await failOrder(deps, tx, begun, 'attempts_exhausted', error, job.requestId);
      }
      if (orderState(order) === 'pay/ing') {
        await failOrder(deps, tx, order, 'attempts_exhausted', error, job.requestId);
      }
    },
  };
}

/** @returns undefined when the work was withdrawn meanwhile. */
async function begin(deps: ProcessDeps, job: Job): Promise<Order | undefined> {
  return deps.store.transaction(async (tx) => {
    const order = await tx.lockOrder(textOf(job.payload, 'order_no'));
    if (order === undefined) return undefined;
    // A worker that has lost its lease must not touch the order that is another's by now.
    if (!(await tx.extendLease(job, deps.clock.now() + leaseMs))) return undefined;
    const at = deps.clock.now();
    switch (orderState(order)) {
      case 'pay/init':
        return advanceOrder(deps, tx, order, { type: 'work_started', at }, system, job.requestId);
      case 'pay/ing': {
        const returned = { type: 'work_returned', at, error: 'its worker was lost' } as const;
        const back = await advanceOrder(deps, tx, order, returned, system, job.requestId);
        return advanceOrder(deps, tx, back, { type: 'work_started', at }, system, job.requestId);
      }
      default:
        return undefined;
    }
  });
}

async function make(
  deps: ProcessDeps,
  job: Job,
  context: JobContext,
  order: Order,
  processor: Processor,
): Promise<JobVerdict> {
  const sourceFile = deps.scratch.newPath('.jpg');
  const targetFile = deps.scratch.newPath('.jpg');
  try {
    if (!(await fetchUpload(deps, order, sourceFile))) return refuse(deps, job, 'upload_gone');
    const outcome = await deps.orderImages.run(processor.task(order, sourceFile, targetFile), {
      signal: context.signal,
      onProgress: progressTeller(deps, order.orderNo),
    });
    if (outcome.kind === 'refused') return refuse(deps, job, outcome.refusal);
    return await keep(deps, job, order, targetFile, outcome);
  } finally {
    await deps.scratch.remove(sourceFile);
    await deps.scratch.remove(targetFile);
  }
}

/** @returns false when the upload is gone. */
async function fetchUpload(deps: ProcessDeps, order: Order, localFile: string): Promise<boolean> {
  const path = uploadPathOf(order);
  const upload = path === undefined ? undefined : await deps.store.read.uploadByPath(path);
  if (upload === undefined) return false;
  try {
    await deps.files.fetchTo(upload.file, localFile);
    return true;
  } catch (error) {
    if (error instanceof FileMissing) return false;
    throw error;
  }
}

function progressTeller(deps: ProcessDeps, orderNo: string): (fraction: number) => void {
  let toldAt = 0;
  return (fraction) => {
    const now = deps.clock.now();
    if (now - toldAt < progressEveryMs) return;
    toldAt = now;
    deps.store.broadcast({ kind: 'order_progress', orderNo, fraction });
  };
}

async function keep(
  deps: ProcessDeps,
  job: Job,
  order: Order,
  localFile: string,
  { contentType }: Extract<ImageOutcome, { kind: 'made' }>,
): Promise<JobVerdict> {
  // A fresh name for each attempt: a late worker can never overwrite another's result.
  const resultFile = `results/${newUploadName(deps.random)}.jpg`;
  // Written down first: a customer's picture that no order comes to own is removed, whoever dies when.
  const removeAt = deps.clock.now() + unownedKeptMs;
  await deps.store.transaction((tx) => enqueueRemoval(tx, resultFile, removeAt));
  await deps.files.put(resultFile, localFile, contentType);
  return {
    kind: 'done',
    commit: async (tx) => {
      const now = await tx.lockOrder(order.orderNo);
      const at = deps.clock.now();
      await tx.cancelJob('remove_file', resultFile);
      if (now === undefined || orderState(now) !== 'pay/ing') return enqueueRemoval(tx, resultFile, at);
      if (at >= removeAt) throw new Error('the result may have been removed already');
      const resultUntil = at + (await keptMs(deps, tx, order));
      // The other colours of an ID photo are made of it for as long.
      const path = uploadPathOf(order);
      if (path !== undefined) await tx.keepUpload(path, resultUntil);
      await advanceOrder(
        deps,
        tx,
        now,
        { type: 'work_done', at, resultFile, resultUntil },
        system,
        job.requestId,
      );
    },
  };
}

async function keptMs(deps: ProcessDeps, tx: StoreTransaction, order: Order): Promise<number> {
  const user = await tx.userById(order.userId);
  const { memberResultKeptMs, resultKeptMs } = deps.settings;
  return isMember(user?.memberUntil ?? null, deps.clock.now()) ? memberResultKeptMs : resultKeptMs;
}

/** The picture cannot be made of this upload, however often it is tried. */
function refuse(deps: ProcessDeps, job: Job, reason: string): JobVerdict {
  return { kind: 'done', commit: (tx) => failIfUnderWay(deps, tx, job, reason, null) };
}

/** The attempt was lost; the order waits again, or fails for good after the last attempt. */
function lost(deps: ProcessDeps, job: Job, context: JobContext, cause: unknown): JobVerdict {
  const error = cause instanceof Error ? cause.message : String(cause);
  if (!context.signal.aborted)
    context.log.warn({ err: cause, attempt: job.attempts }, 'picture attempt lost');
  const counted = !context.signal.aborted;
  if (counted && job.attempts >= job.attemptsMax) {
    return { kind: 'done', commit: (tx) => failIfUnderWay(deps, tx, job, 'attempts_exhausted', error) };
  }
  const now = deps.clock.now();
  return {
    kind: 'again',
    runAt: counted ? now + firstPauseMs * 2 ** (job.attempts - 1) : now,
    counted,
    error,
    commit: async (tx) => {
      const order = await tx.lockOrder(textOf(job.payload, 'order_no'));
      if (order === undefined || orderState(order) !== 'pay/ing') return;
      const event = { type: 'work_returned', at: now, error } as const;
      await advanceOrder(deps, tx, order, event, system, job.requestId);
    },
  };
}

async function failIfUnderWay(
  deps: ProcessDeps,
  tx: StoreTransaction,
  job: Job,
  reason: string,
  error: string | null,
): Promise<void> {
  const order = await tx.lockOrder(textOf(job.payload, 'order_no'));
  if (order === undefined || orderState(order) !== 'pay/ing') return;
  await failOrder(deps, tx, order, reason, error, job.requestId);
}
