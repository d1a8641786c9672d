/** The real service as a child process, for tests from outside: started, watched, stopped and killed. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** A start compiles nothing and migrates little; a busy machine may take a while nevertheless. */
const startTimeoutMs = 60_000;
const outputMax = 1_000_000;

export type Environment = Readonly<Record<string, string>>;

export interface ServiceExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServiceProcess {
  readonly pid: number;
  /** Origin of the service; empty for a worker, which serves nothing. */
  readonly url: string;
  /** Everything printed so far, both streams. */
  output(): string;
  /** Milliseconds from the spawn to the first line. */
  readonly startedMs: number;
  signal(name: NodeJS.Signals): void;
  readonly exited: Promise<ServiceExit>;
  /** As Ctrl-C does. */
  stop(): Promise<ServiceExit>;
  /** SIGKILL: nothing can be tidied up. */
  kill(): Promise<ServiceExit>;
}

interface Spawned {
  readonly child: ChildProcess;
  output(): string;
  readonly exited: Promise<ServiceExit>;
}

/** Every child that lives, so that a failed test leaves none behind. */
const alive = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** A service with only `env`, on a free port unless it says otherwise, without a limit of requests. */
function spawnService(env: Environment): Spawned {
  const child = spawn(process.execPath, [entry], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  alive.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < outputMax) output += text;
    });
  }
  // `close` comes after the last of the output, `exit` may come before it.
  const exited = once(child, 'close').then(([code, signal]): ServiceExit => {
    alive.delete(child);
    return { code, signal };
  });
  return { child, output: () => output, exited };
}

/** @throws Error with everything that was printed, when the service ends before it serves. */
export async function startServiceProcess(env: Environment): Promise<ServiceProcess> {
  const startedAt = performance.now();
  const { child, output, exited } = spawnService(env);
  const firstLine = await firstLineOf(child, output, exited);
  const startedMs = performance.now() - startedAt;
  const url = /https?:\/\/[^\s/]+/.exec(firstLine)?.[0] ?? '';
  const end = (name: NodeJS.Signals) => {
    child.kill(name);
    return exited;
  };
  return {
    pid: child.pid ?? 0,
    url,
    output,
    startedMs,
    signal: (name) => void child.kill(name),
    exited,
    stop: () => end('SIGINT'),
    kill: () => end('SIGKILL'),
  };
}

/** For a start that fails, or is killed after `killAfterMs`: its end and what it printed. */
export async function runToExit(
  env: Environment,
  killAfterMs = startTimeoutMs,
): Promise<ServiceExit & { readonly output: string }> {
  const { child, output, exited } = spawnService(env);
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const exit = await exited;
  clearTimeout(timer);
  return { ...exit, output: output() };
}

async function firstLineOf(
  child: ChildProcess,
  output: () => string,
  exited: Promise<ServiceExit>,
): Promise<string> {
  const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  try {
    for (;;) {
      const line = /^(Shop|Worker):.*$/m.exec(output())?.[0];
      if (line !== undefined && output().includes(`${line}\n`)) return line;
      const more = child.stdout === null ? exited : once(child.stdout, 'data');
      const ended = await Promise.race([more.then(() => false), exited.then(() => true)]);
      if (ended) throw new Error(`the service did not start:\n${output()}`);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** A folder that is gone when the process ends, and sooner by `remove`. */
export function temporaryDataDir(): { readonly dataDir: string; remove(): void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'photokiosk-service-'));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', remove);
  return { dataDir, remove };
}

/** A port for a service that is started again and again under one address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
