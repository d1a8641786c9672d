/** The service of the demo: a running one at a given address, or a new one in a temporary folder. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface DemoService {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

const entry = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** @param address the address of a running service; undefined: starts one on a free port, and `stop` removes it. */
export async function startService(address: string | undefined): Promise<DemoService> {
  if (address !== undefined) return { baseUrl: address.replace(/\/+$/, ''), stop: async () => undefined };
  const dataDir = await mkdtemp(join(tmpdir(), 'photokiosk-demo-'));
  const child = spawn(process.execPath, [entry], {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: dataDir,
      PORT: '0',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  async function stop(): Promise<void> {
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const baseUrl = /https?:\/\/\S+/.exec(line)?.[0];
    if (baseUrl === undefined) continue;
    child.stdout.resume();
    return { baseUrl: baseUrl.replace(/\/+$/, ''), stop };
  }
  await stop();
  throw new Error('the service did not start');
}
