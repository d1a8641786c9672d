/**
 * A PostgreSQL server on this machine that archives its log, as docs/operating.md describes, and that can be destroyed
 * and recovered to a point in time from a base backup and the archive.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { killAndWait, killTree } from '../support/kill-tree.ts';
import { findBinaries, howToGetPostgres, unprivilegedOwner } from '../support/postgres-server.ts';
import { freePort } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';

export interface ArchivedPostgres {
  readonly url: string;
  /** @returns the time of the server, as PostgreSQL writes it. */
  now(): Promise<string>;
  baseBackup(): void;
  /** Ends the current WAL file and waits until it is in the archive. @returns the number of files in the archive. */
  archive(): Promise<number>;
  /** Kills the server and removes its data. */
  destroy(): Promise<void>;
  /** Starts a server with the state at this time. */
  recover(time: string): Promise<void>;
  stop(): Promise<void>;
}

const waitMaxMs = 240_000;

export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const found = findBinaries();
  if (found === undefined) throw new Error(howToGetPostgres);
  const binaries = dirname(realpathSync(join(found, 'postgres')));
  const owner = unprivilegedOwner();
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-recovery-'));
  const [data, base, wal] = [join(folder, 'data'), join(folder, 'base'), join(folder, 'wal')];
  mkdirSync(wal);
  for (const path of [folder, wal]) {
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid);
  }
  const port = await freePort();
  let child: ChildProcess | undefined;

  function runProgram(name: string, ...args: readonly string[]): void {
    const done = spawnSync(name, args, { ...owner, cwd: folder, encoding: 'utf8' });
    if (done.status !== 0) throw new Error(`${name} failed: ${done.stderr}`);
  }

  async function ask(text: string): Promise<Readonly<Record<string, unknown>>[]> {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'test', database: 'postgres' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  async function start(): Promise<void> {
    const started = spawn(
      join(binaries, 'postgres'),
      ['-D', data, '-p', String(port), '-c', `unix_socket_directories=${folder}`],
      { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    let log = '';
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-4_000);
    });
    child = started;
    process.once('exit', () => killTree(started));
    const isReady = async () => {
      if (started.exitCode !== null) throw new Error(`PostgreSQL has ended: ${log}`);
      try {
        return (await ask('select pg_is_in_recovery() as recovers'))[0]?.recovers === false;
      } catch {
        return false;
      }
    };
    await waitUntil('the server accepts changes', isReady, waitMaxMs);
  }

  runProgram(
    join(binaries, 'initdb'),
    '-D',
    data,
    '-U',
    'test',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale',
    'C',
  );
  // The settings that docs/operating.md shows, with the folder of this test.
  appendFileSync(
    join(data, 'postgresql.conf'),
    [
      "listen_addresses = '127.0.0.1'",
      'max_connections = 60',
      'shared_buffers = 32MB',
      'archive_mode = on',
      'archive_timeout = 60',
      `archive_command = 'test ! -f ${wal}/%f && cp %p ${wal}/%f.part && sync ${wal}/%f.part && mv ${wal}/%f.part ${wal}/%f'`,
      '',
    ].join('\n'),
  );
  await start();
  await ask('create database shop');

  return {
    url: `postgres://test@127.0.0.1:${port}/shop`,
    async now() {
      return String((await ask('select clock_timestamp()::text as now'))[0]?.now);
    },
    baseBackup() {
      const source = `host=127.0.0.1 port=${port} user=test`;
      runProgram(
        join(binaries, 'pg_basebackup'),
        `--dbname=${source}`,
        `--pgdata=${base}`,
        '--checkpoint=fast',
      );
    },
    async archive() {
      const [row] = await ask('select pg_walfile_name(pg_switch_wal()) as file');
      const file = join(wal, String(row?.file));
      await waitUntil('the log is archived', async () => existsSync(file), waitMaxMs);
      return readdirSync(wal).length;
    },
    async destroy() {
      await killAndWait(child);
      rmSync(data, { recursive: true });
    },
    async recover(time) {
      runProgram('cp', '-a', base, data);
      runProgram('touch', join(data, 'recovery.signal'));
      appendFileSync(
        join(data, 'postgresql.conf'),
        [
          `restore_command = 'cp ${wal}/%f %p'`,
          `recovery_target_time = '${time}'`,
          "recovery_target_action = 'promote'",
          '',
        ].join('\n'),
      );
      await start();
    },
    async stop() {
      await killAndWait(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
