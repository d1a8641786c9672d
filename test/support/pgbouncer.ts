/** A pgbouncer in transaction mode in front of a PostgreSQL server, for tests. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type PostgresServer, unprivilegedOwner } from './postgres-server.ts';
import { freePort } from './service-process.ts';

export const howToGetPgbouncer = 'no pgbouncer: install it (apt-get install pgbouncer)';

export interface Pgbouncer {
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/** Debian installs the program outside the PATH of ordinary users. */
const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** @returns undefined when the machine has no pgbouncer. */
export async function startPgbouncer(server: PostgresServer): Promise<Pgbouncer | undefined> {
  if (program === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-pgbouncer-'));
  const port = await freePort();
  const { host, port: serverPort, user = '', password } = new pg.Client(server.urlOf('postgres'));
  const secret = typeof password === 'string' ? password : '';
  writeFileSync(join(folder, 'users'), `"${user}" "${secret}"\n`);
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${host} port=${serverPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
`,
  );
  const owner = unprivilegedOwner();
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (log.includes('process up')) resolve();
    });
    void ended.then(() => reject(new Error(`pgbouncer ended: ${log}`)));
  });
  return {
    urlOf: (database) => `postgres://${user}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${database}`,
    async stop() {
      process.off('exit', kill);
      kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
