/** Whether a PostgreSQL database is empty, for commands that fill one. */

import type { Log } from '../../usecases/ports/tools.ts';
import { type PostgresServers, pgConnector } from './pg-connector.ts';
import { postgresStartError } from './postgres-start-error.ts';

/** Tables that an extension has created do not count: some hosts install extensions in each database. */
const ownTables = `select 1 from pg_class
  where relkind in ('r', 'p') and relnamespace = (select oid from pg_namespace where nspname = current_schema())
    and not exists (select 1 from pg_depend
      where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
  limit 1`;

/**
 * @param servers PostgreSQL itself, not a pooler.
 * @throws StartError when the database cannot be reached.
 */
export async function hasTables(servers: PostgresServers, log: Log): Promise<boolean> {
  const { pool } = pgConnector({ servers, connectionsMax: 1, readOnly: true, log });
  try {
    return (await pool.query({ text: ownTables })).rows.length > 0;
  } catch (error) {
    throw postgresStartError(error);
  } finally {
    await pool.end();
  }
}
