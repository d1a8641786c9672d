/** Kills a process with all of its children. */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Kills a process and its children with SIGKILL, as a power failure would end them. Resolves when the process has
 * ended.
 */
export async function killAndWait(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  killTree(child);
  await ended;
}

/**
 * Sends SIGKILL to the process and to each of its children by their process ids. A signal to the process group would
 * not reach the children of a PostgreSQL server, because each of them has its own group.
 */
export function killTree({ pid }: ChildProcess): void {
  if (pid !== undefined) killTreeOf(pid);
}

export function killTreeOf(pid: number): void {
  for (const one of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // The process has ended in the meantime.
    }
  }
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
}
