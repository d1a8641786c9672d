/**
 * One image child seen from the service: started, given one task at a time, watched, killed.
 * It never reads pixels. Whatever the child does, a task given to it settles.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import {
  type CheckTask,
  ImageAttemptLost,
  type ImageOutcome,
  type ImageTask,
  type PhotoVerdict,
} from '../usecases/ports/image-work.ts';
import { type ChildMessage, type MattingNetFile, parseChildMessage, type RunMessage } from './protocol.ts';

const memoryWatchMs = 250;
/** The child's last words, for the log; more would be somebody's stack overflow. */
const lastWordsMax = 2000;
const hasProc = existsSync('/proc/self/status');

export interface ImageChildOptions {
  readonly entry: string;
  /** The whole environment of the child: it inherits nothing. */
  readonly env: Readonly<Record<string, string>>;
  readonly niceLevel: number;
  readonly heapMbMax: number;
  readonly memoryBytesMax: number;
  readonly colouriserFile: string | null;
  readonly mattingNet: MattingNetFile | null;
}

export interface ChildTask {
  readonly task: ImageTask | CheckTask;
  readonly timeoutMs: number;
  readonly onProgress: (fraction: number) => void;
}

export interface ImageChild {
  readonly pid: number | undefined;
  /** Tasks given so far. */
  readonly tasksTaken: () => number;
  /** False once it is being killed: from then on it takes no task. */
  readonly isUsable: () => boolean;
  /** Rejects with `ImageAttemptLost`, or with what `kill` was given. One task at a time. */
  run(task: ChildTask): Promise<ImageOutcome | PhotoVerdict>;
  /** Ends the process; resolves when it is gone. Work under way rejects with `cause`. */
  kill(cause: unknown): Promise<void>;
  /** Resolves when the process is gone, for whatever reason. */
  readonly gone: Promise<void>;
}

interface Waiting {
  readonly taskId: number;
  readonly onProgress: (fraction: number) => void;
  readonly resolve: (outcome: ImageOutcome | PhotoVerdict) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout;
}

/** Throws `ImageAttemptLost` where the system has no room for another process. */
export function startImageChild(options: ImageChildOptions): ImageChild {
  const child = forkChild(options);
  const lastWords = collectLastWords(child);
  let waiting: Waiting | undefined;
  let tasks = 0;
  let killCause: unknown;

  const kill = (cause: unknown): void => {
    killCause ??= cause;
    child.kill('SIGKILL');
  };
  child.on('error', (error) => kill(crashed(error)));
  const stopWatching = watchMemory(child.pid, options.memoryBytesMax, kill);

  child.on('message', (value) => {
    const message = parsedOrKilled(value, kill);
    if (message === undefined) return;
    if (message.type === 'memory') {
      if (message.rssBytes > options.memoryBytesMax) kill(outOfMemory(message.rssBytes));
      return;
    }
    if (waiting === undefined || message.taskId !== waiting.taskId || killCause !== undefined) return;
    if (message.type === 'progress') {
      waiting.onProgress(message.fraction);
      return;
    }
    const { resolve, timer } = waiting;
    waiting = undefined;
    clearTimeout(timer);
    resolve(message.outcome);
  });

  const gone = new Promise<void>((resolve) => {
    child.on('close', (code, signal) => {
      stopWatching();
      if (waiting !== undefined) {
        clearTimeout(waiting.timer);
        waiting.reject(killCause ?? crashed(`The image child ended (${signal ?? code}): ${lastWords()}`));
        waiting = undefined;
      }
      resolve();
    });
  });

  return {
    pid: child.pid,
    tasksTaken: () => tasks,
    isUsable: () => killCause === undefined && child.connected,
    run: ({ task, timeoutMs, onProgress }) =>
      new Promise((resolve, reject) => {
        tasks += 1;
        const timer = setTimeout(
          () => kill(new ImageAttemptLost('timeout', `No result after ${timeoutMs} ms`)),
          timeoutMs,
        );
        waiting = { taskId: tasks, onProgress, resolve, reject, timer };
        const { colouriserFile, mattingNet } = options;
        const settings = { colouriserFile, mattingNet, tellsMemory: !hasProc };
        const message: RunMessage = { type: 'run', taskId: tasks, task, settings };
        child.send(message, (error) => {
          if (error !== null) kill(crashed(error));
        });
      }),
    kill: async (cause) => {
      kill(cause);
      await gone;
    },
    gone,
  };
}

function forkChild({ entry, env, niceLevel, heapMbMax }: ImageChildOptions): ChildProcess {
  const child = fork(entry, [], {
    // MALLOC_ARENA_MAX: one heap per thread would keep each thread's peak; two are as fast here.
    env: { MALLOC_ARENA_MAX: '2', ...env },
    // Given in full, since a child inherits its parent's flags (a test runner's, an inspector's).
    execArgv: [`--max-old-space-size=${heapMbMax}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (child.pid === undefined) {
    child.on('error', () => undefined);
    throw crashed('No process could be started');
  }
  try {
    // Before the child has started its threads: on Linux each inherits the level of its maker.
    setPriority(child.pid, niceLevel);
  } catch {
    // Already gone, or not allowed here: the work is the same, only ruder to its neighbours.
  }
  // When the machine runs out of memory, the kernel shall take a child and not the service.
  if (hasProc) void writeFile(`/proc/${child.pid}/oom_score_adj`, '1000').catch(() => undefined);
  return child;
}

function collectLastWords(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-lastWordsMax);
  });
  return () => words.trim();
}

function parsedOrKilled(value: unknown, kill: (cause: unknown) => void): ChildMessage | undefined {
  try {
    return parseChildMessage(value);
  } catch (error) {
    kill(crashed(error));
    return undefined;
  }
}

/** `/proc/<pid>/status`, not `statm`: it counts in kB, whatever the machine's page size. */
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

function outOfMemory(rssBytes: number): ImageAttemptLost {
  return new ImageAttemptLost('memory', `The image child held ${Math.round(rssBytes / 2 ** 20)} MiB`);
}

function crashed(error: unknown): ImageAttemptLost {
  return new ImageAttemptLost('crashed', error instanceof Error ? error.message : String(error));
}
