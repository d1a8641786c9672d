/**
 * Recognises reads and writes that the disk refuses, on both databases. They fail with `MachineTrouble`, so that only
 * this file contains the error codes of the databases. If a reserved file can be deleted to free disk space, a failed
 * transaction runs once more. After a failure, `ping` rejects until a write has succeeded.
 */

import { MachineTrouble, machineTroubleOf } from '../usecases/ports/machine-trouble.ts';
import type { Engine, Session, TransactionSession } from './session.ts';
import { statement } from './statement.ts';

/**
 * Result codes of SQLite: https://sqlite.org/rescode.html. SQLite reports a read that fails with EIO as 11
 * (`SQLITE_CORRUPT`). 4874 is SQLITE_IOERR_SHMSIZE: SQLite cannot extend the shared-memory file of its log.
 */
const sqliteCodes: Readonly<Record<number, string>> = {
  8: 'EROFS',
  10: 'EIO',
  11: 'EIO',
  13: 'ENOSPC',
  4874: 'ENOSPC',
};
/** SQLSTATE codes of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const postgresCodes: Readonly<Record<string, string>> = { '53100': 'ENOSPC', '58030': 'EIO' };

/** Changes the position (`sort`) of the first good, to test whether the disk accepts writes. */
const moveFirstGood = statement<{ by: number }>()((db, p) =>
  db
    .updateTable('goods')
    .set((good) => ({ sort: good('sort', '+', p.by) }))
    .where('id', '=', (first) => first.selectFrom('goods').select((select) => select.fn.min('id').as('id'))),
);

/**
 * Changes the position of the first good and then restores it, because SQLite writes nothing if a row keeps its
 * values.
 */
async function writeSomething(session: TransactionSession): Promise<void> {
  await session.run(moveFirstGood, { by: 1 });
  await session.run(moveFirstGood, { by: -1 });
}

/** @param giveUpReserve frees disk space, and returns false when there is none left to free. */
export function guardDisk(engine: Engine, giveUpReserve: () => boolean): Engine {
  let failed: MachineTrouble | undefined;
  /** How often the reserve was given up. */
  let freedCount = 0;

  /** @returns whether space has become free since `freedBefore`, also if another transaction freed it. */
  function hasFreed(freedBefore: number): boolean {
    if (freedCount > freedBefore) return true;
    if (!giveUpReserve()) return false;
    freedCount += 1;
    return true;
  }

  async function written<T>(write: () => Promise<T>): Promise<T> {
    const freedBefore = freedCount;
    try {
      return await write();
    } catch (error) {
      const trouble = diskTroubleOf(error);
      if (trouble === undefined) throw error;
      if (trouble.code === 'ENOSPC' && hasFreed(freedBefore)) return written(write);
      failed = trouble;
      throw trouble;
    }
  }

  function refused(error: unknown): never {
    const trouble = diskTroubleOf(error);
    if (trouble === undefined) throw error;
    failed = trouble;
    throw trouble;
  }

  // Every request reads, so a read is guarded in the cheapest way: by a `catch` instead of an additional async
  // function.
  const guardedSession = (session: Session): Session => ({
    all: (query, values) => session.all(query, values).catch(refused),
    first: (query, values) => session.first(query, values).catch(refused),
    run: (query, values) => session.run(query, values).catch(refused),
    // The error of a read inside the snapshot also reaches this `catch`.
    snapshot: (work) => session.snapshot(work).catch(refused),
  });

  return {
    ...engine,
    reader: guardedSession(engine.reader),
    ...(engine.reports === undefined ? {} : { reports: guardedSession(engine.reports) }),
    transaction: (work) => written(() => engine.transaction(work)),
    async ping() {
      await engine.ping();
      if (failed === undefined) return;
      await written(() => engine.transaction(writeSomething));
      failed = undefined;
    },
  };
}

function diskTroubleOf(error: unknown): MachineTrouble | undefined {
  if (error instanceof MachineTrouble) return error;
  const code = machineTroubleOf(error) ?? databaseCodeOf(error);
  return code === undefined ? undefined : new MachineTrouble(code, { cause: error });
}

function databaseCodeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('errcode' in error && typeof error.errcode === 'number') {
    // The lower 8 bits of an extended result code are the primary result code.
    return sqliteCodes[error.errcode] ?? sqliteCodes[error.errcode & 0xff];
  }
  if ('code' in error && typeof error.code === 'string') return postgresCodes[error.code];
  return undefined;
}
