/** Runs the real command `photokiosk` as a process, by the same file that `npx` would run. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { inheritedEnv } from '../support/inherited-env.ts';

const command = fileURLToPath(new URL('../../cli/photokiosk.mjs', import.meta.url));

export type Environment = Readonly<Record<string, string>>;

export interface CliResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunningCli {
  out(): string;
  err(): string;
  /** Sends SIGINT, as Ctrl-C does. */
  interrupt(): void;
  /** Kills the command, which has no time to clean up. Does nothing if it has ended. */
  kill(): void;
  readonly ended: Promise<CliResult>;
}

const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGTERM');
});

/** @param input what the command reads from standard input. */
export function startCli(args: readonly string[], env: Environment = {}, input = ''): RunningCli {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: tmpdir(),
    env: { ...inheritedEnv, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Start a process group, so that `kill` also ends the program, which the command starts as another process.
    detached: true,
  });
  alive.add(child);
  child.stdin.end(input);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = once(child, 'close').then(([code]): CliResult => {
    alive.delete(child);
    return { code, out, err };
  });
  return {
    out: () => out,
    err: () => err,
    interrupt: () => void child.kill('SIGINT'),
    kill: () => {
      const hasEnded = child.exitCode !== null || child.signalCode !== null;
      if (child.pid !== undefined && !hasEnded) process.kill(-child.pid, 'SIGKILL');
    },
    ended,
  };
}

export function runCli(args: readonly string[], env: Environment = {}, input = ''): Promise<CliResult> {
  return startCli(args, env, input).ended;
}
