/**
 * A PostgreSQL server for tests: the server of `TEST_DATABASE_URL`, or a temporary one that is started with the
 * programs on this machine. The user of `TEST_DATABASE_URL` must be a superuser, because the tests switch triggers off
 * before they delete the rows of all tables.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chownSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

export interface PostgresServer {
  /** Connection string of a database on the server. */
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/** The reason that is shown when tests are skipped. */
export const howToGetPostgres =
  'no PostgreSQL: install it (apt-get install postgresql) or set TEST_DATABASE_URL';

/**
 * @param settings replace the settings of the temporary server, which are chosen for tests.
 * @returns undefined when the machine has no PostgreSQL.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined)
    return { urlOf: (database) => withDatabase(given, database), stop: async () => {} };
  const binaries = findBinaries();
  return binaries === undefined ? undefined : startCluster(binaries, settings);
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Finds the folder that contains both `initdb` and `postgres`, which are needed to start a server. */
export function findBinaries(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...folders.flatMap(foldersOfPostgres), ...debianFolders()].find(
    (folder) => isExecutable(join(folder, 'initdb')) && isExecutable(join(folder, 'postgres')),
  );
}

/** The folder itself, and the folder of the program to which its symbolic link `postgres` points. */
function foldersOfPostgres(folder: string): string[] {
  const program = join(folder, 'postgres');
  return isExecutable(program) ? [folder, dirname(realpathSync(program))] : [folder];
}

/** Debian installs the programs outside PATH, in one folder per version. Returns the newest version first. */
function debianFolders(): string[] {
  const root = '/usr/lib/postgresql';
  try {
    const versions = readdirSync(root).toSorted((a, b) => Number(b) - Number(a));
    return versions.map((version) => join(root, version, 'bin'));
  } catch {
    return [];
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function startCluster(
  binaries: string,
  chosen: Readonly<Record<string, string>>,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-postgres-'));
  const owner = unprivilegedOwner();
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(binaries, 'initdb'),
    [
      '--pgdata',
      data,
      '--username',
      'test',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
      '--no-sync',
    ],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  // The server listens on a socket in its own folder, so it cannot conflict with another server's port.
  const settings = {
    listen_addresses: '',
    unix_socket_directories: folder,
    fsync: 'off',
    max_connections: '60',
    shared_buffers: '32MB',
    deadlock_timeout: '50ms',
    ...chosen,
  };
  const server = spawn(
    join(binaries, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const stop = stopper(server, folder);
  try {
    await ready(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { urlOf: (database) => `postgres://test@/${database}?host=${encodeURIComponent(folder)}`, stop };
}

/** The user who runs the server if the tests run as root, as in CI: PostgreSQL refuses to run as root. */
export function unprivilegedOwner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('no user to run PostgreSQL as');
}

/** Resolves when the server logs that it accepts connections. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      if (said.length < 100_000) said += text;
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL ended: ${said}`)));
  });
}

function stopper(server: ChildProcess, folder: string): () => Promise<void> {
  const removeAll = () => rmSync(folder, { recursive: true, force: true });
  // Stop the server and remove its files also if the test process ends without a call of `stop`.
  const onExit = () => {
    server.kill('SIGQUIT');
    removeAll();
  };
  process.once('exit', onExit);
  return async () => {
    process.off('exit', onExit);
    if (server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
    }
    removeAll();
  };
}
