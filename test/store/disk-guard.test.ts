/** Failures of the disk that the databases report with different error codes. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { storeOver } from '../../src/store/open-store.ts';
import type { Session } from '../../src/store/session.ts';
import { openSqliteEngine } from '../../src/store/sqlite/sqlite-engine.ts';
import { createSubscribers } from '../../src/store/subscribers.ts';
import type { Store } from '../../src/usecases/ports/store.ts';
import { silentLog } from '../support/databases.ts';

const sqliteError = (errcode: number) =>
  Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode });
const postgresError = (code: string) => Object.assign(new Error('could not extend file'), { code });

const failures = {
  SQLITE_FULL: [sqliteError(13), 'ENOSPC'],
  SQLITE_IOERR_SHMSIZE: [sqliteError(4874), 'ENOSPC'],
  SQLITE_IOERR_READ: [sqliteError(266), 'EIO'],
  SQLITE_READONLY: [sqliteError(8), 'EROFS'],
  'disk_full of PostgreSQL': [postgresError('53100'), 'ENOSPC'],
  'io_error of PostgreSQL': [postgresError('58030'), 'EIO'],
} as const;

/** A store on a real SQLite file, in which every read and the first `failedWrites` transactions fail with `error`. */
async function openFailing(
  error: Error,
  { failedWrites, giveUpReserve }: { failedWrites: number; giveUpReserve: () => boolean },
): Promise<{ store: Store } & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-disk-'));
  const engine = await openSqliteEngine(join(folder, 'shop.db'), createSubscribers(silentLog));
  const fail = async () => {
    throw error;
  };
  const reader: Session = { all: fail, first: fail, run: fail, snapshot: fail };
  let writes = 0;
  const { store } = storeOver(
    {
      ...engine,
      reader,
      reports: reader,
      transaction: (work) => (++writes <= failedWrites ? fail() : engine.transaction(work)),
    },
    { now: () => 0 },
    silentLog,
    giveUpReserve,
  );
  return {
    store,
    async [Symbol.asyncDispose]() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const noReserve = () => false;
const addGuest = (store: Store) => store.transaction((tx) => tx.members.insertGuest(0));

describe('a failure of the disk', () => {
  for (const [name, [error, code]] of Object.entries(failures)) {
    it(`that the database reports as ${name} makes reads and writes fail with MachineTrouble ${code}`, async () => {
      await using failing = await openFailing(error, { failedWrites: 1, giveUpReserve: noReserve });
      const { read } = failing.store;
      const trouble = { name: 'MachineTrouble', code, cause: error };
      await assert.rejects(read.orders.byNo('A'), trouble);
      await assert.rejects(read.goods.all(), trouble);
      await assert.rejects(read.jobs.processingTimes(['process_order'], 0), trouble);
      await assert.rejects(addGuest(failing.store), trouble);
      assert.equal((await addGuest(failing.store)).id, 1);
    });
  }

  it('is not assumed for any other error of the database', async () => {
    const error = sqliteError(19);
    await using failing = await openFailing(error, { failedWrites: 1, giveUpReserve: noReserve });
    await assert.rejects(failing.store.read.orders.byNo('A'), error);
    await assert.rejects(addGuest(failing.store), error);
  });

  it('makes every transaction that it stopped run once more after the reserved file is deleted for one of them', async () => {
    let reserves = 1;
    const giveUpReserve = () => reserves-- > 0;
    await using failing = await openFailing(sqliteError(13), { failedWrites: 3, giveUpReserve });
    const guests = await Promise.all([1, 2, 3].map(() => addGuest(failing.store)));
    assert.deepEqual(guests.map(({ id }) => id).sort(), [1, 2, 3]);
  });

  it('makes a transaction run once more after the reserved file is deleted, and a read does not delete this file', async () => {
    let reserves = 1;
    const giveUpReserve = () => reserves-- > 0;
    await using failing = await openFailing(sqliteError(13), { failedWrites: 1, giveUpReserve });
    await assert.rejects(failing.store.read.orders.byNo('A'), { code: 'ENOSPC' });
    assert.equal(reserves, 1);
    assert.equal((await addGuest(failing.store)).id, 1);
    assert.equal(reserves, 0);
  });
});
