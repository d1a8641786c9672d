/** `photokiosk database copy` moves a shop from SQLite to PostgreSQL and back. */

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { createCustomer } from '../e2e/customer.ts';
import { administer, writeEmptySqlite } from '../support/databases.ts';
import { httpClient } from '../support/http-client.ts';
import { howToGetPgbouncer, startPgbouncer } from '../support/pgbouncer.ts';
import { howToGetPostgres, startPostgres } from '../support/postgres-server.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { runCli } from './run-cli.ts';

const server = await startPostgres();
if (server === undefined && process.env.CI === 'true') throw new Error(howToGetPostgres);

describe('the copy of a database', { skip: server === undefined ? howToGetPostgres : false }, () => {
  after(() => server?.stop());
  const toPostgres = ['database', 'copy', '--to', 'postgres'];
  const toSqlite = ['database', 'copy', '--to', 'sqlite'];

  it('moves a shop to PostgreSQL and back: customers keep their orders, and order further', async (t) => {
    assert.ok(server !== undefined);
    await administer(server, 'create database moved');
    const { dataDir, remove } = temporaryDataDir();
    t.after(remove);
    const sqlite = { DATA_DIR: join(dataDir, 'shop') };
    const postgres = { ...sqlite, DATABASE_URL: server.urlOf('moved') };
    const first = await startServiceProcess(sqlite);
    t.after(() => first.kill());
    const customer = createCustomer(httpClient(first.url));
    const path = await customer.upload((await samplePhotos()).portrait);
    const orderNo = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'blue' });
    await customer.pay(orderNo);
    await customer.orderWhen(orderNo, 'the picture', ({ deal_status }) => deal_status === 'done');
    const unpaid = await customer.order('mark_order_vip', 3, {});
    const running = await runCli(toPostgres, postgres);
    assert.deepEqual([running.code, running.err], [1, `Another service is running on ${sqlite.DATA_DIR}.\n`]);
    await first.stop();

    const copied = await runCli([...toPostgres, '--json'], postgres);
    assert.equal(copied.code, 0, copied.err);
    assert.equal(JSON.parse(copied.out).orders, 2);
    const again = await runCli(toPostgres, postgres);
    assert.equal(again.code, 1);
    assert.match(again.err, /contains data: copy into an empty database/);

    const second = await startServiceProcess(postgres);
    t.after(() => second.kill());
    const known = createCustomer(httpClient(second.url), { token: customer.token() ?? '' });
    assert.equal((await known.fetchOrder(orderNo)).deal_status, 'done');
    await known.pay(unpaid);
    await known.orderWhen(unpaid, 'the payment', ({ status }) => status === 'pay');
    await known.order('mark_order_vip', 3, { num: 2 });
    const busy = await runCli(toSqlite, { ...postgres, DATA_DIR: join(dataDir, 'other') });
    assert.equal(busy.code, 1);
    assert.match(busy.err, /stop every process of the shop first/);
    await second.stop();

    const blocked = await runCli(toSqlite, postgres);
    assert.match(blocked.err, /photokiosk\.db exists: move it away/);
    const home = { DATA_DIR: join(dataDir, 'home') };
    mkdirSync(home.DATA_DIR, { mode: 0o700 });
    copyFileSync(join(sqlite.DATA_DIR, 'secret.key'), join(home.DATA_DIR, 'secret.key'));
    const back = await runCli([...toSqlite, '--json'], { ...postgres, ...home });
    assert.equal(back.code, 0, back.err);
    assert.equal(JSON.parse(back.out).orders, 3);
    const third = await startServiceProcess(home);
    t.after(() => third.kill());
    const returned = createCustomer(httpClient(third.url), { token: customer.token() ?? '' });
    assert.equal((await returned.fetchOrder(unpaid)).status, 'pay');
    await third.stop();
  });

  it('copies a shop that has problems already, without the pooler, and refuses a left log of another database', async (t) => {
    assert.ok(server !== undefined);
    const pooler = await startPgbouncer(server);
    if (pooler === undefined) {
      assert.notEqual(process.env.CI, 'true', howToGetPgbouncer);
      return t.skip(howToGetPgbouncer);
    }
    t.after(() => pooler.stop());
    await administer(server, 'create database pooled');
    const { dataDir, remove } = temporaryDataDir();
    t.after(remove);
    const file = join(dataDir, 'photokiosk.db');
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    await writeEmptySqlite(file);
    const shop = new DatabaseSync(file);
    shop.exec(`insert into jobs (kind, key, payload, priority, state, run_at, due_at, attempts, attempts_max, claims, created_at)
      values ('process_order', 'gone', '{}', 0, 'ready', 1, 1, 0, 1, 0, 1)`);
    shop.close();
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: pooler.urlOf('pooled'),
      DATABASE_DIRECT_URL: server.urlOf('pooled'),
    };
    const there = await runCli(toPostgres, env);
    assert.equal(there.code, 0, there.err);
    assert.match(
      there.out,
      /The audit finds the same problems in both \(1\)\. The first: job process_order is for gone/,
    );

    renameSync(file, join(dataDir, 'moved.db'));
    const logs = ['-wal', '-shm'].map((ending) => `${file}${ending}`);
    for (const log of logs) rmSync(log, { force: true });
    for (const log of logs) {
      writeFileSync(log, '');
      const stale = await runCli(toSqlite, env);
      assert.deepEqual([stale.code, stale.err], [1, `${log} exists: move it away before the copy.\n`]);
      rmSync(log);
    }
    const back = await runCli([...toSqlite, '--json'], env);
    assert.equal(back.code, 0, back.err);
    assert.equal(JSON.parse(back.out).problems.length, 1);
  });

  it('leaves the target empty if it fails, and names the cause in one sentence', async (t) => {
    assert.ok(server !== undefined);
    await administer(server, 'create database unfilled');
    const { dataDir, remove } = temporaryDataDir();
    t.after(remove);
    const env = { DATA_DIR: dataDir, DATABASE_URL: server.urlOf('unfilled') };
    const without = await runCli(toPostgres, { DATA_DIR: dataDir });
    assert.match(without.err, /^Set DATABASE_URL to the PostgreSQL database of the copy/);
    const absent = await runCli(toPostgres, env);
    assert.equal(absent.code, 1);
    assert.match(absent.err, /^There is no database /);
    const bare = await runCli(toSqlite, env);
    assert.equal(bare.code, 1);
    assert.match(bare.err, /contains no data of Photokiosk/);
    assert.ok(!existsSync(join(dataDir, 'photokiosk.db')));
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`);
    await client.end();
    assert.deepEqual(rows, []);
  });
});
