/**
 * Two PostgreSQL servers under Patroni with one etcd on this machine, as Debian packages them (`apt-get install patroni
 * etcd-server`). Patroni chooses and promotes the new primary by itself. The test kills the primary together with its
 * Patroni, as the loss of a machine would.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import {
  accessSync,
  chownSync,
  constants,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { killAndWait, killTree, killTreeOf } from '../support/kill-tree.ts';
import { findBinaries, howToGetPostgres, unprivilegedOwner } from '../support/postgres-server.ts';
import { freePort } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import type { PostgresCluster } from './postgres-cluster.ts';

interface Node {
  readonly name: string;
  readonly port: number;
  readonly apiPort: number;
  readonly data: string;
  readonly log: { text: string };
  patroni: ChildProcess | undefined;
}

/**
 * Patroni's defaults (30, 10, 10) take 30 to 40 s to notice a lost machine. These are the shortest that its rule allows,
 * `ttl` > `loop_wait` + 2 × `retry_timeout`, for machines with a quick network.
 */
const timing = { ttl: 8, loop_wait: 1, retry_timeout: 3 };
const waitMaxMs = 120_000;
const programs = { patroni: '/usr/bin/patroni', etcd: '/usr/bin/etcd' };

/** Whether Patroni and etcd are installed. */
export function hasPatroni(): boolean {
  return Object.values(programs).every((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export async function startPatroniCluster(): Promise<PostgresCluster> {
  const found = findBinaries();
  if (found === undefined) throw new Error(howToGetPostgres);
  const owner = unprivilegedOwner();
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-patroni-'));
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const etcdPort = await freePort();
  const peer = `http://127.0.0.1:${await freePort()}`;
  const client = `http://127.0.0.1:${etcdPort}`;
  const etcd = spawn(
    programs.etcd,
    [
      ['--name', 'one'],
      ['--data-dir', join(folder, 'etcd')],
      ['--listen-client-urls', client],
      ['--advertise-client-urls', client],
      ['--listen-peer-urls', peer],
      ['--initial-advertise-peer-urls', peer],
      ['--initial-cluster', `one=${peer}`],
    ].flat(),
    { ...owner, cwd: folder, stdio: 'ignore' },
  );
  process.once('exit', () => killTree(etcd));

  const nodeOf = async (name: string): Promise<Node> => ({
    name,
    port: await freePort(),
    apiPort: await freePort(),
    data: join(folder, name),
    log: { text: '' },
    patroni: undefined,
  });
  let [primary, standby] = [await nodeOf('a'), await nodeOf('b')];
  const nodes = [primary, standby];
  const binaries = dirname(realpathSync(join(found, 'postgres')));

  function start(node: Node): void {
    const file = join(folder, `${node.name}.yml`);
    writeFileSync(file, JSON.stringify(settingsOf(node, { folder, binaries, etcdPort })), { mode: 0o644 });
    const patroni = spawn(programs.patroni, [file], {
      ...owner,
      cwd: folder,
      env: { ...process.env, HOME: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [patroni.stdout, patroni.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        node.log.text = (node.log.text + text).slice(-8_000);
      });
    }
    node.patroni = patroni;
  }

  function kill(node: Node): void {
    if (node.patroni !== undefined) killTree(node.patroni);
    const server = postmasterOf(node);
    if (server !== undefined) killTreeOf(server);
  }

  /** Patroni promotes only a standby that it has recorded as synchronous. */
  async function waitForStandby(): Promise<void> {
    await waitUntil('the standby is synchronous', () => isSynchronous(standby), waitMaxMs).catch(explain);
  }

  function explain(error: unknown): never {
    for (const { name, log } of nodes) console.error(`Patroni ${name}: ${log.text}`);
    throw error;
  }

  async function stop(): Promise<void> {
    for (const node of nodes) {
      kill(node);
      await killAndWait(node.patroni);
    }
    await killAndWait(etcd);
    rmSync(folder, { recursive: true, force: true });
  }

  process.once('exit', () => nodes.forEach(kill));
  try {
    start(primary);
    await waitUntil('the first server is the primary', () => isPrimary(primary), waitMaxMs).catch(explain);
    start(standby);
    await waitForStandby();
    await ask(primary, 'create database shop');
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgres://test@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/shop?target_session_attrs=read-write`,
    async killPrimary() {
      kill(primary);
      await killAndWait(primary.patroni);
    },
    async promoteStandby() {
      await waitUntil('the standby is the primary', () => isPrimary(standby), waitMaxMs).catch(explain);
      [primary, standby] = [standby, primary];
    },
    async rebuildStandby() {
      start(standby);
      await waitForStandby();
    },
    stop,
  };
}

interface Surroundings {
  readonly folder: string;
  readonly binaries: string;
  readonly etcdPort: number;
}

/** JSON is also YAML, which Patroni reads. */
function settingsOf(node: Node, { folder, binaries, etcdPort }: Surroundings) {
  const api = `127.0.0.1:${node.apiPort}`;
  const address = `127.0.0.1:${node.port}`;
  return {
    scope: 'shop',
    name: node.name,
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    restapi: { listen: api, connect_address: api },
    bootstrap: {
      dcs: {
        ...timing,
        synchronous_mode: true,
        primary_start_timeout: 0,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 60, shared_buffers: '32MB', wal_log_hints: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, { auth: 'trust' }],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: node.data,
      bin_dir: binaries,
      pgpass: join(folder, `${node.name}.pgpass`),
      authentication: { superuser: { username: 'test' }, replication: { username: 'copier' } },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        'local all all trust',
        'host all all 127.0.0.1/32 trust',
        'host replication all 127.0.0.1/32 trust',
      ],
    },
  };
}

/** PostgreSQL writes the number of its first process into the first line of this file. */
function postmasterOf({ data }: Node): number | undefined {
  try {
    const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

async function isPrimary(node: Node): Promise<boolean> {
  try {
    const [row] = await ask(node, 'select pg_is_in_recovery() as recovers');
    return row?.recovers === false;
  } catch {
    return false;
  }
}

async function isSynchronous({ apiPort }: Node): Promise<boolean> {
  try {
    const { status } = await fetch(`http://127.0.0.1:${apiPort}/sync`, {
      signal: AbortSignal.timeout(5_000),
    });
    return status === 200;
  } catch {
    return false;
  }
}

async function ask({ port }: Node, text: string): Promise<Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'test', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
