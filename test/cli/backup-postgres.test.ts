/** `photokiosk backup`, `backup verify` and `restore` of a shop on PostgreSQL. */

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { createCustomer } from '../e2e/customer.ts';
import { operator } from '../e2e/running-service.ts';
import { administer } from '../support/databases.ts';
import { httpClient } from '../support/http-client.ts';
import { howToGetPostgres, startPostgres } from '../support/postgres-server.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { operatorToken } from './operator-token.ts';
import { runCli } from './run-cli.ts';

const isPhoto = (name: string | Buffer) => String(name).endsWith('.jpg');

const server = await startPostgres();
if (server === undefined && process.env.CI === 'true') throw new Error(howToGetPostgres);

describe('a backup of a shop on PostgreSQL', {
  skip: server === undefined ? howToGetPostgres : false,
}, () => {
  after(() => server?.stop());
  const urlOf = (database: string) => server?.urlOf(database) ?? '';

  /**
   * Backs up a running shop with one order and one photo.
   * @returns the folder of the backup.
   */
  async function backedUp(t: { after(work: () => void): void }, database: string) {
    if (server === undefined) throw new Error(howToGetPostgres);
    await administer(server, `create database ${database}`);
    const { dataDir, remove } = temporaryDataDir();
    t.after(remove);
    const env = { DATA_DIR: join(dataDir, 'data'), DATABASE_URL: urlOf(database) };
    const service = await startServiceProcess(env);
    t.after(() => void service.kill());
    const customer = createCustomer(httpClient(service.url));
    const path = await customer.upload((await samplePhotos()).portrait);
    const orderNo = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'blue' });
    const folder = join(dataDir, 'backup');
    const made = await runCli(['backup', folder, '--json'], env);
    assert.equal(made.code, 0, made.err);
    return { folder, orderNo, env, dataDir, name: String(JSON.parse(made.out).name) };
  }

  it('restores its orders and files into an empty database and an empty folder, but not over an existing shop', async (t) => {
    const { folder, orderNo, env, dataDir, name } = await backedUp(t, 'restored_from');
    assert.equal(statSync(join(folder, name, 'photokiosk.dump')).mode & 0o777, 0o600);
    if (server !== undefined) await administer(server, 'create database restored_to');
    const target = { DATA_DIR: join(dataDir, 'restored'), DATABASE_URL: urlOf('restored_to') };
    const restored = await runCli(['restore', folder, '--json'], target);
    assert.equal(restored.code, 0, restored.err);
    assert.deepEqual([JSON.parse(restored.out).orders, JSON.parse(restored.out).files], [1, 1]);
    const again = await startServiceProcess(target);
    const order = await httpClient(again.url).post('fetch_order', { order_no: orderNo });
    await again.stop();
    assert.equal(order.fields.order_no, orderNo);
    const other = { ...env, DATA_DIR: join(dataDir, 'other') };
    const refused = await runCli(['restore', folder], other);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /^The database of DATABASE_URL contains tables: restore into an empty one\.$/m);
    assert.deepEqual(readdirSync(other.DATA_DIR, { recursive: true }).filter(isPhoto), []);
    const sqlite = await runCli(['restore', folder], { DATA_DIR: join(dataDir, 'third') });
    assert.match(sqlite.err, /^This backup is of PostgreSQL: set DATABASE_URL to an empty database\./);
    assert.ok(!existsSync(join(dataDir, 'third/photokiosk.db')));
  });

  it('is restored without the customers who were erased after the backup, also if it is encrypted', async (t) => {
    if (server === undefined) throw new Error(howToGetPostgres);
    for (const name of ['erased_from', 'erased_to']) await administer(server, `create database ${name}`);
    const { dataDir, remove } = temporaryDataDir();
    t.after(remove);
    const env = {
      DATA_DIR: join(dataDir, 'data'),
      DATABASE_URL: urlOf('erased_from'),
      ADMIN_PASSWORD: operator.password,
    };
    const service = await startServiceProcess(env);
    t.after(() => void service.kill());
    const customer = createCustomer(httpClient(service.url));
    const path = await customer.upload((await samplePhotos()).portrait);
    const orderNo = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'blue' });
    await customer.post('cancel_order', { order_no: orderNo });
    const identity = join(dataDir, 'identity.txt');
    const key = await runCli(['backup', 'key', identity, '--json']);
    const folder = join(dataDir, 'backup');
    const create = ['backup', folder, '--json', '--encrypt-to', String(JSON.parse(key.out).recipient)];
    const older = await runCli(create, env);
    assert.equal(older.code, 0, older.err);

    const cli = { PHOTOKIOSK_URL: service.url, PHOTOKIOSK_TOKEN: await operatorToken(service.url, operator) };
    const { user } = JSON.parse((await runCli(['orders', 'show', orderNo, '--json'], cli)).out);
    const erased = await runCli(['erase', 'user', String(user.id), '--yes'], cli);
    assert.equal(erased.code, 0, erased.err);
    const newer = await runCli(create, env);
    assert.equal(newer.code, 0, newer.err);

    const target = { DATA_DIR: join(dataDir, 'restored'), DATABASE_URL: urlOf('erased_to') };
    const { name } = JSON.parse(older.out);
    const restored = await runCli(
      ['restore', folder, '--name', name, '--identity', identity, '--json'],
      target,
    );
    assert.equal(restored.code, 0, restored.err);
    assert.deepEqual([JSON.parse(restored.out).files, JSON.parse(restored.out).forgotten], [1, 1]);
    assert.deepEqual(readdirSync(join(target.DATA_DIR, 'files'), { recursive: true }).filter(isPhoto), []);
    const client = new pg.Client({ connectionString: target.DATABASE_URL });
    await client.connect();
    const { rows } = await client.query(
      `select erased_at is not null as erased, (select count(*)::int from uploads) as uploads
       from users join orders on orders.user_id = users.id where orders.order_no = '${orderNo}'`,
    );
    await client.end();
    assert.deepEqual(rows, [{ erased: true, uploads: 0 }]);
  });

  it('is verified in a scratch database, which is dropped, and fails the verification if its bytes have changed', async (t) => {
    const { folder, env, name } = await backedUp(t, 'verified');
    const verified = await runCli(['backup', 'verify', folder, '--json'], env);
    assert.equal(verified.code, 0, verified.err);
    assert.deepEqual([JSON.parse(verified.out).orders, JSON.parse(verified.out).files], [1, 1]);
    const file = join(folder, name, 'photokiosk.dump');
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const damaged = await runCli(['backup', 'verify', folder], env);
    assert.equal(damaged.code, 1);
    assert.match(damaged.err, /^The backup is damaged: photokiosk\.dump has other bytes/);
    const client = new pg.Client({ connectionString: urlOf('postgres') });
    await client.connect();
    const { rowCount } = await client.query(
      "select from pg_database where datname like 'photokiosk_verify%'",
    );
    await client.end();
    assert.equal(rowCount, 0);
  });
});
