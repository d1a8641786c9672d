import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type GroupCommit, groupCommit, type Work } from '../../../src/store/sqlite/group-commit.ts';

describe('group commit', () => {
  let folder: string;
  let file: string;
  let database: DatabaseSync;
  let group: GroupCommit;
  let disk: () => Promise<void>;

  beforeEach(() => {
    disk = async () => {};
    folder = mkdtempSync(join(tmpdir(), 'photokiosk-group-'));
    file = join(folder, 'group.db');
    database = new DatabaseSync(file);
    database.exec(`
      pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 0;
      create table parents (id integer primary key) strict;
      create table notes (text text not null unique, parent integer
        references parents (id) deferrable initially deferred) strict;
      pragma wal_checkpoint (truncate);
    `);
    group = groupCommit(database, () => disk());
  });

  afterEach(async () => {
    await group.drain();
    database.close();
    rmSync(folder, { recursive: true });
  });

  const work = <T>(run: () => Promise<T>, change: Partial<Work<T>> = {}): Work<T> => ({
    run,
    end: () => {},
    committed: () => {},
    ...change,
  });
  const insert = (text: string, parent: number | null = null) =>
    database.prepare('insert into notes values (?, ?)').run(text, parent);
  const write = (text: string, parent: number | null = null) =>
    group.run(
      work(async () => {
        insert(text, parent);
        return text;
      }),
    );
  const written = () =>
    database
      .prepare('select text from notes order by rowid')
      .all()
      .map((row) => row.text);

  it('writes all transactions of one turn of the event loop with one commit', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, index) => write(`n${index}`)));
    assert.equal(written().length, 200);
    assert.equal(commitsInWal(`${file}-wal`), 1);
  });

  it('writes 600 transactions of one turn of the event loop in three batches', async () => {
    await Promise.all(Array.from({ length: 600 }, (_, index) => write(`n${index}`)));
    assert.equal(written().length, 600);
    assert.equal(commitsInWal(`${file}-wal`), 3);
  });

  it('rolls back only the failed transaction of a batch, and rejects its promise with its error', async () => {
    const failure = new Error('mine');
    const failing = group.run(
      work(async () => {
        insert('undone');
        throw failure;
      }),
    );
    const outcomes = await Promise.allSettled([write('a'), failing, write('a'), write('b')]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(outcomes[1], { status: 'rejected', reason: failure });
    assert.deepEqual(written(), ['a', 'b']);
  });

  it('after a failure, runs the earlier transactions of the batch a second time, and runs those of the next batch only once', async () => {
    let runs = 0;
    const counted = (text: string) =>
      group.run(
        work(async () => {
          runs += 1;
          insert(text);
        }),
      );
    const failing = () => group.run(work(() => Promise.reject(new Error('no')))).catch(() => undefined);
    await Promise.all([counted('a'), failing(), counted('b')]);
    assert.deepEqual([runs, written()], [3, ['a', 'b']], 'the transaction before the failure ran twice');
    runs = 0;
    await Promise.all([counted('c'), failing(), counted('d')]);
    assert.deepEqual([runs, written()], [2, ['a', 'b', 'c', 'd']]);
  });

  it('calls `end` after each run of a transaction, and before the transaction runs again', async () => {
    const calls: string[] = [];
    const committed = group.run(
      work(async () => void calls.push('run'), {
        end: () => void calls.push('end'),
        committed: () => void calls.push('committed'),
      }),
    );
    await Promise.allSettled([committed, group.run(work(() => Promise.reject(new Error('no'))))]);
    assert.deepEqual(calls, ['run', 'end', 'run', 'end', 'committed']);
  });

  it('settles no promise before the common commit', async () => {
    const inTransaction: boolean[] = [];
    const look = () => inTransaction.push(database.isTransaction);
    const failing = group.run(work(() => Promise.reject(new Error('no'))));
    const succeeding = group.run(work(async () => 1, { committed: look }));
    await Promise.all([write('a').then(look), failing.catch(look), succeeding, write('b').then(look)]);
    assert.deepEqual(inTransaction, [false, false, false, false]);
  });

  it('settles no promise before the fsync, and writes transactions that arrive meanwhile in the next batch', async () => {
    const first = Promise.withResolvers<void>();
    let syncs = 0;
    disk = () => {
      syncs += 1;
      return syncs === 1 ? first.promise : Promise.resolve();
    };
    const settled: string[] = [];
    const early = write('early').then((text) => settled.push(text));
    await until(() => syncs === 1);
    const late = ['a', 'b', 'c'].map((text) => write(text).then(() => settled.push(text)));
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([settled, written()], [[], ['early']]);
    first.resolve();
    await Promise.all([early, ...late]);
    assert.equal(syncs, 2);
    assert.equal(commitsInWal(`${file}-wal`), 2);
  });

  it('refuses all transactions after a failed fsync', async () => {
    const failure = new Error('I/O error');
    disk = () => Promise.reject(failure);
    await assert.rejects(write('a'), failure);
    disk = async () => {};
    await assert.rejects(write('b'), failure);
    assert.throws(() => group.assertSound(), failure);
    assert.deepEqual(written(), ['a']);
  });

  it('rejects the whole batch after a failed commit, and writes the next batch', async () => {
    const own = new Error('own');
    const failing = group.run(work(() => Promise.reject(own)));
    database.exec('pragma foreign_keys = on');
    const outcomes = await Promise.allSettled([write('a'), failing, write('orphan', 7)]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'rejected', 'rejected'],
    );
    assert.deepEqual(outcomes[1], { status: 'rejected', reason: own });
    assert.equal(database.isTransaction, false);
    await write('b');
    assert.deepEqual(written(), ['b']);
  });

  it('rejects transactions on a full disk, and writes again when there is space', async () => {
    const { page_count: pages } = database.prepare('pragma page_count').get() ?? {};
    database.exec(`pragma max_page_count = ${Number(pages)}`);
    const big = 'x'.repeat(1_000_000);
    await assert.rejects(write(big), /full/);
    assert.equal(database.isTransaction, false);
    database.exec('pragma max_page_count = 1000000');
    await write(big);
    assert.equal(written().length, 1);
  });

  it('rolls back a transaction that waits for anything but the database, and writes the others', async () => {
    const late = Promise.withResolvers<boolean>();
    let ended = false;
    const waiting = group.run(
      work(
        async () => {
          insert('undone');
          await new Promise((resolve) => setImmediate(resolve));
          late.resolve(ended);
        },
        { end: () => (ended = true) },
      ),
    );
    const outcomes = await Promise.allSettled([write('a'), waiting, write('b')]);
    assert.equal(await late.promise, true, 'its end was not signalled');
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    await assert.rejects(waiting, /waited for something other than the database/);
    assert.deepEqual(written(), ['a', 'b']);
  });

  it('rolls back each transaction that never ends', async () => {
    const never = () => group.run(work(() => new Promise<never>(() => {})));
    const outcomes = await Promise.allSettled([never(), write('a'), never(), write('b')]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'fulfilled', 'rejected', 'fulfilled'],
    );
  });

  it('puts a transaction that begins inside another transaction into the next batch', async () => {
    let inner: Promise<string> | undefined;
    await group.run(
      work(async () => {
        inner = write('inner');
        insert('outer');
      }),
    );
    assert.equal(await inner, 'inner');
    assert.deepEqual(written(), ['outer', 'inner']);
    assert.equal(commitsInWal(`${file}-wal`), 2);
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * A frame of the log that contains the size of the database ends a commit
 * (https://sqlite.org/walformat.html).
 */
function commitsInWal(file: string): number {
  const [headerBytes, frameHeaderBytes] = [32, 24];
  const wal = readFileSync(file);
  const frameBytes = frameHeaderBytes + wal.readUInt32BE(8);
  let commits = 0;
  for (let at = headerBytes; at + frameBytes <= wal.length; at += frameBytes) {
    if (wal.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}
