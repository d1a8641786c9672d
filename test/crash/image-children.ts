/** Looks for the processes that a service has started, and whether they outlive it. Linux only: reads /proc. */

import { readdirSync, readFileSync } from 'node:fs';
import { waitUntil } from '../support/wait-until.ts';

interface ProcessMark {
  readonly pid: number;
  readonly parentPid: number;
  /** With the number, tells a process from a later one under the same number. */
  readonly startTime: string;
}

/** A child notices at its next turn of the event loop; on a busy machine that may take a while. */
const deathTimeoutMs = 10_000;

/** @returns none where there is no /proc. */
export function childrenOf(pid: number): ProcessMark[] {
  return processes().filter(({ parentPid }) => parentPid === pid);
}

/** @returns those that still live after their bound. */
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
    // The name in parentheses may hold anything; the fields after it are counted from the state, the third.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parentPid] = fields;
    const startTime = fields[19];
    if (parentPid === undefined || startTime === undefined || state === 'Z') return undefined;
    return { pid, parentPid: Number(parentPid), startTime };
  } catch {
    return undefined;
  }
}
