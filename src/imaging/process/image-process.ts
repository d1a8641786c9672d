/**
 * Controls one image process from the service: starts it, gives it one task at a time, watches its memory and
 * kills it. This module never reads pixels. The promise of every task settles, even if the process crashes or
 * hangs.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import {
  type AnyImageOutcome,
  type AnyImageTask,
  ImageAttemptLost,
} from '../../usecases/ports/image-work.ts';
import type { MattingNetFile } from '../nets/matting-net.ts';
import type { ImageJail } from './image-jail.ts';
import { type ProcessMessage, parseProcessMessage, type RunMessage } from './protocol.ts';
import { processorMsOf, startTimeLimit } from './time-limit.ts';
import { Unavailable } from './unavailable.ts';

const memoryWatchMs = 250;
/** The number of characters at the end of stderr that the error contains: enough for a stack trace. */
const stderrLengthMax = 2000;
/**
 * How long the service waits for the last output of a process that has exited. A program that the process has started
 * can hold the output open for ever.
 */
const outputWaitMs = 1000;
/**
 * How long a process may go on after it has closed its channel. A process that ends closes its channel too, a moment
 * before the service learns why it ended, and a signal from outside must not count as a failed attempt.
 */
const endWaitMs = 1000;
/** Signals that a person, a supervisor or the kernel sends. A fault of the process itself has another signal. */
const outsideSignals: readonly unknown[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'];
const hasProc = existsSync('/proc/self/status');

export interface ImageProcessOptions {
  readonly entryFile: string;
  /** All environment variables of the process, which inherits none from the service. */
  readonly env: Readonly<Record<string, string>>;
  readonly niceLevel: number;
  readonly heapMbMax: number;
  readonly memoryBytesMax: number;
  readonly colouriserFile: string | null;
  readonly mattingNet: MattingNetFile | null;
  /** How the process is isolated; null: it is not. */
  readonly jail: ImageJail | null;
}

export interface AssignedTask {
  readonly task: AnyImageTask;
  /** The time limit of the task. `startTimeLimit` explains when the limit is extended. */
  readonly timeoutMs: number;
  readonly onProgress: (fraction: number) => void;
}

export interface ImageProcess {
  readonly pid: number | undefined;
  /** The number of tasks assigned so far. */
  readonly taskCount: () => number;
  /** False as soon as the process is being killed: it accepts no task then. */
  readonly isUsable: () => boolean;
  /**
   * Rejects with `ImageAttemptLost`, `Unavailable`, or the `cause` that was passed to `kill`. Only one task
   * may run at a time.
   */
  run(task: AssignedTask): Promise<AnyImageOutcome>;
  /** Kills the process and resolves when it has ended. A running task rejects with `cause`. */
  kill(cause: unknown): Promise<void>;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;
}

interface RunningTask {
  readonly taskId: number;
  readonly onProgress: (fraction: number) => void;
  readonly resolve: (outcome: AnyImageOutcome) => void;
  readonly reject: (error: unknown) => void;
  readonly endTimeLimit: () => void;
}

/** @throws Unavailable if the system cannot start another process. */
export function startImageProcess(options: ImageProcessOptions): ImageProcess {
  const child = forkProcess(options);
  const stderrTail = collectStderr(child);
  let running: RunningTask | undefined;
  let taskCount = 0;
  let isReady = false;
  let hasExited = false;
  let killCause: unknown;
  let disconnectWait: NodeJS.Timeout | undefined;

  const kill = (cause: unknown): void => {
    killCause ??= cause;
    child.kill('SIGKILL');
  };
  child.on('error', (error) => kill(new Unavailable('no_process', error.message)));
  // Nothing can be said to such a process any more, and no limit would end it once its task is over.
  child.on('disconnect', () => {
    if (!hasExited)
      disconnectWait = setTimeout(() => kill(crashed('The image process closed its channel')), endWaitMs);
  });
  const stopWatching = watchMemory(child.pid, options.memoryBytesMax, kill);

  child.on('message', (value) => {
    const message = parsedOrKilled(value, kill);
    if (message === undefined) return;
    if (message.type === 'ready') {
      isReady = true;
      return;
    }
    if (message.type === 'memory') {
      if (message.rssBytes > options.memoryBytesMax) kill(outOfMemory(message.rssBytes));
      return;
    }
    if (running === undefined || message.taskId !== running.taskId || killCause !== undefined) return;
    if (message.type === 'progress') {
      running.onProgress(message.fraction);
      return;
    }
    const { resolve, endTimeLimit } = running;
    running = undefined;
    endTimeLimit();
    resolve(message.outcome);
  });

  const ended = new Promise<void>((resolve) => {
    child.on('exit', (code, signal) => {
      stopWatching();
      hasExited = true;
      clearTimeout(disconnectWait);
      running?.endTimeLimit();
      const wait = setTimeout(end, outputWaitMs);
      // All output and all messages have arrived.
      child.on('close', end);

      function end(): void {
        clearTimeout(wait);
        child.stderr?.destroy();
        if (child.connected) child.disconnect();
        resolve();
        if (running === undefined) return;
        const text = `The image process ended (${signal ?? code}): ${stderrTail()}`;
        running.reject(killCause ?? causeOfEnd(text, signal, isReady));
        running = undefined;
      }
    });
  });

  return {
    pid: child.pid,
    taskCount: () => taskCount,
    isUsable: () => killCause === undefined && child.connected && !hasExited,
    run: ({ task, timeoutMs, onProgress }) =>
      new Promise((resolve, reject) => {
        // The process may have ended since the pool chose it. Without this error, the promise of the task would
        // never settle.
        if (hasExited) throw killCause ?? new Unavailable('no_process', 'The image process has ended');
        taskCount += 1;
        const endTimeLimit = startTimeLimit(
          timeoutMs,
          () => processorMsOf(child.pid),
          () => kill(timedOut(child.pid, timeoutMs)),
        );
        running = { taskId: taskCount, onProgress, resolve, reject, endTimeLimit };
        const { colouriserFile, mattingNet } = options;
        const settings = { colouriserFile, mattingNet, reportsMemory: !hasProc };
        const message: RunMessage = { type: 'run', taskId: taskCount, task, settings };
        child.send(message, (error) => {
          if (error !== null) kill(new Unavailable('no_process', error.message));
        });
      }),
    kill: async (cause) => {
      kill(cause);
      await ended;
    },
    ended,
  };
}

/**
 * Makes libvips start 32 threads at once and keep them. By default it starts a thread when it needs one, and ends a
 * thread that was idle for 15 s. If the thread is needed at the moment at which it ends, libvips 8.18 loses the work
 * and waits for it for ever (`vips_threadset_reuse_wait`; https://github.com/lovell/sharp/issues/4486 shows the same
 * stack). 32 are enough: a process opens at most four pictures at once, and each uses at most four threads.
 */
export const fixedImageThreads = { VIPS_MAX_THREADS: '32' };

/**
 * The environment variables of each image process. MALLOC_ARENA_MAX: by default the allocator uses one heap for each
 * thread, and each heap keeps its largest size. Two heaps are as fast for this work.
 */
export const imageProcessEnv = { MALLOC_ARENA_MAX: '2', ...fixedImageThreads };

/**
 * The flags of Node for each image process. --no-maglev: code compiled by Maglev can mix up the numbers of two objects
 * (docs/decisions/0100-no-maglev.md). --max-semi-space-size: pictures are in large arrays outside the heap of young
 * objects, so a small one is as fast. With the usual one, the peak of an ID photo is 20 MiB higher.
 */
export const imageProcessFlags: readonly string[] = ['--no-maglev', '--max-semi-space-size=2'];

function forkProcess({ entryFile, env, niceLevel, heapMbMax, jail }: ImageProcessOptions): ChildProcess {
  const nodeFlags = [...imageProcessFlags, `--max-old-space-size=${heapMbMax}`, ...(jail?.nodeFlags ?? [])];
  const wrapper = jail?.wrapper ?? null;
  const child = fork(entryFile, [], {
    // Each program of the wrapper replaces itself by the next one (`exec`), so the process keeps its id.
    ...(wrapper === null ? {} : { execPath: wrapper.program }),
    ...(jail?.spawnAs ?? {}),
    env: { ...imageProcessEnv, ...env },
    // Set explicitly, because a forked process inherits the flags of its parent (a test runner's, an inspector's).
    execArgv: wrapper === null ? nodeFlags : [...wrapper.args, process.execPath, ...nodeFlags],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (child.pid === undefined) {
    child.on('error', () => undefined);
    throw new Unavailable('no_process', 'No process could be started');
  }
  try {
    // Set the priority before the process starts its threads, because on Linux each thread inherits the
    // priority of its creator.
    setPriority(child.pid, niceLevel);
  } catch {
    // Ignore the error: the process has ended, or the system forbids the change. The work is the same at
    // normal priority.
  }
  // When memory runs out, the kernel kills an image process before it kills the service.
  if (hasProc) void writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => undefined);
  return child;
}

function collectStderr(child: ChildProcess): () => string {
  let tail = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-stderrLengthMax);
  });
  return () => tail.trim();
}

