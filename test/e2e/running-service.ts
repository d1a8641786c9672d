/** One service for all tests of a file: a real process with its own data folder, removed after the last test. */

import { after } from 'node:test';
import { type HttpClient, httpClient } from '../support/http-client.ts';
import {
  type Environment,
  type ServiceProcess,
  startServiceProcess,
  temporaryDataDir,
} from '../support/service-process.ts';

export const operator = { name: 'admin', password: 'a password of the tests' } as const;

export interface RunningTestService {
  readonly client: HttpClient;
  readonly dataDir: string;
  readonly process: ServiceProcess;
}

/** Call it at the top of a test file. */
export async function serviceForThisFile(env: Environment = {}): Promise<RunningTestService> {
  const { dataDir, remove } = temporaryDataDir();
  const process = await startServiceProcess({
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: operator.password,
    ...env,
  });
  after(async () => {
    await process.stop();
    await remove();
  });
  return { client: httpClient(process.url), dataDir, process };
}
