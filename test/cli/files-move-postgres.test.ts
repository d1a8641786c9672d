/** `photokiosk files move` of a shop on PostgreSQL, whose machines share the database and the files. */

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { lockMoves } from '../../src/store/postgres/move-lock.ts';
import { administer, silentLog } from '../support/databases.ts';
import { howToGetPostgres, startPostgres } from '../support/postgres-server.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { temporaryDataDir } from '../support/service-process.ts';
import { runCli, startCli } from './run-cli.ts';

const postgres = await startPostgres();
if (postgres === undefined && process.env.CI === 'true') throw new Error(howToGetPostgres);

describe('files move of a shop on PostgreSQL', {
  skip: postgres === undefined ? howToGetPostgres : false,
}, () => {
  let store: S3Server;
  before(async () => {
    store = await startS3Server('shop');
  });
  after(async () => {
    await store.stop();
    await postgres?.stop();
  });

  /** @returns the data folders of two machines, each with one file, and the address of their database. */
  async function twoMachines(t: { after(work: () => void): void }, database: string) {
    if (postgres === undefined) throw new Error(howToGetPostgres);
    await administer(postgres, `create database ${database}`);
    const { dataDir, remove } = temporaryDataDir();
    t.after(remove);
    const [one, two] = [join(dataDir, 'one'), join(dataDir, 'two')];
    mkdirSync(join(one, 'files/icons/aa'), { recursive: true });
    writeFileSync(join(one, 'files/icons/aa/aaaaaaaaaaaaaaaaaaaaaaaaa.png'), 'picture');
    cpSync(one, two, { recursive: true });
    return { one, two, url: postgres.urlOf(database) };
  }

  const filesIn = (dataDir: string) =>
    readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length;

  it('refuses a second move on another machine, until the first one has ended', async (t) => {
    const { one, two, url } = await twoMachines(t, 'moved');
    const env = {
      DATABASE_URL: url,
      STORAGE_URL: `s3://shop/moved?endpoint=${store.endpoint}`,
      STORAGE_FORMER_URL: 'file:',
      AWS_ACCESS_KEY_ID: store.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: store.credentials.secretAccessKey,
    };
    // The first move waits for the store until the second one has been refused.
    const held = Promise.withResolvers<void>();
    store.faults = (method) => {
      if (method !== 'PUT') return undefined;
      held.resolve();
      return 'hold';
    };
    const first = startCli(['files', 'move'], { ...env, DATA_DIR: one });
    t.after(() => first.kill());
    await Promise.race([held.promise, first.ended]);
    const second = await runCli(['files', 'move'], { ...env, DATA_DIR: two });
    assert.equal(second.code, 1);
    assert.match(second.err, /^Another move is running on the database of DATABASE_URL/);
    assert.equal(filesIn(two), 1);
    first.kill();
    await first.ended;
    store.faults = () => undefined;
    const third = await runCli(['files', 'move'], { ...env, DATA_DIR: two });
    assert.equal(third.code, 0, third.err);
    assert.equal(filesIn(two), 0);
  });

  it('holds a lock that ends with its session, and notices the end', async () => {
    if (postgres === undefined) return;
    await administer(postgres, 'create database locked');
    const servers = { urls: [postgres.urlOf('locked')] } as const;
    const lock = await lockMoves(servers, silentLog);
    await Promise.all([lock.requireHeld(), lock.requireHeld()]);
    await assert.rejects(lockMoves(servers, silentLog), /^StartError: Another move is running/);
    await administer(
      postgres,
      "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = 'locked'",
    );
    await assert.rejects(lock.requireHeld(), /^StartError: The move has stopped/);
    await lock.release();
    const next = await lockMoves(servers, silentLog);
    await next.requireHeld();
    await next.release();
  });
});
