/** Starts a server in a process of its own and waits until it prints its address. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** CPU time of all threads of a process so far. A busy machine affects it less than the elapsed time. */
export function cpuMs(pid: number): number {
  // Fields 14 and 15 of `/proc/<pid>/stat`, in ticks of 10 ms. The array begins with field 3, because
  // field 2, the name, can contain blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const startTimeoutMs = 120_000;
const lookEveryMs = 20;

/**
 * Starts a server whose output goes to a file. With a pipe, this process would have to read every log line,
 * which would disturb the measurement.
 * @param script the path of the script, relative to this folder.
 */
export async function startServer(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-server-'));
  const output = join(folder, 'output');
  const descriptor = openSync(output, 'w');
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', descriptor, 'inherit'],
  });
  closeSync(descriptor);
  async function stop(): Promise<void> {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    rmSync(folder, { recursive: true });
  }
  const deadline = performance.now() + startTimeoutMs;
  while (child.exitCode === null && performance.now() < deadline) {
    const url = /https?:\/\/[^\s/]+(?=\s|\/)/.exec(readFileSync(output, 'utf8'))?.[0];
    if (url !== undefined) return { url, pid: child.pid ?? 0, stop };
    await pause(lookEveryMs);
  }
  await stop();
  throw new Error(`${script} did not start`);
}
