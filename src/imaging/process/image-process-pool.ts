/**
 * Runs image work in child processes, which it starts on demand and keeps for later tasks, with a bounded
 * queue in front. When a process crashes, hangs or takes too much memory, one attempt of one task is lost.
 * When the machine cannot do the work, the outcome is `unavailable`. The file of a result gets its final name
 * only when it is complete.
 */

import { fileURLToPath } from 'node:url';
import {
  type AnyImageOutcome,
  type AnyImageTask,
  ImageAttemptLost,
  type ImagesUnavailable,
  type ImageTaskOptions,
  type ImageWork,
} from '../../usecases/ports/image-work.ts';
import type { MattingNetFile } from '../nets/matting-net.ts';
import { attemptTask, type WantedTask } from './attempt-task.ts';
import { createFairQueue } from './fair-queue.ts';
import type { ImageJail } from './image-jail.ts';
import { type ImageProcess, type ImageProcessOptions, startImageProcess } from './image-process.ts';
import { taskCostMs } from './task-cost.ts';
import { outcomeOfTrouble, Unavailable } from './unavailable.ts';

/** Limits `onProgress` to four calls a second. */
const progressMs = 250;

export interface ImageProcessPoolOptions {
  readonly processesMax: number;
  /** The number of tasks that may wait for a process. A further task gets the outcome `unavailable`. */
  readonly queueMax: number;
  /** The number of extras that may wait; undefined: as many as other tasks. */
  readonly extrasMax?: number;
  /**
   * The time limit of each kind of task, counted from the start of the work, without the time in the queue.
   */
  readonly timeoutMs: Readonly<Record<AnyTask['kind'], number>>;
  /** Maximum resident memory of a process, which is checked four times a second. */
  readonly memoryBytesMax: number;
  /**
   * The scheduling priority (nice level) of the processes, 0–19. A higher level gives way to other
   * processes.
   */
  readonly niceLevel?: number;
  /** A process is replaced after this many tasks, because native code leaks and fragments memory. */
  readonly tasksPerProcessMax?: number;
  /** Maximum size of the JavaScript heap. Pixels are stored outside the heap. */
  readonly heapMbMax?: number;
  /**
   * The environment variables of the processes. The processes inherit no variables, so that no secret can reach
   * them.
   */
  readonly env?: Readonly<Record<string, string>>;
  /** Absolute path of the operator's own colouring net (contract: `nets/colour-net.ts`). */
  readonly colouriserFile?: string;
  /** The operator's own matting net (contract: `nets/matting-net.ts`). */
  readonly mattingNet?: MattingNetFile;
  /** How the processes are isolated; undefined: they are not. */
  readonly jail?: ImageJail;
  /** The entry file of the processes. Absent: `image-process-main.ts`. */
  readonly entryFile?: string;
}

type AnyTask = AnyImageTask;
type AnyOutcome = AnyImageOutcome | ImagesUnavailable;

interface QueuedTask extends WantedTask {
  readonly isExtra: boolean;
  /** Called when the task leaves the queue. */
  readonly onStart: () => void;
  readonly resolve: (outcome: AnyOutcome) => void;
  readonly reject: (error: unknown) => void;
}

