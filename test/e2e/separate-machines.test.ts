/**
 * An API process and workers of different kinds that share nothing but PostgreSQL and an object store, as on separate
 * machines.
 */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startCeph } from '../support/ceph.ts';
import { administer } from '../support/databases.ts';
import { httpClient } from '../support/http-client.ts';
import { howToGetPostgres, startPostgres } from '../support/postgres-server.ts';
import { startS3Server } from '../support/s3-server.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import {
  freePort,
  type ServiceProcess,
  startServiceProcess,
  temporaryDataDir,
} from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createCustomer } from './customer.ts';

const postgres = await startPostgres();
if (postgres === undefined && process.env.CI === 'true') throw new Error(howToGetPostgres);
after(() => postgres?.stop());

test('machines that share a database and an object store sell a picture, each worker runs only its kinds of jobs, and a worker reports its state', {
  skip: postgres === undefined && howToGetPostgres,
}, async (t) => {
  assert.ok(postgres !== undefined);
  const started: ServiceProcess[] = [];
  t.after(async () => {
    for (const service of started) await service.kill();
  });
  // Ceph is a store that operators really run.
  const store = (await startCeph()) ?? (await startS3Server('shop'));
  t.after(() => store.stop());
  const database = `photokiosk_separate_${process.pid}`;
  await administer(postgres, `create database ${database}`);
  t.after(() => administer(postgres, `drop database ${database} with (force)`));
  const port = String(await freePort());
  const start = async (env: Record<string, string>) => {
    const { dataDir, remove } = temporaryDataDir();
    const service = await startServiceProcess({
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.urlOf(database),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      SECRET_KEY: 'the common secret of all processes',
      STORAGE_URL: `s3://shop?endpoint=${store.endpoint}`,
      AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
      IMAGE_PROCESSES: '1',
      ...env,
    });
    started.push(service);
    t.after(remove);
    return service;
  };

  const api = await start({ ROLE: 'api', PORT: port });
  const clerk = await start({ ROLE: 'worker', WORKER_KINDS: 'others,payments,webhooks' });
  const customer = createCustomer(httpClient(api.url));
  const path = await customer.upload((await samplePhotos()).portrait);
  const orderNo = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'blue' });
  await customer.pay(orderNo);
  const colourist = await start({ ROLE: 'worker', WORKER_KINDS: 'colourise' });
  const painter = await start({ ROLE: 'worker', WORKER_KINDS: 'id_photo' });
  const order = await customer.orderWhen(orderNo, 'done', ({ deal_status }) => deal_status === 'done');

  const link = await fetch(String(order.deal_result), { redirect: 'manual' });
  assert.equal(link.status, 302);
  assert.ok(link.headers.get('location')?.startsWith(`${store.endpoint}/shop/results/`));
  const picture = await fetch(String(order.deal_result));
  assert.equal(picture.headers.get('content-type'), 'image/jpeg');
  assert.equal(picture.status, 200);

  const made = 'photokiosk_worker_job_duration_seconds_count{kind="process_order",end="done"} 1';
  assert.ok((await metricsOf(painter)).includes(made));
  assert.ok(!(await metricsOf(clerk)).includes('kind="process_order"'));
  assert.ok(!(await metricsOf(colourist)).includes('kind="process_order"'));
  assert.equal((await fetch(`${await healthOf(clerk)}/health/live`)).status, 200);
  assert.equal((await fetch(`${await healthOf(clerk)}/health/ready`)).status, 200);
  assert.deepEqual(await painter.stop(), { code: 0, signal: null });
});

/** The address at which a worker reports its health. The worker prints the address after its first line. */
async function healthOf(worker: ServiceProcess): Promise<string> {
  const pattern = /^Health: {2}(http:\/\/\S+)\/health\/ready$/m;
  await waitUntil('the worker prints its address', () => pattern.test(worker.output()));
  return pattern.exec(worker.output())?.[1] ?? '';
}

async function metricsOf(worker: ServiceProcess): Promise<string> {
  return (await fetch(`${await healthOf(worker)}/metrics`)).text();
}
