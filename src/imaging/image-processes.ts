/**
 * Image work in child processes: a pool of children, started on demand and kept warm, and a bounded
 * queue before it. A child that crashes, hangs or grows costs one attempt of one task. A result appears
 * under its name only when it is whole.
 */

import { rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '../domain/errors.ts';
import {
  type CheckTask,
  ImageAttemptLost,
  type ImageOutcome,
  type ImageTask,
  type ImageTaskOptions,
  type ImageWork,
  type PhotoVerdict,
} from '../usecases/ports/image-work.ts';
import { type ImageChild, startImageChild } from './image-child.ts';
import type { MattingNetFile } from './protocol.ts';

/** Keeps `onProgress` to four calls a second. */
const progressMs = 250;

export interface ImageWorkOptions {
  readonly childrenMax: number;
  /** Tasks that may wait for a child; one more is refused with `unavailable`. */
  readonly queueMax: number;
  /** From the start of the work, waiting not counted. */
  readonly timeoutMs: Readonly<Record<AnyTask['kind'], number>>;
  /** Resident memory of a child, looked at four times a second. */
  readonly memoryBytesMax: number;
  /** 0–19; higher gives way to others. */
  readonly niceLevel?: number;
  /** After so many tasks a child is replaced: native code leaks and fragments. */
  readonly tasksPerChildMax?: number;
  /** Bound of the JavaScript heap; pixels lie outside it. */
  readonly heapMbMax?: number;
  /** Environment of the children, which inherit nothing, so that no secret can reach them. */
  readonly env?: Readonly<Record<string, string>>;
  /** Absolute path of the operator's own colouring net (contract: `colourise/colour-net.ts`). */
  readonly colouriserFile?: string;
  /** The operator's own matting net (contract: `id-photo/matting-net.ts`). */
  readonly mattingNet?: MattingNetFile;
  /** Another entry file for the children. */
  readonly childEntry?: string;
}

type AnyTask = ImageTask | CheckTask;
type AnyOutcome = ImageOutcome | PhotoVerdict;

interface Job {
  readonly task: AnyTask;
  readonly onProgress: (fraction: number) => void;
  readonly signal: AbortSignal | undefined;
  /** Called when the job leaves the queue. */
  readonly onStart: () => void;
  readonly resolve: (outcome: AnyOutcome) => void;
  readonly reject: (error: unknown) => void;
}

export function createImageWork(options: ImageWorkOptions): ImageWork {
  const idle: ImageChild[] = [];
  const alive = new Set<ImageChild>();
  const queue: Job[] = [];
  let busy = 0;
  let closed = false;

  const takeChild = (): ImageChild => {
    for (let warm = idle.pop(); warm !== undefined; warm = idle.pop()) if (warm.isUsable()) return warm;
    const child = startImageChild(childOptionsOf(options));
    alive.add(child);
    void child.gone.then(() => {
      alive.delete(child);
      remove(idle, child);
    });
    return child;
  };

  const giveBack = (child: ImageChild): void => {
    if (!child.isUsable()) return;
    const isWornOut = child.tasksTaken() >= (options.tasksPerChildMax ?? 100);
    if (closed || isWornOut) void child.kill(closedError());
    else idle.push(child);
  };

  const next = (): void => {
    while (!closed && busy < options.childrenMax) {
      const job = queue.shift();
      if (job === undefined) return;
      job.onStart();
      let child: ImageChild;
      try {
        child = takeChild();
      } catch (error) {
        job.reject(error);
        continue;
      }
      busy += 1;
      void attempt(child, job, options.timeoutMs[job.task.kind])
        .then(job.resolve, job.reject)
        .finally(() => {
          busy -= 1;
          giveBack(child);
          next();
        });
    }
  };

  const enqueue = (task: AnyTask, { onProgress, signal }: ImageTaskOptions): Promise<AnyOutcome> =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (closed) throw closedError();
      if (busy >= options.childrenMax && queue.length >= options.queueMax) throw queueFull();
      const onAbort = (): void => {
        remove(queue, job);
        reject(signal?.reason);
      };
      const onStart = (): void => signal?.removeEventListener('abort', onAbort);
      const job: Job = { task, onProgress: seldom(onProgress), signal, onStart, resolve, reject };
      signal?.addEventListener('abort', onAbort, { once: true });
      queue.push(job);
      next();
    });

  return {
    run: async (task, taskOptions = {}) => {
      const outcome = await enqueue(task, taskOptions);
      if (outcome.kind === 'checked') throw otherAnswer();
      return outcome;
    },
    check: async (task) => {
      const outcome = await enqueue(task, {});
      if (outcome.kind !== 'checked') throw otherAnswer();
      return outcome;
    },
    close: async () => {
      closed = true;
      for (const job of queue.splice(0)) job.reject(closedError());
      await Promise.all([...alive].map((child) => child.kill(closedError())));
    },
  };
}

function otherAnswer(): ImageAttemptLost {
  return new ImageAttemptLost('crashed', 'The image child answered something else');
}

/** The child writes beside the target; only a whole result is given the target's name. */
async function attempt(child: ImageChild, job: Job, timeoutMs: number): Promise<AnyOutcome> {
  const { task, signal, onProgress } = job;
  if (task.kind === 'check') return child.run({ task, timeoutMs, onProgress });
  const partialFile = `${task.targetFile}.partial`;
  const abort = (): void => void child.kill(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    const outcome = await child.run({ task: { ...task, targetFile: partialFile }, timeoutMs, onProgress });
    if (outcome.kind === 'made') await keep(partialFile, task.targetFile);
    return outcome;
  } finally {
    signal?.removeEventListener('abort', abort);
    await rm(partialFile, { force: true });
  }
}

async function keep(partialFile: string, targetFile: string): Promise<void> {
  try {
    await rename(partialFile, targetFile);
  } catch (error) {
    // A full disk or a purged folder is not the picture's fault: another attempt may succeed.
    throw new ImageAttemptLost('crashed', `The result could not be kept: ${String(error)}`);
  }
}

function childOptionsOf(options: ImageWorkOptions): Parameters<typeof startImageChild>[0] {
  return {
    entry: options.childEntry ?? fileURLToPath(new URL('./child.ts', import.meta.url)),
    env: options.env ?? {},
    niceLevel: options.niceLevel ?? 10,
    heapMbMax: options.heapMbMax ?? 256,
    memoryBytesMax: options.memoryBytesMax,
    colouriserFile: options.colouriserFile ?? null,
    mattingNet: options.mattingNet ?? null,
  };
}

function remove<T>(list: T[], item: T): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}

/** Rising values only, and at most one in `progressMs`. */
function seldom(onProgress: ImageTaskOptions['onProgress']): (fraction: number) => void {
  let last = 0;
  let quiet = false;
  return (fraction) => {
    const value = Math.min(1, fraction);
    if (onProgress === undefined || quiet || value <= last) return;
    last = value;
    quiet = true;
    setTimeout(() => {
      quiet = false;
    }, progressMs).unref();
    onProgress(value);
  };
}

function closedError(): ImageAttemptLost {
  return new ImageAttemptLost('crashed', 'Image work was stopped');
}

function queueFull(): AppError {
  return new AppError('unavailable', 'Too many photos are waiting. Please try again in a moment.', {
    reason: 'photo_queue_full',
    retryAfterS: 5,
  });
}
