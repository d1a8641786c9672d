/**
 * PGlite behind the PostgreSQL engine: PostgreSQL's own code in this process, with one connection, lent to
 * one borrower at a time. It checks the SQL of the dialect; it cannot show how two connections meet.
 */

import type { PGlite } from '@electric-sql/pglite';
import type {
  PostgresClient,
  PostgresConnector,
  PostgresQuery,
  PostgresResult,
} from '../../src/store/postgres/connector.ts';

/** Ending the pool leaves `db` open: starting one takes seconds, so tests share it. */
export function pgliteConnector(db: PGlite): PostgresConnector {
  let last: Promise<unknown> = Promise.resolve();

  async function send({ text, values = [] }: PostgresQuery): Promise<PostgresResult> {
    const { rows, affectedRows } = await db.query(text, values);
    return { rows, rowCount: affectedRows ?? null };
  }

  /** Waits for those who asked before. */
  async function connect(): Promise<PostgresClient> {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return { query: send, release: () => resolve() };
  }

  return {
    pool: {
      connect,
      async query(query) {
        const client = await connect();
        try {
          return await client.query(query);
        } finally {
          client.release();
        }
      },
      async end() {
        await last;
      },
    },
    async listen(channel, { received }) {
      const close = await db.listen(channel, received);
      return { close };
    },
  };
}
