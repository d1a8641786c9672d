/**
 * The lock of `photokiosk files move` on PostgreSQL. The machines of a shop share its files, so only the database can
 * tell that a move runs on another machine. PostgreSQL releases the lock when the connection ends, also if the process
 * is killed.
 */

import { StartError } from '../../domain/start-error.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import type { PostgresClient } from './connector.ts';
import { type PostgresServers, pgConnector } from './pg-connector.ts';
import { postgresStartError } from './postgres-start-error.ts';

export interface MoveLock {
  /** @throws StartError when the session was lost: another move may have begun since. */
  requireHeld(): Promise<void>;
  release(): Promise<void>;
}

/** A number that no other lock in the database uses. */
const moveLock = 7_240_412;

/**
 * @param servers PostgreSQL itself, not a pooler, which would give the session to another client.
 * @throws StartError when another move holds the lock, or the database cannot be reached.
 */
export async function lockMoves(servers: PostgresServers, log: Log): Promise<MoveLock> {
  const connector = pgConnector({ servers, connectionsMax: 1, log });
  let client: PostgresClient | undefined;
  try {
    client = await connector.session();
    const held = lockOf(client, () => connector.pool.end());
    const query = { text: 'select 1 where pg_try_advisory_lock($1)', values: [moveLock] };
    if ((await client.query(query)).rows.length === 1) return held;
    throw new StartError(
      'Another move is running on the database of DATABASE_URL, perhaps on another machine.',
    );
  } catch (error) {
    client?.release(true);
    await connector.pool.end();
    throw postgresStartError(error);
  }
}

function lockOf(client: PostgresClient, end: () => Promise<void>): MoveLock {
  let last: Promise<unknown> = Promise.resolve();
  return {
    async requireHeld() {
      // One query after the other, as the driver requires. A query of an earlier call would not do, because the lock may
      // have been lost after it.
      const check = last.then(() => client.query({ text: 'select 1' }));
      last = check.catch(() => undefined);
      try {
        await check;
      } catch (cause) {
        throw new StartError(
          'The move has stopped, because it lost its connection to PostgreSQL and with it its lock: run the command again.',
          { cause },
        );
      }
    },
    async release() {
      client.release(true);
      await end();
    },
  };
}
