/**
 * Point-in-time recovery as docs/operating.md describes it: customers order before and after a point in time, the
 * database is destroyed and recovered to this point, and the service continues. The files of the service are not
 * recovered and stay as they are.
 */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operatorToken } from '../cli/operator-token.ts';
import { runCli } from '../cli/run-cli.ts';
import { type Customer, createCustomer } from '../e2e/customer.ts';
import { operator } from '../e2e/running-service.ts';
import { httpClient } from '../support/http-client.ts';
import { inheritedEnv } from '../support/inherited-env.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { startArchivedPostgres } from './archived-postgres.ts';

const auditScript = fileURLToPath(new URL('../../scripts/audit.ts', import.meta.url));

export interface RecoveryReport {
  readonly recoverySeconds: number;
  readonly logFiles: number;
  /** What `npm run audit` printed after the recovery, and after the customers have used the recovered shop. */
  readonly audits: readonly string[];
}

export async function recoverToPointInTime(report: (line: string) => void): Promise<RecoveryReport> {
  const database = await startArchivedPostgres();
  const { dataDir, remove } = temporaryDataDir();
  const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, ADMIN_PASSWORD: operator.password };
  const services: ServiceProcess[] = [];
  const start = async () => {
    const service = await startServiceProcess(env);
    services.push(service);
    return service;
  };
  try {
    const before = await start();
    const shop = await sellBefore(before, () => database.baseBackup());
    const point = await database.now();
    report(`the point in time is ${point}`);
    const late = await sellAfter(before, shop, dataDir);
    const logFiles = await database.archive();
    await database.destroy();
    await before.kill();
    report(`the database is destroyed; ${logFiles} files of its log are in the archive`);

    const startedAt = performance.now();
    await database.recover(point);
    const recoverySeconds = (performance.now() - startedAt) / 1000;
    report(`recovered in ${recoverySeconds.toFixed(1)} s`);
    const first = auditWith(env);
    const after = await start();
    await goOn(after, shop, late, dataDir);
    await after.stop();
    return { recoverySeconds, logFiles, audits: [first, auditWith(env)] };
  } finally {
    for (const service of services) await service.kill();
    await database.stop();
    await remove();
  }
}

interface Shop {
  /** A customer with a finished picture. */
  readonly done: Customer;
  readonly doneOrder: string;
  /** A customer who has ordered and not paid. */
  readonly unpaid: Customer;
  readonly unpaidOrder: string;
  /** The order of a customer who is erased after the point in time. */
  readonly erasedOrder: string;
}

async function sellBefore({ url }: ServiceProcess, baseBackup: () => void): Promise<Shop> {
  const photo = (await samplePhotos()).portrait;
  const erased = createCustomer(httpClient(url));
  const erasedOrder = await erased.order('mark_order_vip', 3, { num: 1 });
  await erased.pay(erasedOrder);
  baseBackup();
  const done = createCustomer(httpClient(url));
  const orderPicture = async (customer: Customer) =>
    customer.order('mark_order_yiCunZhao', 2, { path: await customer.upload(photo), color: 'blue' });
  const doneOrder = await orderPicture(done);
  await done.pay(doneOrder);
  await done.orderWhen(doneOrder, 'the picture', ({ deal_status }) => deal_status === 'done');
  const unpaid = createCustomer(httpClient(url));
  return { done, doneOrder, unpaid, unpaidOrder: await orderPicture(unpaid), erasedOrder };
}

interface Late {
  readonly customer: Customer;
  readonly orderNo: string;
  /** The files of this customer, to which no row of the recovered database refers. */
  readonly files: readonly string[];
}

/** Creates what the recovered database will not contain: an order, an erasure, and the deletion of a photo. */
async function sellAfter({ url }: ServiceProcess, shop: Shop, dataDir: string): Promise<Late> {
  const older = photosIn(dataDir);
  const customer = createCustomer(httpClient(url));
  const path = await customer.upload((await samplePhotos()).portrait);
  const orderNo = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'red' });
  await customer.pay(orderNo);
  await customer.orderWhen(orderNo, 'the picture', ({ deal_status }) => deal_status === 'done');
  const files = photosIn(dataDir).filter((file) => !older.includes(file));
  assert.equal(files.length, 2);

  const cli = { PHOTOKIOSK_URL: url, PHOTOKIOSK_TOKEN: await operatorToken(url, operator) };
  const shown = await runCli(['orders', 'show', shop.erasedOrder, '--json'], cli);
  const erased = await runCli(['erase', 'user', String(JSON.parse(shown.out).user.id), '--yes'], cli);
  assert.equal(erased.code, 0, erased.err);
  await shop.unpaid.post('cancel_order', { order_no: shop.unpaidOrder });
  // Delete the photo of the unpaid order, as the service does when its retention ends.
  for (const file of older.filter((name) => name.includes('uploads'))) rmSync(join(dataDir, 'files', file));
  return { customer, orderNo, files };
}

async function goOn({ url }: ServiceProcess, shop: Shop, late: Late, dataDir: string): Promise<void> {
  const client = httpClient(url);
  const again = (customer: Customer) => createCustomer(client, { token: customer.token() ?? '' });
  const order = await again(shop.done).fetchOrder(shop.doneOrder);
  assert.equal(order.deal_status, 'done');
  const picture = await fetch(String(order.deal_result).replace(/^https?:\/\/[^/]+/, url));
  assert.equal(picture.status, 200);
  await picture.arrayBuffer();

  assert.equal((await client.post('fetch_order', { order_no: late.orderNo })).status, 404);
  const next = createCustomer(client);
  await next.pay(await next.order('mark_order_vip', 3, { num: 1 }));
  const stale = await again(late.customer).call('my_orders');
  assert.equal(Array.isArray(stale.fields.orders) ? stale.fields.orders.length : 0, 0);
  for (const file of late.files) assert.ok(existsSync(join(dataDir, 'files', file)));

  const cli = { PHOTOKIOSK_URL: url, PHOTOKIOSK_TOKEN: await operatorToken(url, operator) };
  const shown = await runCli(['orders', 'show', shop.erasedOrder, '--json'], cli);
  assert.notEqual(JSON.parse(shown.out).user.erased_at, null);

  const unpaid = again(shop.unpaid);
  await unpaid.pay(shop.unpaidOrder);
  await waitUntil(
    'the order without its photo is refunded',
    async () => (await unpaid.fetchOrder(shop.unpaidOrder)).status === 'refund',
    240_000,
  );
}

function photosIn(dataDir: string): string[] {
  const names = readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.jpg'));
}

function auditWith(env: Readonly<Record<string, string>>): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [auditScript], {
    env: { ...inheritedEnv, ...env },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stdout + stderr);
  return stdout.trim();
}
