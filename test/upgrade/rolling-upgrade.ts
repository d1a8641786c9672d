/**
 * The rolling upgrade: a worker and two `api` processes of an older version run on one PostgreSQL database under load.
 * The processes are replaced one after another by processes of this version. No request may fail. Afterwards every
 * order that a customer paid is done, and the self-audit finds no problem.
 */

import assert from 'node:assert/strict';
import { openStore } from '../../src/store/open-store.ts';
import { runSelfAudit } from '../../src/usecases/self-audit/run-self-audit.ts';
import { type Customer, createCustomer } from '../e2e/customer.ts';
import { silentLog } from '../support/databases.ts';
import { type Fields, httpClient } from '../support/http-client.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { pause } from '../support/wait-until.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { startVersionProcess, type VersionProcess } from './version-process.ts';

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

/** The time between two replacements, during which customers go on buying. */
const quietMs = 3_000;

export async function rollingUpgrade(options: RollingUpgradeOptions): Promise<RollingUpgradeReport> {
  const balancer = await startBalancer();
  const env = {
    PUBLIC_URL: balancer.url,
    DATA_DIR: options.dataDir,
    DATABASE_URL: options.databaseUrl,
    SECRET_KEY: 'the-secret-key-of-both-versions-in-tests',
    ADMIN_PASSWORD: 'a password of the tests',
  };
  // Workers are replaced first, as docs/operating.md asks.
  const roles = ['worker', 'api', 'api'] as const;
  const processes: VersionProcess[] = [];
  const load = { over: false, orders: 0, failures: [] as string[] };
  try {
    for (const role of roles)
      processes.push(await startVersionProcess({ folder: options.olderFolder, role, env }));
    for (const { role, port } of processes) if (role === 'api') balancer.add(port);
    const photos = await samplePhotos();
    const customers = Array.from({ length: options.customers }, () => shop(balancer, photos.portrait, load));
    for (const [index, old] of processes.entries()) {
      await pause(quietMs);
      if (old.role === 'api') await balancer.takeOut(old.port);
      await old.stop();
      const { role, port } = old;
      const newer = await startVersionProcess({ folder: options.newerFolder, role, port, env });
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

const isDone = ({ deal_status }: Fields) => deal_status === 'done';

export async function buyIdPhoto(customer: Customer, photo: Uint8Array<ArrayBuffer>): Promise<void> {
  const path = await customer.upload(photo);
  const picture = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'red' });
  await customer.pay(picture);
  await customer.orderWhen(picture, 'done', isDone);
}

/** One customer after another buys a membership and a photo, until the load is over. */
async function shop(balancer: Balancer, photo: Uint8Array<ArrayBuffer>, load: Load): Promise<void> {
  while (!load.over) {
    try {
      const customer = createCustomer(httpClient(balancer.url));
      const months = await customer.order('mark_order_vip', 3, { num: 1 });
      await customer.pay(months);
      await buyIdPhoto(customer, photo);
      await customer.orderWhen(months, 'done', isDone);
      const mine = await customer.call('my_orders', {});
      assert.equal(mine.status, 200, mine.text);
      load.orders += 2;
    } catch (error) {
      load.failures.push(String(error));
      return;
    }
  }
}
