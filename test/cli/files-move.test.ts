/**
 * `photokiosk files move` between the folder and an object store, while the service runs, and after the command was
 * killed.
 */

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { runCli, startCli } from './run-cli.ts';

let server: S3Server;

before(async () => {
  server = await startS3Server('shop');
});

after(() => server.stop());

function storeEnv(dataDir: string) {
  return {
    DATA_DIR: dataDir,
    STORAGE_URL: `s3://shop/move?endpoint=${server.endpoint}`,
    AWS_ACCESS_KEY_ID: server.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
  };
}

/** @returns the names of the files in the folder. */
function filesIn(dataDir: string): string[] {
  return readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();
}

test('files move to the store and back without a loss, although the command is killed three times', async (t) => {
  const { dataDir, remove } = temporaryDataDir();
  t.after(remove);
  const names = Array.from(
    { length: 100 },
    (_, i) => `icon${String(i).padStart(3, '0')}aaaaaaaaaaaaaaaaaa.png`,
  );
  mkdirSync(join(dataDir, 'files/icons/ic'), { recursive: true });
  for (const name of names) writeFileSync(join(dataDir, 'files/icons/ic', name), `picture ${name}`);
  const env = { ...storeEnv(dataDir), STORAGE_FORMER_URL: 'file:' };
  const service = await startServiceProcess(env);
  t.after(() => service.kill());

  for (const putsMax of [3, 20, 40]) {
    let puts = 0;
    const reached = new Promise<void>((resolve) => {
      server.faults = (method) => {
        if (method === 'PUT') puts += 1;
        if (puts === putsMax) resolve();
        return undefined;
      };
    });
    const moving = startCli(['files', 'move'], env);
    await Promise.race([reached, moving.ended]);
    moving.kill();
    await moving.ended;
    for (const name of names) await assertServed(service.url, name);
  }
  server.faults = () => undefined;
  const moved = await runCli(['files', 'move'], env);
  assert.equal(moved.code, 0, moved.err);
  assert.match(moved.out, /files have moved\.\nRemove STORAGE_FORMER_URL/);
  assert.deepEqual(filesIn(dataDir), []);
  for (const name of names) await assertServed(service.url, name);
  await service.stop();

  const back = { ...env, STORAGE_URL: 'file:', STORAGE_FORMER_URL: env.STORAGE_URL };
  assert.equal((await runCli(['files', 'move'], back)).code, 0);
  assert.deepEqual(filesIn(dataDir), names);
});

async function assertServed(url: string, name: string): Promise<void> {
  const response = await fetch(`${url}/icons/${name}`);
  assert.equal(`${response.status} ${await response.text()}`, `200 picture ${name}`);
}

test('a second move at the same time and a move without STORAGE_FORMER_URL are refused', async (t) => {
  const { dataDir, remove } = temporaryDataDir();
  t.after(remove);
  const env = storeEnv(dataDir);
  const without = await runCli(['files', 'move'], env);
  assert.equal(without.code, 2);
  assert.match(without.err, /^Set STORAGE_FORMER_URL/);

  mkdirSync(join(dataDir, 'files/icons/aa'), { recursive: true });
  writeFileSync(join(dataDir, 'files/icons/aa/aaaaaaaaaaaaaaaaaaaaaaaaa.png'), 'picture');
  let held: () => void = () => {};
  const started = new Promise<void>((resolve) => {
    held = resolve;
  });
  // The first move waits for the store until the second one has been refused.
  server.faults = (method) => {
    if (method !== 'PUT') return undefined;
    held();
    return 'hold';
  };
  const first = startCli(['files', 'move'], { ...env, STORAGE_FORMER_URL: 'file:' });
  await started;
  const second = await runCli(['files', 'move'], { ...env, STORAGE_FORMER_URL: 'file:' });
  assert.equal(second.code, 1);
  assert.match(second.err, /^Another move is running on/);
  first.kill();
  await first.ended;
  server.faults = () => undefined;
});

test('moving the files back after a failed move loses no file', async (t) => {
  const { dataDir, remove } = temporaryDataDir();
  t.after(remove);
  const env = storeEnv(dataDir);
  const names = Array.from({ length: 40 }, (_, i) => `ab${String(i).padStart(20, '0')}.jpg`);
  mkdirSync(join(dataDir, 'files/results/ab'), { recursive: true });
  for (const name of names) writeFileSync(join(dataDir, 'files/results/ab', name), `picture ${name}`);
  server.faults = (method) => (method === 'PUT' ? 'unavailable' : undefined);
  t.after(() => {
    server.faults = () => undefined;
  });
  const failed = await runCli(['files', 'move'], { ...env, STORAGE_FORMER_URL: 'file:' });
  assert.equal(failed.code, 1, failed.err);
  const back = await runCli(['files', 'move'], {
    ...env,
    STORAGE_URL: 'file:',
    STORAGE_FORMER_URL: env.STORAGE_URL,
  });
  assert.equal(back.code, 0, back.err);
  assert.deepEqual(filesIn(dataDir), names);
});
