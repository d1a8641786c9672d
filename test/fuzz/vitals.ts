/** Watches the process while inputs run: errors that nothing handles, the time of its main thread, and its memory. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface Vitals {
  /** The errors since the last call that would have ended the service. */
  takeUnhandled(): string[];
  /** Time that the main thread has used so far. Other programs do not count, so a busy machine changes nothing. */
  threadMs(): number;
  /** Memory that the garbage collector cannot free. */
  usedBytes(): number;
  stop(): void;
}

export function watchVitals(): Vitals {
  const unhandled: string[] = [];
  const rejected = (reason: unknown) => void unhandled.push(`unhandled rejection: ${textOf(reason)}`);
  const thrown = (error: unknown) => void unhandled.push(`uncaught exception: ${textOf(error)}`);
  process.on('unhandledRejection', rejected);
  process.on('uncaughtException', thrown);
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return {
    takeUnhandled: () => unhandled.splice(0),
    threadMs() {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    },
    usedBytes() {
      if (typeof collect === 'function') collect();
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    },
    stop() {
      process.off('unhandledRejection', rejected);
      process.off('uncaughtException', thrown);
    },
  };
}

/** The kind and the message of an error, with its innermost place in the code. */
export function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = /\/((?:src|test|node_modules)\/[^)\s]+):\d+/.exec(error.stack ?? '')?.[1] ?? 'unknown place';
  return `${error.name}: ${error.message.slice(0, 200)} (${place})`;
}
