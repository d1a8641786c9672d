/** Checks at the start that PostgreSQL keeps every transaction that it reports as committed. */

import { StartError } from '../../domain/start-error.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import type { PostgresConnector } from './connector.ts';

const settings = `select current_setting('synchronous_commit') as commit,
  current_setting('synchronous_standby_names') as standbys, current_setting('fsync') as fsync`;

/** @throws StartError when the server reports commits before they are on its disk. */
export async function requireDurableCommits({ pool }: PostgresConnector, log: Log): Promise<void> {
  const { rows } = await pool.query({ text: settings });
  const { commit, standbys, fsync } = { commit: '', standbys: '', fsync: '', ...Object(rows[0]) };
  if (commit === 'off') {
    throw new StartError(
      'PostgreSQL has synchronous_commit = off, so a crash would lose orders and payments that were confirmed: set it to on for the role or the database of DATABASE_URL.',
    );
  }
  if (standbys !== '' && commit === 'local') {
    log.warn({ commit }, 'commits do not wait for the synchronous standby: a failover can lose orders');
  }
  if (fsync === 'off') log.warn({}, 'PostgreSQL has fsync = off: a crash of its machine can lose orders');
}
