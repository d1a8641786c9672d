/** A pool of connections to the server of a cluster that is in use (`cluster-hosts.ts`). */

import pg from 'pg';
import { databaseDown, MachineTrouble } from '../../usecases/ports/machine-trouble.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import type { ClusterHosts } from './cluster-hosts.ts';
import type { PostgresClient, PostgresPool } from './connector.ts';

/** The pool hands out a connection only after this call has succeeded. */
export type Ready = (client: pg.ClientBase) => Promise<void>;

/** The error for a server that accepts no writes: a standby, or a former primary that was made read-only. */
class NotWritable extends Error {
  constructor() {
    super('the PostgreSQL server accepts no writes');
    this.name = 'NotWritable';
  }
}

export function requireWritable(primaryOnly = false): Ready | null {
  if (!primaryOnly) return null;
  return async (client) => {
    const { rows } = await client.query('show transaction_read_only');
    if (Object.values(rows[0] ?? {})[0] !== 'off') throw new NotWritable();
  };
}

/** SQLSTATE of a write on a server that has become a standby. */
const readOnlyState = '25006';

/** A pool whose connections go to one server of the cluster, and to the next one after a failure. */
export function hostPool(
  config: pg.PoolConfig,
  hosts: ClusterHosts,
  { log, ready }: { readonly log: Log; readonly ready: Ready | null },
): PostgresPool {
  const pool = new pg.Pool({
    ...config,
    connectionString: hosts.current(),
    ...(ready === null ? {} : { onConnect: ready }),
  });
  // Without this listener, this process would end when the server closes an idle connection.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection was lost'));
  // A connection in use needs a listener too. Its query rejects, but without a listener the `error` event
  // would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function connect(): Promise<PostgresClient> {
    for (let tries = 1; ; tries += 1) {
      const url = hosts.current();
      pool.options.connectionString = url;
      try {
        const client = await pool.connect();
        return {
          async query(query) {
            try {
              return await client.query(query);
            } catch (error) {
              if (isReadOnly(error)) hosts.failed(url);
              throw unreachableOr(error);
            }
          },
          release: (destroy) => client.release(destroy),
        };
      } catch (error) {
        hosts.failed(url);
        if (tries >= hosts.count) throw unreachableOr(error);
        log.warn({ err: error }, 'the next database server is tried');
      }
    }
  }

  return {
    connect,
    async query(query) {
      const client = await connect();
      try {
        const result = await client.query(query);
        client.release();
        return result;
      } catch (error) {
        // If the server itself reported the error, the connection is usable. Otherwise its state is unknown, for
        // example after a query that got no response.
        client.release(!isOfServer(error));
        throw error;
      }
    },
    end: () => pool.end(),
  };
}

function isReadOnly(error: unknown): boolean {
  return stateOf(error) === readOnlyState;
}

/** Whether the server itself reported the error, so that the connection is usable. */
function isOfServer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !downStates.has(error.code) && !isOfPooler(error);
}

function stateOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/**
 * SQLSTATE codes of a server that cannot do the work at present, although the same work can succeed later:
 */
const downStates: ReadonlySet<unknown> = new Set([
  // it is shutting down, starting or recovering, or the connection is lost or was refused;
  '57P01',
  '57P02',
  '57P03',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '08007',
  // it closed the connection of a process that was suspended;
  '57P05',
  '25P03',
  // its disk is full or fails, or it has no memory or no connection left;
  '53100',
  '53200',
  '53300',
  '58030',
  // another connection, for example a migration, holds a lock for longer than the limit;
  '55P03',
  // it accepts no writes.
  readOnlyState,
]);

/**
 * pgbouncer reports all its errors with this code, for example a lost server or too many clients, and closes the
 * connection. PostgreSQL itself uses the code for mistakes of the driver, which it does not report as FATAL.
 */
const poolerState = '08P01';

function isOfPooler(error: Error): boolean {
  return error instanceof pg.DatabaseError && error.code === poolerState && error.severity === 'FATAL';
}

const networkCodes: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of the driver's errors that have no code. */
const networkMessages =
  /^Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect|^Query read timeout$|^timeout expired$/;

/** @returns `MachineTrouble` if the server cannot be reached or cannot do the work at present, otherwise the same error. */
function unreachableOr(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isDown =
    error instanceof NotWritable ||
    downStates.has(stateOf(error)) ||
    isOfPooler(error) ||
    networkCodes.has(stateOf(error)) ||
    networkMessages.test(error.message);
  return isDown ? new MachineTrouble(databaseDown, { cause: error }) : error;
}
