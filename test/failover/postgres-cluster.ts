/** A PostgreSQL primary with one synchronous standby on this machine, whose primary can be killed and rebuilt. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { killAndWait, killTree } from '../support/kill-tree.ts';
import { findBinaries, howToGetPostgres, unprivilegedOwner } from '../support/postgres-server.ts';
import { freePort } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';

export interface PostgresCluster {
  /** Both servers, as an operator writes them in `DATABASE_URL`. */
  readonly url: string;
  /** Kills every process of the primary with SIGKILL. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary. Commits then wait for no standby. */
  promoteStandby(): Promise<void>;
  /** Makes the killed server a synchronous standby of the new primary, from a new copy. */
  rebuildStandby(): Promise<void>;
  stop(): Promise<void>;
}

interface Server {
  readonly name: string;
  readonly port: number;
  readonly data: string;
  child: ChildProcess | undefined;
}

const waitMaxMs = 60_000;

export async function startPostgresCluster(): Promise<PostgresCluster> {
  const found = findBinaries();
  if (found === undefined) throw new Error(howToGetPostgres);
  // PATH may contain links to only some of PostgreSQL's programs, so use the folder to which the link leads.
  const binaries = dirname(realpathSync(join(found, 'postgres')));
  const owner = unprivilegedOwner();
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-cluster-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const serverOf = async (name: string): Promise<Server> => ({
    name,
    port: await freePort(),
    data: join(folder, name),
    child: undefined,
  });
  let [primary, standby] = [await serverOf('a'), await serverOf('b')];

  function runProgram(name: string, ...args: readonly string[]): void {
    const done = spawnSync(join(binaries, name), args, { ...owner, cwd: folder, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${name} failed: ${done.stderr}`);
  }

  async function start(server: Server): Promise<void> {
    server.child = spawn(
      join(binaries, 'postgres'),
      ['-D', server.data, '-p', String(server.port), '-c', `unix_socket_directories=${folder}`],
      { ...owner, cwd: folder, stdio: 'ignore' },
    );
    const { child } = server;
    process.once('exit', () => killTree(child));
    await waitUntil(`${server.name} accepts connections`, () => answers(server), waitMaxMs);
  }

  async function addStandby(): Promise<void> {
    rmSync(standby.data, { recursive: true, force: true });
    const source = `host=127.0.0.1 port=${primary.port} user=test application_name=${standby.name}`;
    runProgram('pg_basebackup', '-D', standby.data, '-R', '-X', 'stream', '-c', 'fast', '-d', source);
    await start(standby);
    const streams = async () => {
      const rows = await ask(primary, `select 1 from pg_stat_replication where state = 'streaming'`);
      return rows.length > 0;
    };
    await waitUntil('the standby streams', streams, waitMaxMs);
    await ask(primary, `alter system set synchronous_standby_names = '*'`);
    await ask(primary, 'select pg_reload_conf()');
    const isSynchronous = async () => {
      const rows = await ask(primary, `select 1 from pg_stat_replication where sync_state = 'sync'`);
      return rows.length > 0;
    };
    await waitUntil('the standby is synchronous', isSynchronous, waitMaxMs);
  }

  runProgram('initdb', '-D', primary.data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--locale', 'C');
  appendFileSync(
    join(primary.data, 'postgresql.conf'),
    "listen_addresses = '127.0.0.1'\nmax_connections = 60\nshared_buffers = 32MB\nwal_receiver_timeout = 10s\n",
  );
  await start(primary);
  await ask(primary, 'create database shop');
  await addStandby();
  const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`;

  return {
    url: `postgres://test@${hosts}/shop?target_session_attrs=read-write`,
    async killPrimary() {
      await killAndWait(primary.child);
    },
    async promoteStandby() {
      // Switch off synchronous replication: otherwise each commit on the new primary would wait for a standby that
      // does not exist yet.
      await ask(standby, `alter system set synchronous_standby_names = ''`).catch(() => undefined);
      appendFileSync(join(standby.data, 'postgresql.auto.conf'), "synchronous_standby_names = ''\n");
      await ask(standby, 'select pg_reload_conf()');
      await ask(standby, 'select pg_promote(true, 60)');
      [primary, standby] = [standby, primary];
    },
    rebuildStandby: addStandby,
    async stop() {
      for (const server of [standby, primary]) await killAndWait(server.child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function ask({ port }: Server, text: string): Promise<unknown[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'test', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function answers(server: Server): Promise<boolean> {
  try {
    await ask(server, 'select 1');
    return true;
  } catch {
    return false;
  }
}