export function createImageProcessPool(options: ImageProcessPoolOptions): ImageWork {
  const idle: ImageProcess[] = [];
  const alive = new Set<ImageProcess>();
  const queue = createFairQueue<QueuedTask>(options.queueMax);
  const extras = createFairQueue<QueuedTask>(options.extrasMax ?? options.queueMax);
  /** Headers are read one after the other, so that tasks keep the order in which they arrive. */
  let arrivals: Promise<unknown> = Promise.resolve();
  let busy = 0;
  let busyExtras = 0;
  // If there are several processes, extras never use all of them, so that one stays free for paid work.
  const processesForExtras = Math.max(1, options.processesMax - 1);
  let closed = false;

  const takeProcess = (): ImageProcess => {
    for (let warm = idle.pop(); warm !== undefined; warm = idle.pop()) if (warm.isUsable()) return warm;
    const started = startImageProcess(processOptionsOf(options));
    alive.add(started);
    void started.ended.then(() => {
      alive.delete(started);
      remove(idle, started);
    });
    return started;
  };

  const returnProcess = (used: ImageProcess): void => {
    if (!used.isUsable()) return;
    const isWornOut = used.taskCount() >= (options.tasksPerProcessMax ?? 100);
    if (closed || isWornOut) void used.kill(closedError());
    else idle.push(used);
  };

  const startNext = (): void => {
    while (!closed && busy < options.processesMax) {
      const queued = queue.take() ?? (busyExtras < processesForExtras ? extras.take() : undefined);
      if (queued === undefined) return;
      queued.onStart();
      let assigned: ImageProcess;
      try {
        assigned = takeProcess();
      } catch (error) {
        queued.reject(new Unavailable('no_process', String(error)));
        continue;
      }
      busy += 1;
      if (queued.isExtra) busyExtras += 1;
      const { fileOwner } = options.jail ?? { fileOwner: null };
      void attemptTask(assigned, queued, options.timeoutMs[queued.task.kind], fileOwner)
        .then(queued.resolve, queued.reject)
        .finally(() => {
          busy -= 1;
          if (queued.isExtra) busyExtras -= 1;
          returnProcess(assigned);
          startNext();
        });
    }
  };

  const enqueue = async (task: AnyTask, taskOptions: ImageTaskOptions): Promise<AnyOutcome> => {
    const cost = arrivals.then(() => taskCostMs(task));
    arrivals = cost;
    return begin(task, await cost, taskOptions);
  };

  const begin = (task: AnyTask, costMs: number, taskOptions: ImageTaskOptions): Promise<AnyOutcome> =>
    new Promise((resolve, reject) => {
      const { onProgress, signal, client = 'service', isExtra = false } = taskOptions;
      const waiting = isExtra ? extras : queue;
      signal?.throwIfAborted();
      if (closed) throw closedError();
      const onAbort = (): void => {
        waiting.remove(queued);
        reject(signal?.reason);
      };
      const onStart = (): void => signal?.removeEventListener('abort', onAbort);
      const queued: QueuedTask = {
        task,
        isExtra,
        onProgress: throttled(onProgress),
        signal,
        onStart,
        resolve,
        reject,
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      const gone = waiting.add(queued, client, costMs);
      gone?.onStart();
      gone?.reject(new Unavailable('queue_full', 'Too many tasks wait'));
      startNext();
    });

  return {
    run: async (task, taskOptions = {}) => {
      const outcome = await enqueue(task, taskOptions).catch(outcomeOfTrouble);
      if (outcome.kind === 'checked' || outcome.kind === 'measured') throw unexpectedOutcome();
      return outcome;
    },
    check: async (task, taskOptions = {}) => {
      const outcome = await enqueue(task, taskOptions).catch(outcomeOfTrouble);
      if (outcome.kind !== 'checked' && outcome.kind !== 'unavailable') throw unexpectedOutcome();
      return outcome;
    },
    measure: async (task, taskOptions = {}) => {
      const outcome = await enqueue(task, taskOptions).catch(outcomeOfTrouble);
      if (outcome.kind !== 'measured' && outcome.kind !== 'unavailable') throw unexpectedOutcome();
      return outcome;
    },
    close: async () => {
      closed = true;
      for (const queued of [...queue.drain(), ...extras.drain()]) queued.reject(closedError());
      await Promise.all([...alive].map((running) => running.kill(closedError())));
    },
  };
}

function unexpectedOutcome(): ImageAttemptLost {
  return new ImageAttemptLost('crashed', 'The image process returned the outcome of another kind of task');
}

function processOptionsOf(options: ImageProcessPoolOptions): ImageProcessOptions {
  return {
    entryFile: options.entryFile ?? fileURLToPath(new URL('./image-process-main.ts', import.meta.url)),
    env: options.env ?? {},
    niceLevel: options.niceLevel ?? 10,
    heapMbMax: options.heapMbMax ?? 256,
    memoryBytesMax: options.memoryBytesMax,
    colouriserFile: options.colouriserFile ?? null,
    mattingNet: options.mattingNet ?? null,
    jail: options.jail ?? null,
  };
}

function remove<T>(list: T[], item: T): void {
  const at = list.indexOf(item);
  if (at >= 0) list.splice(at, 1);
}

/** Calls `onProgress` with rising values only, and at most once per `progressMs`. */
function throttled(onProgress: ImageTaskOptions['onProgress']): (fraction: number) => void {
  let last = 0;
  let isPaused = false;
  return (fraction) => {
    const value = Math.min(1, fraction);
    if (onProgress === undefined || isPaused || value <= last) return;
    last = value;
    isPaused = true;
    setTimeout(() => {
      isPaused = false;
    }, progressMs).unref();
    onProgress(value);
  };
}

function closedError(): Unavailable {
  return new Unavailable('stopping', 'Image work was stopped');
}
