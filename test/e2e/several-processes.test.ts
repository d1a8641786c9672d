/** One API process and two workers that share a PostgreSQL database and a folder of files, as operators run them. */

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type OpenedStore, openStore } from '../../src/store/open-store.ts';
import { runSelfAudit } from '../../src/usecases/self-audit/run-self-audit.ts';
import { portrait } from '../imaging/portraits.ts';
import { administer, silentLog } from '../support/databases.ts';
import { httpClient } from '../support/http-client.ts';
import { eventsUntil, orderEvents } from '../support/order-stream.ts';
import { howToGetPostgres, type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { type SamplePhotos, samplePhotos } from '../support/sample-photos.ts';
import {
  freePort,
  type ServiceProcess,
  startServiceProcess,
  temporaryDataDir,
} from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createCustomer } from './customer.ts';

const server = await startPostgres();

if (server === undefined) {
  // In CI a skipped suite would look like a suite that passed, so fail instead.
  if (process.env.CI === 'true') throw new Error(howToGetPostgres);
  it('several processes on PostgreSQL', { skip: howToGetPostgres }, () => {});
} else {
  after(() => server.stop());
  describe('several processes on PostgreSQL', () => shareTheWork(server));
}

interface Shop {
  readonly api: ServiceProcess;
  readonly workers: readonly [ServiceProcess, ServiceProcess];
  readonly opened: OpenedStore;
  readonly dataDir: string;
  close(): Promise<void>;
}

const database = `photokiosk_shared_${process.pid}`;

async function openShop(postgres: PostgresServer): Promise<Shop> {
  await administer(postgres, `create database ${database}`);
  const { dataDir, remove } = temporaryDataDir();
  const port = String(await freePort());
  const url = postgres.urlOf(database);
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SECRET_KEY: 'the common secret of all processes',
    LOG_LEVEL: 'info',
    IMAGE_PROCESSES: '1',
  };
  // All three start at the same time on an empty database.
  const [api, first, second] = await Promise.all([
    startServiceProcess({ ...env, ROLE: 'api', PORT: port }),
    startServiceProcess({ ...env, ROLE: 'worker' }),
    startServiceProcess({ ...env, ROLE: 'worker' }),
  ]);
  const opened = await openStore({
    database: { kind: 'postgres', urls: [url], connectionsMax: 2 },
    clock: { now: () => Date.now() },
    log: silentLog,
  });
  const close = async () => {
    await Promise.all([api.stop(), first.stop(), second.stop()]);
    await opened.store.close();
    await administer(postgres, `drop database ${database} with (force)`);
    await remove();
  };
  return { api, workers: [first, second], opened, dataDir, close };
}

function picturesMadeBy(worker: ServiceProcess): number {
  const lines = worker.output().split('\n');
  return lines.filter((line) => line.includes('"job":"process_order"') && line.includes('"end":"done"'))
    .length;
}

function resultsIn(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'files', 'results'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
}

function shareTheWork(postgres: PostgresServer): void {
  let shop: Shop;
  let photos: SamplePhotos;
  before(async () => {
    [shop, photos] = await Promise.all([openShop(postgres), samplePhotos()]);
  });
  after(() => shop.close());

  it('processes that start together on an empty database create one catalogue and one operator password', async () => {
    const client = httpClient(shop.api.url);
    const goods = await client.post('goods_list');
    assert.equal(Array.isArray(goods.value) && goods.value.length, 3);
    // The process that generates the password prints it right after its first line.
    const shown = [shop.api, ...shop.workers].flatMap((process) =>
      [...process.output().matchAll(/ password (\S+)$/gm)].map(([, password]) => password ?? ''),
    );
    assert.equal(shown.length, 1);
    const basic = { name: 'admin', password: shown[0] ?? '' };
    assert.equal((await client.post('refund_order', { order_no: '0' }, { basic })).status, 404);
  });

  it('both workers make pictures, each picture is made once, and the event streams of the API process report the work', async () => {
    const { api, workers, opened, dataDir } = shop;
    const customer = createCustomer(httpClient(api.url));
    const path = await customer.upload(photos.portrait);
    const orders: string[] = [];
    for (let inviter = 1; inviter <= 5; inviter++) {
      orders.push(
        await customer.order('mark_order_yiCunZhao', 2, { path, color: 'blue', from_user_id: inviter }),
      );
    }
    const streams = orders.map((orderNo) =>
      eventsUntil(orderEvents(api.url, orderNo), ({ event }) => event === 'end'),
    );
    for (const orderNo of orders) await customer.pay(orderNo);
    for (const events of await Promise.all(streams)) {
      const states = events.filter(({ event }) => event === 'order').map(({ data }) => data.deal_status);
      assert.equal(states.at(-1), 'done');
    }
    // The pictures are counted in the logs, which the services write once a second.
    const made = () => workers.map(picturesMadeBy);
    await waitUntil('every attempt is logged', () => made().reduce((a, b) => a + b) >= orders.length);
    assert.equal(
      made().reduce((a, b) => a + b),
      orders.length,
    );
    for (const count of made()) assert.ok(count > 0, `one worker made no picture: ${made().join()}`);
    assert.equal(resultsIn(dataDir).length, orders.length);
    for (const orderNo of orders) {
      const order = await customer.fetchOrder(orderNo);
      assert.equal((await fetch(String(order.deal_result))).status, 200, 'the API serves a worker’s file');
    }
    assert.deepEqual((await runSelfAudit(opened)).problems, []);
  });

  it('after a worker is killed and its lease ends, the other worker makes the picture once', async () => {
    const { api, workers, opened, dataDir } = shop;
    const [victim, heir] = workers;
    const before = resultsIn(dataDir).length;
    const customer = createCustomer(httpClient(api.url));
    const large = await portrait().resize({ height: 3200 }).jpeg().toBuffer();
    const path = await customer.upload(new Uint8Array(large));
    const orderNo = await customer.order('mark_order_zhaopianshangse', 1, { path });
    const underWork = eventsUntil(orderEvents(api.url, orderNo), ({ data }) => data.deal_status === 'ing');
    // Suspend the worker that must take over later, so that the worker that will be killed claims the picture.
    heir.signal('SIGSTOP');
    await customer.pay(orderNo);
    await underWork;
    await victim.kill();
    heir.signal('SIGCONT');
    assert.equal(
      (await customer.fetchOrder(orderNo)).deal_status,
      'ing',
      'the lease of the killed worker is still running',
    );
    await endLeases(postgres);
    const order = await customer.orderWhen(orderNo, 'done', ({ deal_status }) => deal_status === 'done');
    assert.equal((await fetch(String(order.deal_result))).status, 200);
    const found = await opened.store.read.orders.byNo(orderNo);
    assert.ok(found !== undefined);
    const history = await opened.store.read.orders.history(found.order.id);
    assert.deepEqual(
      history.map(({ event }) => event.type),
      ['created', 'paid', 'work_started', 'work_returned', 'work_started', 'work_done'],
    );
    assert.equal(resultsIn(dataDir).length, before + 1);
    assert.deepEqual((await runSelfAudit(opened)).problems, []);
  });
}

/** Ends the leases in the database, because a test should not wait 30 s for them. */
function endLeases(postgres: PostgresServer): Promise<void> {
  const statement = "update jobs set due_at = 0 where kind = 'process_order' and state = 'running'";
  return administer(postgres, statement, database);
}
