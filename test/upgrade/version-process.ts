/** Starts a process of any version of the service from the folder of the version. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { inheritedEnv } from '../support/inherited-env.ts';
import { freePort } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';

export interface VersionProcessOptions {
  /** The folder of the version, with its packages. */
  readonly folder: string;
  readonly role: 'all' | 'api' | 'worker';
  /** A free port by default. */
  readonly port?: number;
  readonly env: Readonly<Record<string, string>>;
}

export interface VersionProcess {
  readonly port: number;
  readonly role: VersionProcessOptions['role'];
  stop(): Promise<void>;
}

/** @throws Error with the whole output, if the process ends before it is ready. */
export async function startVersionProcess(options: VersionProcessOptions): Promise<VersionProcess> {
  const { folder, role, env } = options;
  const port = options.port ?? (await freePort());
  const child = spawn(process.execPath, [join(folder, 'src/main.ts')], {
    cwd: folder,
    env: {
      ...inheritedEnv,
      ROLE: role,
      PORT: String(port),
      WORKER_PORT: String(port),
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      IMAGE_PROCESSES: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(child, 'exit');
  const ready = async () =>
    (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined))?.status === 200;
  await Promise.race([
    waitUntil(`${role} of ${folder} is ready`, ready),
    exited.then(() => Promise.reject(new Error(`${role} of ${folder} ended:\n${output}`))),
  ]);
  return {
    port,
    role,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
      process.off('exit', kill);
    },
  };
}
