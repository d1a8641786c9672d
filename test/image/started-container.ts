/**
 * Runs an image without a container engine. Its files are in a mount namespace and read-only except for the volume.
 * Command, variables and user come from the image's own configuration.
 */

import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';

export type RunCommand = (program: string, ...args: string[]) => string;

export interface Container {
  readonly imageMib: number;
  readonly packagesMib: number;
  start(): Promise<StartedContainer>;
  remove(): void;
}

export interface StartedContainer {
  readonly url: string;
  readonly userId: number;
  readonly startedMs: number;
  /**
   * Runs the image's health check.
   * @throws Error if it fails.
   */
  checkHealth(): void;
  stop(): Promise<void>;
}

interface ImageConfig {
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly User: string;
  readonly WorkingDir: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** Programs that must not be in the image. */
const buildTools = ['npm', 'gcc', 'cc', 'make', 'python3'];

export async function openContainer(image: string, command: RunCommand): Promise<Container> {
  const container = command('buildah', 'from', image);
  const root = command('buildah', 'mount', container);
  const config = (JSON.parse(command('buildah', 'inspect', container)) as { Docker: { config: ImageConfig } })
    .Docker.config;
  const dataDir = mkdtempSync(join(tmpdir(), 'photokiosk-container-'));
  const [uid = 0, gid = 0] = config.User.split(':').map(Number);
  chownSync(dataDir, uid, gid);
  /** The sum of the files, which does not depend on the block size of this machine's disk. */
  const sizeMib = (path: string) =>
    Math.ceil(Number(command('du', '-s', '--apparent-size', '--block-size=1K', path).split('\t')[0]) / 1024);

  for (const tool of buildTools)
    for (const folder of ['usr/bin', 'usr/local/bin', 'app/node_modules/.bin'])
      assert.ok(!existsSync(join(root, folder, tool)), `the image has ${folder}/${tool}`);
  const binary = readFileSync(join(root, 'app/node_modules/.bin/node'));
  assert.ok(
    readFileSync(join(root, 'app/sbom.cdx.json'), 'utf8').includes(
      createHash('sha256').update(binary).digest('hex'),
    ),
    'the bill of materials states the hash of the Node binary of the image',
  );

  return {
    imageMib: sizeMib(root),
    packagesMib: sizeMib(join(root, 'app/node_modules')),
    start: () => startContainer({ root, config, dataDir, uid, gid }),
    remove() {
      command('buildah', 'rm', container);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly root: string;
  readonly config: ImageConfig;
  readonly dataDir: string;
  readonly uid: number;
  readonly gid: number;
}

/** Devices that container engines create in each container. */
const devices = ['null', 'zero', 'random', 'urandom'];

function argumentsOf(place: Place, args: readonly string[], env: readonly string[]): string[] {
  const { root, config, dataDir, uid, gid } = place;
  const mounts = [
    `mount --bind ${root} ${root}`,
    `mount -o remount,bind,ro ${root}`,
    `mount -t proc proc ${root}/proc`,
    `mount -t tmpfs -o mode=0755 tmpfs ${root}/dev`,
    ...devices.flatMap((name) => [
      `touch ${root}/dev/${name}`,
      `mount --bind /dev/${name} ${root}/dev/${name}`,
    ]),
    `mount --bind ${dataDir} ${root}/data`,
    `! touch ${root}/app/written 2>/dev/null`,
  ].join(' && ');
  return [
    ...['--mount', '--pid', '--fork', '--kill-child=SIGTERM', '--'],
    ...['sh', '-c', `${mounts} && exec "$@"`, 'sh', 'chroot', root],
    ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs'],
    ...[
      '--bounding-set=-all',
      '--inh-caps=-all',
      'env',
      '-i',
      '-C',
      config.WorkingDir,
      ...config.Env,
      ...env,
    ],
    ...args,
  ];
}

const startTimeoutMs = 120_000;

async function startContainer(place: Place): Promise<StartedContainer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = [`PORT=${port}`, `PUBLIC_URL=${url}`, 'RATE_LIMIT=off', 'LOG_LEVEL=info'];
  const startedAt = performance.now();
  const child = spawn('unshare', argumentsOf(place, place.config.Cmd, env), {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const exited = once(child, 'close');
  const ready = async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.status === 200;
  await Promise.race([
    waitUntil('the container is ready', ready, startTimeoutMs),
    exited.then(() => Promise.reject(new Error(`the container ended:\n${output}`))),
  ]).catch((error: unknown) => {
    throw new Error(output, { cause: error });
  });
  const startedMs = performance.now() - startedAt;
  const isolation = /"msg":"image processes are shut in[^\n]*/.exec(output)?.[0];
  if (isolation !== undefined) console.log(isolation);
  return {
    url,
    startedMs,
    userId: userOfGrandchild(child),
    checkHealth() {
      const [, ...test] = place.config.Healthcheck.Test;
      const { status, stdout, stderr } = spawnSync('unshare', argumentsOf(place, test, env), {
        encoding: 'utf8',
      });
      assert.equal(status, 0, `${stdout}${stderr}`);
    },
    async stop() {
      // Send the signal to the child: `unshare` waits for its child and does not pass signals on.
      process.kill(childOf(child.pid ?? 0), 'SIGTERM');
      await exited;
      process.off('exit', kill);
    },
  };
}

/** The user that the kernel reports for the service. */
function userOfGrandchild(child: ChildProcess): number {
  const status = readFileSync(`/proc/${childOf(child.pid ?? 0)}/status`, 'utf8');
  return Number(/^Uid:\t(\d+)/m.exec(status)?.[1]);
}

function childOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}
