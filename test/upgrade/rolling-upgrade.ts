/**
 * The rolling upgrade: a worker and two `api` processes of an older version run on one PostgreSQL database under load.
 * The processes are replaced one after another by processes of this version. No request may fail. Afterwards every
 * order that a customer paid is done, and the self-audit finds no problem.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.ts';
import { runSelfAudit } from '../../src/usecases/self-audit/run-self-audit.ts';
import { createCustomer } from '../e2e/customer.ts';
import { silentLog } from '../support/databases.ts';
import { httpClient } from '../support/http-client.ts';
import { inheritedEnv } from '../support/inherited-env.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { freePort } from '../support/service-process.ts';
import { pause, waitUntil } from '../support/wait-until.ts';
import { type Balancer, startBalancer } from './balancer.ts';

export interface RollingUpgradeOptions {
  /** The folders of both versions, with their packages. */
  readonly olderFolder: string;
  readonly newerFolder: string;
  readonly databaseUrl: string;
  /** A folder for the files that all processes share. */
  readonly dataDir: string;
  readonly customers: number;
  readonly report: (line: string) => void;
}

export interface RollingUpgradeReport {
  readonly requests: number;
  readonly orders: number;
  /** Failed requests and failed customers. */
  readonly failures: readonly string[];
  readonly auditProblems: readonly string[];
}

interface Process {
  readonly port: number;
  readonly role: 'api' | 'worker';
  stop(): Promise<void>;
}

/** The time between two replacements, during which customers go on buying. */
const quietMs = 3_000;

export async function rollingUpgrade(options: RollingUpgradeOptions): Promise<RollingUpgradeReport> {
  const balancer = await startBalancer();
  const start = (folder: string, role: Process['role'], port?: number) =>
    startProcess(options, folder, balancer.url, role, port);
  // Workers are replaced first, as docs/operating.md asks.
  const roles: readonly Process['role'][] = ['worker', 'api', 'api'];
  const processes: Process[] = [];
  const load = { over: false, orders: 0, failures: [] as string[] };
  try {
    for (const role of roles) processes.push(await start(options.olderFolder, role));
    for (const { role, port } of processes) if (role === 'api') balancer.add(port);
    const photos = await samplePhotos();
    const customers = Array.from({ length: options.customers }, () => shop(balancer, photos.portrait, load));
    for (const [index, old] of processes.entries()) {
      await pause(quietMs);
      if (old.role === 'api') await balancer.takeOut(old.port);
      await old.stop();
      const newer = await start(options.newerFolder, old.role, old.port);
      processes[index] = newer;
      if (newer.role === 'api') balancer.add(newer.port);
      options.report(
        `${old.role} ${index + 1} is upgraded; ${balancer.requests} requests, ${load.orders} orders`,
      );
    }
    await pause(quietMs);
    load.over = true;
    await Promise.all(customers);
  } finally {
    load.over = true;
    for (const process of processes) await process.stop();
    balancer.close();
  }
  const { store } = await openStore({
    database: { kind: 'postgres', urls: [options.databaseUrl] },
    clock: { now: Date.now },
    log: silentLog,
  });
  const { problems } = await runSelfAudit({ store });
  await store.close();
  return {
    requests: balancer.requests,
    orders: load.orders,
    failures: [...balancer.failures, ...load.failures],
    auditProblems: problems,
  };
}

interface Load {
  over: boolean;
  orders: number;
  readonly failures: string[];
}

/** One customer after another buys a membership and a photo, until the load is over. */
async function shop(balancer: Balancer, photo: Uint8Array<ArrayBuffer>, load: Load): Promise<void> {
  while (!load.over) {
    try {
      const customer = createCustomer(httpClient(balancer.url));
      const months = await customer.order('mark_order_vip', 3, { num: 1 });
      await customer.pay(months);
      const path = await customer.upload(photo);
      const picture = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'red' });
      await customer.pay(picture);
      for (const orderNo of [months, picture])
        await customer.orderWhen(orderNo, 'done', ({ deal_status }) => deal_status === 'done');
      const mine = await customer.call('my_orders', {});
      assert.equal(mine.status, 200, mine.text);
      load.orders += 2;
    } catch (error) {
      load.failures.push(String(error));
      return;
    }
  }
}

async function startProcess(
  options: RollingUpgradeOptions,
  folder: string,
  publicUrl: string,
  role: Process['role'],
  given?: number,
): Promise<Process> {
  const port = given ?? (await freePort());
  const child = spawn(process.execPath, [join(folder, 'src/main.ts')], {
    cwd: folder,
    env: {
      ...inheritedEnv,
      ROLE: role,
      PORT: String(port),
      WORKER_PORT: String(port),
      PUBLIC_URL: publicUrl,
      DATA_DIR: options.dataDir,
      DATABASE_URL: options.databaseUrl,
      SECRET_KEY: 'the-secret-key-of-both-versions-in-tests',
      ADMIN_PASSWORD: 'a password of the tests',
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      IMAGE_PROCESSES: '1',
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
