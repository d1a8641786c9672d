/** A service that can be killed and restarted on the same data folder and the same address. */

import {
  type Environment,
  freePort,
  type PreparedService,
  prepareServiceProcess,
  type ServiceProcess,
} from '../support/service-process.ts';
import { childrenOf, survivors } from './child-processes.ts';

export interface RestartableService {
  readonly url: string;
  /** Resolves when the service is running. */
  up(): Promise<void>;
  start(): Promise<void>;
  /** Starts the service and kills it after `afterMs`, even if it is not ready yet. */
  startAndKill(afterMs: number): Promise<void>;
  kill(): Promise<void>;
  /** Stops the service with a signal, so that it finishes its running work. */
  stop(): Promise<void>;
  /** Process numbers of image processes that outlived their service. */
  readonly orphans: readonly number[];
  readonly startsMs: readonly number[];
  /** Warnings and errors that the processes printed. */
  output(): string;
}

/** @param killed called after each kill, when the service and its children have ended. */
export async function restartableService(
  env: Environment,
  killed: () => void = () => undefined,
): Promise<RestartableService> {
  const port = await freePort();
  const whole = { ...env, PORT: String(port) };
  const orphans: number[] = [];
  const startsMs: number[] = [];
  let output = '';
  let running: ServiceProcess | undefined;
  let prepared: PreparedService = prepareServiceProcess(whole);
  let gate = Promise.withResolvers<void>();

  /** The next process loads its modules while this one works. */
  function takePrepared(): PreparedService {
    const taken = prepared;
    prepared = prepareServiceProcess(whole);
    return taken;
  }

  async function end(how: 'kill' | 'stop'): Promise<void> {
    if (running === undefined) throw new Error('the service is not running');
    const children = childrenOf(running.pid);
    gate = Promise.withResolvers();
    await running[how]();
    output += running.output();
    running = undefined;
    orphans.push(...(await survivors(children)));
    if (how === 'kill') killed();
  }

  return {
    url: `http://127.0.0.1:${port}`,
    up: () => gate.promise,
    async start() {
      running = await takePrepared().start();
      startsMs.push(running.startedMs);
      gate.resolve();
    },
    async startAndKill(afterMs) {
      output += (await takePrepared().startAndKill(afterMs)).output;
      killed();
    },
    kill: () => end('kill'),
    async stop() {
      prepared.discard();
      await end('stop');
    },
    orphans,
    startsMs,
    output: () => output + (running?.output() ?? ''),
  };
}
