/**
 * A Ceph cluster for tests: one monitor, one storage daemon that keeps all objects in memory, and Ceph's gateway for S3.
 * All of them listen on loopback addresses only.
 */

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createS3Client, type S3Address } from '../../src/files/s3/s3-client.ts';
import { silentLog } from './databases.ts';
import { freePort } from './service-process.ts';
import { waitUntil } from './wait-until.ts';

const run = promisify(execFile);

/** The reason that is shown when tests are skipped. */
export const howToGetCeph = 'no Ceph: install it (apt-get install radosgw ceph-mon ceph-osd)';

const bucket = 'shop';
const credentials = { accessKeyId: 'SHOPKEY', secretAccessKey: 'SHOPSECRET' };
const memoryBytes = 1024 ** 3;

export interface Ceph {
  readonly endpoint: string;
  /** The only bucket. */
  readonly bucket: string;
  /** The keys of the user to whom the bucket belongs. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  stop(): Promise<void>;
}

const isInstalled = ['radosgw', 'ceph-mon', 'ceph-osd'].every(
  (program) => spawnSync(program, ['--version']).status === 0,
);

/** @returns undefined when the machine has no Ceph. */
export async function startCeph(): Promise<Ceph | undefined> {
  if (!isInstalled) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-ceph-'));
  const daemons: ChildProcess[] = [];
  const kill = () => {
    for (const daemon of daemons) daemon.kill('SIGKILL');
  };
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    kill();
    await Promise.all(daemons.map((daemon) => daemon.exitCode ?? daemon.signalCode ?? once(daemon, 'exit')));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await startDaemons(folder, daemons)), stop };
  } catch (err) {
    await stop();
    throw err;
  }
}

async function startDaemons(folder: string, daemons: ChildProcess[]): Promise<Omit<Ceph, 'stop'>> {
  const fsid = crypto.randomUUID();
  const monitor = `[v2:127.0.0.1:${await freePort()}]`;
  const gateway = `127.0.0.1:${await freePort()}`;
  const file = (name: string) => join(folder, name);
  const config = file('ceph.conf');
  mkdirSync(file('mon'));
  mkdirSync(file('osd'));
  writeFileSync(config, configOf(folder, fsid, monitor, gateway));
  const ceph = (program: string, ...args: string[]) => run(program, ['--conf', config, ...args]);

  async function start(name: string, program: string, id: string, isReady: () => Promise<boolean>) {
    const daemon = spawn(program, ['--conf', config, '--foreground', '--name', id], { stdio: 'ignore' });
    daemons.push(daemon);
    await waitUntil(`${name} is ready`, async () => {
      const end = daemon.exitCode ?? daemon.signalCode;
      if (end !== null) {
        // The code is an error number of the system, for example 28 for too little space, which the log does not name.
        throw new Error(`${name} ended (${end}): ${readFileSync(file(`${id}.log`), 'utf8').slice(-2_000)}`);
      }
      return isReady();
    });
  }

  await makeKeys(file('keyring'));
  await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', monitor, file('monmap')]);
  await ceph('ceph-mon', '--mkfs', '--id', 'a', '--monmap', file('monmap'), '--keyring', file('keyring'));
  const answers = async (...command: string[]) => {
    const call = ceph('ceph', '--connect-timeout', '5', ...command);
    return (await call.catch(() => undefined))?.stdout;
  };
  await start('the monitor', 'ceph-mon', 'mon.a', async () => (await answers('quorum_status')) !== undefined);
  await ceph('ceph', 'osd', 'create');
  await ceph('ceph-osd', '--mkfs', '--id', '0');
  await start('the storage daemon', 'ceph-osd', 'osd.0', async () => {
    const state: unknown = JSON.parse((await answers('osd', 'stat', '--format', 'json')) ?? '{}');
    return typeof state === 'object' && state !== null && 'num_up_osds' in state && state.num_up_osds === 1;
  });
  const endpoint = `http://${gateway}`;
  await start('the gateway', 'radosgw', 'client.gateway', () => isListening(endpoint));
  const { accessKeyId, secretAccessKey } = credentials;
  const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
  await ceph(
    'radosgw-admin',
    ...['--name', 'client.gateway', 'user', 'create', '--uid', 'shop', '--display-name', 'shop'],
    ...keys,
  );
  await createBucket(endpoint);
  return { endpoint, bucket, credentials };
}

const isListening = async (endpoint: string) => (await fetch(endpoint).catch(() => undefined))?.ok === true;

/**
 * One copy of each object is enough, and a single daemon could not store more. The monitor must not check the free space
 * of the disk: it writes a few megabytes, but would not start on a disk of which less than a twentieth is free.
 */
function configOf(folder: string, fsid: string, monitor: string, gateway: string): string {
  return `[global]
fsid = ${fsid}
mon host = ${monitor}
keyring = ${folder}/keyring
run dir = ${folder}
log file = ${folder}/$name.log
admin socket = ${folder}/$name.asok
pid file = ${folder}/$name.pid
public addr = 127.0.0.1
cluster addr = 127.0.0.1
mon data = ${folder}/mon
mon allow pool size one = true
mon data avail crit = 0
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = ${memoryBytes}
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
rgw frontends = beast endpoint=${gateway}
rgw thread pool size = 8
`;
}

async function makeKeys(keyring: string): Promise<void> {
  const rights: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'mon.': { mon: 'allow *' },
    'client.admin': { mon: 'allow *', osd: 'allow *' },
    'osd.0': { mon: 'allow profile osd', osd: 'allow *' },
    'client.gateway': { mon: 'allow rwx', osd: 'allow rwx' },
  };
  await run('ceph-authtool', ['--create-keyring', keyring]);
  for (const [name, caps] of Object.entries(rights)) {
    const flags = Object.entries(caps).flatMap(([daemon, cap]) => ['--cap', daemon, cap]);
    await run('ceph-authtool', [keyring, '--gen-key', '--name', name, ...flags]);
  }
}

async function createBucket(endpoint: string): Promise<void> {
  const address: S3Address = {
    endpoint,
    region: 'us-east-1',
    bucket,
    prefix: '',
    style: 'path',
    credentials: { ...credentials, sessionToken: null },
  };
  const response = await createS3Client(address, silentLog).send({ method: 'PUT', key: '', expected: [200] });
  response.resume();
}
