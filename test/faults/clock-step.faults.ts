/** Steps of the wall clock under the running service. libfaketime (Debian package `faketime`) sets the clock. */

import assert from 'node:assert/strict';
import { existsSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCustomer } from '../e2e/customer.ts';
import { type Fields, fieldsOf, httpClient } from '../support/http-client.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import {
  type Environment,
  type ServiceProcess,
  startServiceProcess,
  temporaryDataDir,
} from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { skippedBecause } from './skipped-because.ts';

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1');
const skip = skippedBecause(library === undefined ? 'libfaketime is not installed' : null);
const membership = 3;
const colourisation = 1;
const hourS = 3_600;
const dayS = 24 * hourS;
const operator = { name: 'admin', password: 'a password of the tests' } as const;

interface Shop {
  readonly service: ServiceProcess;
  readonly folder: string;
  /** Sets the clock this far ahead of the right time. */
  setClock(aheadS: number): Promise<void>;
}

async function openShop(t: TestContext, env: Environment = {}): Promise<Shop> {
  const { dataDir: folder, remove } = temporaryDataDir();
  t.after(remove);
  const clockFile = join(folder, 'clock');
  const write = (aheadS: number) =>
    writeFileSync(clockFile, `${aheadS < 0 ? '-' : '+'}${Math.abs(aheadS)}\n`);
  write(0);
  const service = await startServiceProcess({
    DATA_DIR: join(folder, 'data'),
    ADMIN_PASSWORD: operator.password,
    LD_PRELOAD: library ?? '',
    FAKETIME_TIMESTAMP_FILE: clockFile,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
    ...env,
  });
  t.after(() => service.kill());
  return {
    service,
    folder,
    async setClock(aheadS) {
      const steps = stepsIn(service);
      write(aheadS);
      await waitUntil('the service logs the step', () => stepsIn(service) > steps);
    },
  };
}

function stepsIn(service: ServiceProcess): number {
  return service.output().split('the clock was stepped').length - 1;
}

/** What the Health page shows of the clock. */
async function shownClock({ url }: ServiceProcess): Promise<Fields> {
  const client = httpClient(url);
  const post = (body: object) =>
    fetch(`${url}/admin/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    });
  const signedIn = await post(operator);
  assert.equal(signedIn.status, 200, await signedIn.text());
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const health = await client.get('/admin/api/health', { cookie });
  assert.equal(health.status, 200, health.text);
  return fieldsOf(health.fields.clock);
}

test('after a step of an hour backward, a payment without a notification is recorded within two minutes', {
  skip,
}, async (t) => {
  const { service, setClock } = await openShop(t);
  const customer = createCustomer(httpClient(service.url));
  const orderNo = await customer.order('mark_order_vip', membership);
  // The job that asks the bank is due ten seconds after the checkout was opened.
  await customer.pay(orderNo, 'lost');
  await setClock(-hourS);
  const clock = await shownClock(service);
  assert.ok(Math.abs(Number(clock.stepped_ms) + hourS * 1000) < 5_000, JSON.stringify(clock));
  assert.equal(clock.deadlines_held_ms, 0);
  const startedAt = performance.now();
  await customer.orderWhen(orderNo, 'paid', ({ status }) => status === 'pay');
  const tookS = (performance.now() - startedAt) / 1000;
  assert.ok(tookS < 120, `the payment was recorded after ${tookS} s`);
  const next = await customer.order('mark_order_vip', membership);
  await customer.pay(next);
  assert.equal((await customer.fetchOrder(next)).status, 'pay');
});

test('after a step of a day forward, no order expires and no photo is deleted, and the step is shown', {
  skip,
}, async (t) => {
  const { service, folder, setClock } = await openShop(t, {
    UPLOAD_KEPT_HOURS: '1',
    ORDER_EXPIRY_MINUTES: '30',
  });
  const customer = createCustomer(httpClient(service.url));
  const path = await customer.upload((await samplePhotos()).old);
  const orderNo = await customer.order('mark_order_vip', membership);
  await setClock(dayS);
  const clock = await shownClock(service);
  assert.ok(Math.abs(Number(clock.stepped_ms) - dayS * 1000) < 5_000, JSON.stringify(clock));
  const heldMs = Number(clock.deadlines_held_ms);
  assert.ok(heldMs > 3_000_000 && heldMs <= 3_600_000, `deadlines are held for ${heldMs} ms`);
  // After a step, no job runs for 30 s. A payment that only the bank has recorded is found when jobs run again.
  const other = await customer.order('mark_order_vip', membership);
  await customer.pay(other, 'lost');
  await customer.orderWhen(other, 'paid', ({ status }) => status === 'pay');
  assert.equal((await customer.fetchOrder(orderNo)).status, 'wait_pay');
  assert.ok(existsSync(join(folder, 'data', 'files', path.replace(/\/(..)/, '/$1/$1'))), 'the photo is gone');

  await setClock(0);
  assert.equal((await shownClock(service)).deadlines_held_ms, 0);
  const picture = await customer.order('mark_order_zhaopianshangse', colourisation, { path });
  await customer.pay(picture);
  await customer.orderWhen(picture, 'done', ({ deal_status }) => deal_status === 'done');
});

for (const [what, aheadS] of [
  ['an hour backward', -hourS],
  ['a day forward', dayS],
] as const) {
  test(`after a step of ${what}, a client beyond its limit gets a Retry-After of at most a minute`, {
    skip,
  }, async (t) => {
    const { service, setClock } = await openShop(t, { RATE_LIMIT: '60' });
    const client = httpClient(service.url);
    const refused = () =>
      waitUntil('a call is refused', async () => {
        const answer = await client.post('goods_list');
        return answer.status === 429 ? answer : undefined;
      });
    await refused();
    await setClock(aheadS);
    const retryAfterS = Number((await refused()).headers.get('retry-after'));
    assert.ok(retryAfterS >= 1 && retryAfterS <= 60, `Retry-After is ${retryAfterS}`);
    await waitUntil(
      'the client is served again',
      async () => (await client.post('goods_list')).status === 200,
    );
  });
}
