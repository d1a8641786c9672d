/** Starts, observes, stops and kills the real service as a child process. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inheritedEnv } from './inherited-env.ts';

const entry = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const hold = new URL('./hold-start.ts', import.meta.url).href;
const equalPriority = `--import=${new URL('./equal-priority.ts', import.meta.url).href}`;

/** The time limit of a start. A start takes about a second, but much longer on a busy machine. */
const startTimeoutMs = 180_000;
/**
 * The maximum number of characters of output that are kept: enough for the log of a test, but limited if a
 * service logs without end.
 */
const outputMax = 1_000_000;

export type Environment = Readonly<Record<string, string>>;

export interface ServiceExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface ServiceProcess {
  readonly pid: number;
  /** The address of the shop; empty for a worker, which answers only health checks, at an address of its own. */
  readonly url: string;
  /** Everything that the process has printed so far, on both streams. */
  output(): string;
  /** Milliseconds from the start of the process to its first line of output. */
  readonly startedMs: number;
  signal(name: NodeJS.Signals): void;
  readonly exited: Promise<ServiceExit>;
  /** Sends SIGINT, as Ctrl-C does. */
  stop(): Promise<ServiceExit>;
  /** Sends SIGKILL, which leaves the process no time to clean up. */
  kill(): Promise<ServiceExit>;
}

interface Spawned {
  readonly child: ChildProcess;
  readonly dataDir: string | undefined;
  output(): string;
  readonly exited: Promise<ServiceExit>;
}

/** All running services. They are killed when the test process ends, so that a failed test leaves none behind. */
const alive = new Set<Spawned>();
process.once('exit', () => {
  for (const { child } of alive) child.kill('SIGKILL');
});

/**
 * Starts a service with the variables of `env` only. By default it uses a free port and has no rate limit.
 * @param isHeld whether the process loads its modules and then waits until `release`.
 */
function spawnService(env: Environment, isHeld = false): Spawned {
  const child = spawn(process.execPath, [equalPriority, ...(isHeld ? ['--import', hold] : []), entry], {
    env: { ...inheritedEnv, PORT: '0', WORKER_PORT: '0', RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(isHeld ? ['ipc' as const] : [])],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      if (output.length < outputMax) output += text;
    });
  }
  // `close` is emitted after the last output; `exit` may be emitted before it.
  const exited = once(child, 'close').then(([code, signal]): ServiceExit => {
    alive.delete(spawned);
    return { code, signal };
  });
  const spawned: Spawned = { child, dataDir: env.DATA_DIR, output: () => output, exited };
  alive.add(spawned);
  return spawned;
}

/**
 * A service whose process has begun to load its modules, but has not read its data yet. It can be started only once.
 */
export interface PreparedService {
  start(): Promise<ServiceProcess>;
  /** Starts the service and kills it after `killAfterMs`, even if it is not ready yet. */
  startAndKill(killAfterMs: number): Promise<ServiceExit & { readonly output: string }>;
  /** Ends the process without a start. */
  discard(): void;
}

/** Loads the modules of a service beforehand, so that the start takes half the time. */
export function prepareServiceProcess(env: Environment): PreparedService {
  const spawned = spawnService(env, true);
  const release = () => {
    spawned.child.send('start');
    return spawned;
  };
  return {
    start: () => startServiceProcess(env, release),
    startAndKill: (killAfterMs) => runToExit(env, killAfterMs, release),
    discard: () => void spawned.child.kill('SIGKILL'),
  };
}

/** @throws Error with the whole output, when the service ends before it is ready. */
export async function startServiceProcess(
  env: Environment,
  spawned: () => Spawned = () => spawnService(env),
): Promise<ServiceProcess> {
  const startedAt = performance.now();
  const { child, output, exited } = spawned();
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

/** Runs a service until it fails to start, or kills it after `killAfterMs`. @returns the exit and the output. */
export async function runToExit(
  env: Environment,
  killAfterMs = startTimeoutMs,
  spawned: () => Spawned = () => spawnService(env),
): Promise<ServiceExit & { readonly output: string }> {
  const { child, output, exited } = spawned();
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

/**
 * A folder that is deleted by `remove`, or when the process ends. `remove` first kills the services that use the
 * folder, because a running service would add files while the folder is deleted.
 */
export function temporaryDataDir(): { readonly dataDir: string; remove(): Promise<void> } {
  const dataDir = mkdtempSync(join(tmpdir(), 'photokiosk-service-'));
  const removeNow = () => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', removeNow);
  const remove = async () => {
    const users = [...alive].filter((service) => service.dataDir?.startsWith(dataDir));
    for (const { child } of users) child.kill('SIGKILL');
    await Promise.all(users.map(({ exited }) => exited));
    removeNow();
  };
  return { dataDir, remove };
}

/** A free port for a service that is restarted under the same address. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
