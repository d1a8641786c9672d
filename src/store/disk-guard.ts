/**
 * Recognises reads and writes that the disk refuses, on both databases. They fail with `MachineTrouble`, so
 * that only this file contains the error codes of the databases. If a reserved file can be deleted to free
 * disk space, a failed transaction runs once more. After a failed write, `ping` rejects until a write has
 * succeeded.
 */

import { MachineTrouble, machineTroubleOf } from '../usecases/ports/machine-trouble.ts';
import type { Engine, Session } from './session.ts';
import { statement } from './statement.ts';

/**
 * Result codes of SQLite: https://sqlite.org/rescode.html. 4874 is SQLITE_IOERR_SHMSIZE: SQLite cannot extend the
 * shared-memory file of its log.
 */
const sqliteCodes: Readonly<Record<number, string>> = { 8: 'EROFS', 10: 'EIO', 13: 'ENOSPC', 4874: 'ENOSPC' };
/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const postgresCodes: Readonly<Record<string, string>> = { '53100': 'ENOSPC', '58030': 'EIO' };

/** Writes one row with the values that it already has, to test whether the disk accepts writes. */
const writeSomething = statement<Record<never, never>>()((db) =>
  db
    .updateTable('goods')
    .set((good) => ({ sort: good.ref('sort') }))
    .where('id', '=', (first) => first.selectFrom('goods').select((select) => select.fn.min('id').as('id'))),
);

/** @param giveUpReserve frees disk space. @returns false when it can free none. */
export function guardDisk(engine: Engine, giveUpReserve: () => boolean): Engine {
  let failed: MachineTrouble | undefined;

  async function written<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const trouble = diskTroubleOf(error);
      if (trouble === undefined) throw error;
      if (trouble.code === 'ENOSPC' && giveUpReserve()) return written(write);
      failed = trouble;
      throw trouble;
    }
  }

  return {
    ...engine,
    reader: guardedReader(engine.reader),
    ...(engine.reports === undefined ? {} : { reports: guardedReader(engine.reports) }),
    transaction: (work) => written(() => engine.transaction(work)),
    async ping() {
      await engine.ping();
      if (failed === undefined) return;
      await written(() => engine.transaction((session) => session.run(writeSomething, {})));
      failed = undefined;
    },
  };
}

function guardedReader({ all, first, run, snapshot }: Session): Session {
  return {
    all: (statement, values) => all(statement, values).catch(rethrow),
    first: (statement, values) => first(statement, values).catch(rethrow),
    run: (statement, values) => run(statement, values).catch(rethrow),
    snapshot: (work) => snapshot(work).catch(rethrow),
  };
}

function rethrow(error: unknown): never {
  throw diskTroubleOf(error) ?? error;
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
