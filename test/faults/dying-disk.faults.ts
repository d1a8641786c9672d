/** A disk whose reads, writes and fsyncs fail with EIO under the running service, and work again later. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { seededChance } from '../crash/chance.ts';
import { createCustomer } from '../e2e/customer.ts';
import { type Answer, type HttpClient, httpClient, textField } from '../support/http-client.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { runToExit, type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { pause, waitUntil } from '../support/wait-until.ts';
import { type FaultRule, type FaultyDisk, faultyDisk, faultyDiskMissing } from './faulty-disk.ts';
import { skippedBecause } from './skipped-because.ts';

const skip = skippedBecause(faultyDiskMissing());
const membership = 3;
const colourisation = 1;
const log = 'photokiosk.db-wal';
const never = seededChance(1);

interface Shop {
  readonly disk: FaultyDisk;
  readonly client: HttpClient;
  readonly service: ServiceProcess;
  restart(): Promise<Omit<Shop, 'disk' | 'restart'>>;
}

async function openShop(t: TestContext): Promise<Shop> {
  const disk = faultyDisk();
  t.after(disk.remove);
  const env = { ...disk.env, DATA_DIR: join(disk.root, 'data') };
  const start = async () => {
    const service = await startServiceProcess(env);
    t.after(() => service.kill());
    return { client: httpClient(service.url), service };
  };
  return { disk, ...(await start()), restart: start };
}

function eio(call: FaultRule['call'], path: string): FaultRule {
  return { call, path, error: 'EIO' };
}

function order(client: HttpClient): Promise<Answer> {
  return client.post('mark_order_vip', { goods_id: membership }, { idempotencyKey: crypto.randomUUID() });
}

async function readiness(client: HttpClient): Promise<string> {
  const { status, fields } = await client.get('/health/ready');
  return `${status} ${fields.reason ?? ''}`.trim();
}

function assertRefused(answer: Answer): void {
  assert.equal(answer.status, 503, answer.text);
  assert.ok(Number(answer.headers.get('retry-after')) > 0, 'the response has no Retry-After');
}

test('while the disk refuses writes of the database, orders get 503; afterwards they succeed without a restart', {
  skip,
}, async (t) => {
  const { disk, client } = await openShop(t);
  const before = await order(client);
  assert.equal(before.status, 200, before.text);
  disk.fail([eio('write', log)]);
  for (let orders = 0; orders < 3; orders++) assertRefused(await order(client));
  assert.equal(await readiness(client), '503 disk');
  assert.equal((await client.get('/health/live')).status, 200);
  const seen = await client.post('fetch_order', { order_no: textField(before.fields, 'order_no') });
  assert.equal(seen.status, 200, seen.text);
  disk.fail([]);
  assert.equal(await readiness(client), '200');
  const after = await order(client);
  assert.equal(after.status, 200, after.text);
});

test('while the disk fails to read the database, look-ups and orders get 503, and later 200', {
  skip,
}, async (t) => {
  const { disk, client } = await openShop(t);
  const customer = createCustomer(client);
  const orderNo = await customer.order('mark_order_vip', membership);
  disk.fail([eio('read', 'photokiosk.db')]);
  const lookUp = await waitUntil('a look-up reads from the disk', async () => {
    // A new order makes the pages stale that the service has in memory, so that the next look-up must read from the
    // disk.
    await order(client);
    const answer = await customer.call('fetch_order', { order_no: orderNo });
    return answer.status === 200 ? undefined : answer;
  });
  assertRefused(lookUp);
  disk.fail([]);
  assert.equal((await customer.fetchOrder(orderNo)).order_no, orderNo);
  assert.equal((await order(client)).status, 200);
});

test('after a failed fsync of the log the process ends, and no acknowledged order is lost by a later power failure', {
  skip,
}, async (t) => {
  const shop = await openShop(t);
  const { disk } = shop;
  const acknowledged: string[] = [];
  const place = async (client: HttpClient) => {
    const answer = await order(client);
    assert.equal(answer.status, 200, answer.text);
    acknowledged.push(textField(answer.fields, 'order_no'));
  };
  for (let orders = 0; orders < 5; orders++) await place(shop.client);
  disk.fail([eio('sync', log)]);
  assertRefused(await order(shop.client));
  const exit = await Promise.race([shop.service.exited, pause(30_000)]);
  assert.deepEqual(exit, { code: 1, signal: null }, shop.service.output());
  assert.match(shop.service.output(), /the disk failed to keep a commit/);

  disk.fail([]);
  const restarted = await shop.restart();
  for (let orders = 0; orders < 5; orders++) await place(restarted.client);
  await restarted.service.kill();
  assert.deepEqual(disk.cutPower('none', never), []);
  const { client } = await shop.restart();
  for (const orderNo of acknowledged) {
    const answer = await client.post('fetch_order', { order_no: orderNo });
    assert.equal(answer.status, 200, `order ${orderNo}: ${answer.text}`);
  }
});

test('a service that cannot make its log durable at the start does not start, and says why', {
  skip,
}, async (t) => {
  const { disk, client, service } = await openShop(t);
  assert.equal((await order(client)).status, 200);
  await service.kill();
  disk.fail([eio('sync', log)]);
  const { code, output } = await runToExit({ ...disk.env, DATA_DIR: join(disk.root, 'data') });
  assert.equal(code, 1, output);
  assert.match(output, /photokiosk\.db cannot be used: the disk reported an error\.$/m);
});

const fileFaults: Readonly<Record<string, FaultRule>> = {
  'read a photo': eio('read', '/files/uploads/'),
  'write a result': eio('write', '/files/.incoming/'),
  'sync a result': eio('sync', '/files/.incoming/'),
  'sync the name of a result': eio('sync', '/files/results'),
  'create a temporary file': eio('create', '/scratch/'),
};

for (const [what, rule] of Object.entries(fileFaults)) {
  test(`a paid picture waits while the disk fails to ${what}, and is made later; the failure does not use up an attempt`, {
    skip,
  }, async (t) => {
    const { disk, client, service } = await openShop(t);
    const customer = createCustomer(client);
    const path = await customer.upload((await samplePhotos()).old);
    const orderNo = await customer.order('mark_order_zhaopianshangse', colourisation, { path });
    disk.fail([rule]);
    await customer.pay(orderNo);
    await waitUntil('an attempt fails', () => /picture could not be made|job attempt/.test(service.output()));
    const waiting = await customer.fetchOrder(orderNo);
    assert.notEqual(waiting.deal_status, 'fail', JSON.stringify(waiting));
    disk.fail([]);
    const done = await customer.orderWhen(
      orderNo,
      'done',
      ({ deal_status }) => deal_status !== 'init' && deal_status !== 'ing',
    );
    assert.equal(done.deal_status, 'done', JSON.stringify(done));
    assert.equal(done.status, 'pay');
    const picture = await client.get(textField(done, 'deal_result'));
    assert.equal(picture.status, 200);
  });
}

test('while the disk refuses photos, uploads and downloads get 503, and later 200', { skip }, async (t) => {
  const { disk, client } = await openShop(t);
  const customer = createCustomer(client);
  const { old } = await samplePhotos();
  const path = await customer.upload(old);
  const orderNo = await customer.order('mark_order_zhaopianshangse', colourisation, { path });
  await customer.pay(orderNo);
  const done = await customer.orderWhen(orderNo, 'done', ({ deal_status }) => deal_status === 'done');
  for (const call of ['write', 'sync', 'create'] as const) {
    disk.fail([eio(call, '/files/'), eio(call, '/scratch/')]);
    assertRefused(await client.upload(old));
  }
  disk.fail([eio('read', '/files/results/')]);
  assertRefused(await client.get(textField(done, 'deal_result')));
  disk.fail([]);
  await customer.upload(old);
  assert.equal((await client.get(textField(done, 'deal_result'))).status, 200);
});
