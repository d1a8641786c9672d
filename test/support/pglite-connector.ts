/**
 * Connects the PostgreSQL engine to PGlite, which runs PostgreSQL's code in this process. PGlite has one connection,
 * which serves one client at a time, so it tests the SQL but not the concurrency of connections.
 */

import type { PGlite } from '@electric-sql/pglite';
import type {
  PostgresClient,
  PostgresConnector,
  PostgresQuery,
  PostgresResult,
} from '../../src/store/postgres/connector.ts';

/** The end of the pool does not close `db`, because all tests share one PGlite: starting another takes seconds. */
export function pgliteConnector(db: PGlite): PostgresConnector {
  let last: Promise<unknown> = Promise.resolve();

  async function send({ text, values = [] }: PostgresQuery): Promise<PostgresResult> {
    const { rows, affectedRows } = await db.query(text, values);
    return { rows, rowCount: affectedRows ?? null };
  }

  /** Waits until the earlier clients have released the connection. */
  async function connect(): Promise<PostgresClient> {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return { query: send, release: () => resolve() };
  }

  return {
    session: connect,
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
