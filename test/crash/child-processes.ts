/** Finds the child processes of a service, and checks whether they outlive it. Linux only: reads /proc. */

import { readdirSync, readFileSync } from 'node:fs';
import { waitUntil } from '../support/wait-until.ts';

interface ProcessMark {
  readonly pid: number;
  readonly parentPid: number;
  /** The start time and `pid` together identify the process, because the system reuses process numbers. */
  readonly startTime: string;
}

/**
 * How long a child may outlive its parent. A child notices the end of its parent in its next turn of the event loop,
 * which a busy machine can delay.
 */
const deathTimeoutMs = 10_000;

/** @returns an empty list on systems without /proc. */
export function childrenOf(pid: number): ProcessMark[] {
  return processes().filter(({ parentPid }) => parentPid === pid);
}

/** @returns the numbers of the children that are still running after `deathTimeoutMs`. */
export async function survivors(children: readonly ProcessMark[]): Promise<number[]> {
  const living = () => {
    const now = new Set(processes().map(nameOf));
    return children.filter((child) => now.has(nameOf(child)));
  };
  try {
    await waitUntil('the children are gone', () => living().length === 0, deathTimeoutMs);
    return [];
  } catch {
    return living().map(({ pid }) => pid);
  }
}

function nameOf({ pid, startTime }: ProcessMark): string {
  return `${pid}@${startTime}`;
}

function processes(): ProcessMark[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (markOf(Number(name)) ?? []) : []));
  } catch {
    return [];
  }
}

function markOf(pid: number): ProcessMark | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field of `/proc/<pid>/stat` is the name in parentheses, which may contain any character. The
    // fields after the name begin with the state.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parentPid] = fields;
    const startTime = fields[19];
    if (parentPid === undefined || startTime === undefined || state === 'Z') return undefined;
    return { pid, parentPid: Number(parentPid), startTime };
  } catch {
    return undefined;
  }
}
