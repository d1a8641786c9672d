/** The service between its kills: one data folder and one address, any number of processes after each other. */

import {
  type Environment,
  freePort,
  runToExit,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { childrenOf, survivors } from './image-children.ts';

export interface ServiceUnderFire {
  readonly url: string;
  /** Resolves while a process serves. */
  up(): Promise<void>;
  start(): Promise<void>;
  /** A start that is killed after so long, ready or not. */
  startAndKill(afterMs: number): Promise<void>;
  kill(): Promise<void>;
  /** Orderly. */
  stop(): Promise<void>;
  /** Image children that outlived their service. */
  readonly orphans: readonly number[];
  readonly startsMs: readonly number[];
  /** What the processes printed; warnings and errors. */
  output(): string;
}

export async function serviceUnderFire(env: Environment): Promise<ServiceUnderFire> {
  const port = await freePort();
  const whole = { ...env, PORT: String(port) };
  const orphans: number[] = [];
  const startsMs: number[] = [];
  let output = '';
  let running: ServiceProcess | undefined;
  let gate = Promise.withResolvers<void>();

  async function end(how: 'kill' | 'stop'): Promise<void> {
    if (running === undefined) throw new Error('nothing runs');
    const children = childrenOf(running.pid);
    gate = Promise.withResolvers();
    await running[how]();
    output += running.output();
    running = undefined;
    orphans.push(...(await survivors(children)));
  }

  return {
    url: `http://127.0.0.1:${port}`,
    up: () => gate.promise,
    async start() {
      running = await startServiceProcess(whole);
      startsMs.push(running.startedMs);
      gate.resolve();
    },
    async startAndKill(afterMs) {
      output += (await runToExit(whole, afterMs)).output;
    },
    kill: () => end('kill'),
    stop: () => end('stop'),
    orphans,
    startsMs,
    output: () => output + (running?.output() ?? ''),
  };
}