function parsedOrKilled(value: unknown, kill: (cause: unknown) => void): ProcessMessage | undefined {
  try {
    return parseProcessMessage(value);
  } catch (error) {
    kill(crashed(error));
    return undefined;
  }
}

/** Reads `/proc/<pid>/status` and not `statm`, which counts in pages of unknown size. */
function watchMemory(
  pid: number | undefined,
  memoryBytesMax: number,
  kill: (cause: unknown) => void,
): () => void {
  if (pid === undefined || !hasProc) return () => undefined;
  const timer = setInterval(() => {
    void readFile(`/proc/${pid}/status`, 'latin1').then(
      (status) => {
        const rssBytes = Number(/^VmRSS:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
        if (rssBytes > memoryBytesMax) kill(outOfMemory(rssBytes));
      },
      () => undefined,
    );
  }, memoryWatchMs);
  return () => clearInterval(timer);
}

/** If the process ended before it was ready, it never read the picture, so the picture is not the cause. */
function causeOfEnd(text: string, signal: NodeJS.Signals | null, isReady: boolean): Error {
  if (!isReady) return new Unavailable('no_process', text);
  return outsideSignals.includes(signal) ? new Unavailable('killed', text) : crashed(text);
}

/** A stopped process (SIGSTOP) was stopped from outside; every other process that does not respond hangs. */
function timedOut(pid: number | undefined, timeoutMs: number): Error {
  const text = `No result after ${timeoutMs} ms`;
  return isStopped(pid) ? new Unavailable('killed', text) : new ImageAttemptLost('timeout', text);
}

function isStopped(pid: number | undefined): boolean {
  if (pid === undefined || !hasProc) return false;
  try {
    return /^State:\s*[Tt]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

function outOfMemory(rssBytes: number): ImageAttemptLost {
  return new ImageAttemptLost('memory', `The image process held ${Math.round(rssBytes / 2 ** 20)} MiB`);
}

function crashed(error: unknown): ImageAttemptLost {
  return new ImageAttemptLost('crashed', error instanceof Error ? error.message : String(error));
}
