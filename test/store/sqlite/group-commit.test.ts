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

  it('transactions of one turn share one commit', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, index) => write(`n${index}`)));
    assert.equal(written().length, 200);
    assert.equal(commitsInWal(`${file}-wal`), 1);
  });

  it('a batch is bounded: more transactions than it holds take further commits', async () => {
    await Promise.all(Array.from({ length: 600 }, (_, index) => write(`n${index}`)));
    assert.equal(written().length, 600);
    assert.equal(commitsInWal(`${file}-wal`), 3);
  });

  it('one that fails is undone alone and keeps its own reason', async () => {
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

  it('nobody is answered before the common commit', async () => {
    const inTransaction: boolean[] = [];
    const look = () => inTransaction.push(database.isTransaction);
    const failing = group.run(work(() => Promise.reject(new Error('no'))));
    const told = group.run(work(async () => 1, { committed: look }));
    await Promise.all([write('a').then(look), failing.catch(look), told, write('b').then(look)]);
    assert.deepEqual(inTransaction, [false, false, false, false]);
  });

  it('nobody is answered before the disk has it, and what arrives meanwhile shares the next commit', async () => {
    const first = Promise.withResolvers<void>();
    let syncs = 0;
    disk = () => {
      syncs += 1;
      return syncs === 1 ? first.promise : Promise.resolve();
    };
    const answered: string[] = [];
    const early = write('early').then((text) => answered.push(text));
    await until(() => syncs === 1);
    const late = ['a', 'b', 'c'].map((text) => write(text).then(() => answered.push(text)));
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([answered, written()], [[], ['early']]);
    first.resolve();
    await Promise.all([early, ...late]);
    assert.equal(syncs, 2);
    assert.equal(commitsInWal(`${file}-wal`), 2);
  });

  it('a disk that fails once is never believed again', async () => {
    const failure = new Error('I/O error');
    disk = () => Promise.reject(failure);
    await assert.rejects(write('a'), failure);
    disk = async () => {};
    await assert.rejects(write('b'), failure);
    assert.throws(() => group.assertSound(), failure);
    assert.deepEqual(written(), ['a']);
  });

  it('a commit that fails rejects all of its batch, and the next batch is written', async () => {
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

  it('a full disk rejects what could not be kept, and the rest once there is room', async () => {
    const { page_count: pages } = database.prepare('pragma page_count').get() ?? {};
    database.exec(`pragma max_page_count = ${Number(pages)}`);
    const big = 'x'.repeat(1_000_000);
    await assert.rejects(write(big), /full/);
    assert.equal(database.isTransaction, false);
    database.exec('pragma max_page_count = 1000000');
    await write(big);
    assert.equal(written().length, 1);
  });

  it('one that waits for something other than the database is undone, told so and hurts no other', async () => {
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
    assert.equal(await late.promise, true, 'it was not told that its part is over');
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    await assert.rejects(waiting, /waited for something other than the database/);
    assert.deepEqual(written(), ['a', 'b']);
  });

  it('one that never ends is undone as well, and several of them each', async () => {
    const never = () => group.run(work(() => new Promise<never>(() => {})));
    const outcomes = await Promise.allSettled([never(), write('a'), never(), write('b')]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['rejected', 'fulfilled', 'rejected', 'fulfilled'],
    );
  });

  it('one that is begun from another waits for the next batch', async () => {
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

/** A frame of the log ends a commit when it tells the size of the database (https://sqlite.org/walformat.html). */
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
