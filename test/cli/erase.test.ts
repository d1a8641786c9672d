/**
 * `photokiosk erase` against a real service with its files in a folder and in an object store: afterwards no file
 * of the service contains the customer's data. If an older backup is restored, the data are erased again.
 */

import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createCustomer } from '../e2e/customer.ts';
import { operator } from '../e2e/running-service.ts';
import { cachedImages } from '../support/cached-images.ts';
import { httpClient } from '../support/http-client.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { type Environment, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { operatorToken } from './operator-token.ts';
import { runCli } from './run-cli.ts';

const word = 'Q7ZEBRA';
let server: S3Server;

before(async () => {
  server = await startS3Server('shop');
});

after(() => server.stop());

/** Returns the paths of all files below the folders for whose content `found` returns true. */
function filesWith(folders: readonly string[], found: (content: Buffer) => boolean): string[] {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => found(readFileSync(path)));
}

const isPicture = (content: Buffer) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
const hasWord = (content: Buffer) => content.includes(word);

/** Erases the customer. While a job of the customer's orders is running, the service refuses and asks to try again. */
const eraseUser = (id: number, env: Environment) =>
  waitUntil('the customer is erased', async () => {
    const answer = await runCli(['erase', 'user', String(id), '--yes', '--json'], env);
    if (answer.code === 0) return answer;
    assert.match(answer.err, /Try again in a few minutes/);
    return undefined;
  });

const places: readonly [string, () => Environment][] = [
  ['a folder', () => ({})],
  [
    'an object store',
    () => ({
      STORAGE_URL: `s3://shop/erase?endpoint=${server.endpoint}`,
      AWS_ACCESS_KEY_ID: server.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
    }),
  ],
];

for (const [place, storage] of places) {
  test(`erase removes the photo, the picture, its extras and all texts of the customer from every file, with files in ${place}`, async (t) => {
    const { dataDir, remove } = temporaryDataDir();
    const { dataDir: backups, remove: removeBackups } = temporaryDataDir();
    const { dataDir: elsewhere, remove: removeElsewhere } = temporaryDataDir();
    const env = { DATA_DIR: dataDir, ADMIN_PASSWORD: operator.password, ...storage() };
    const service = await startServiceProcess({ ...env, ...cachedImages });
    t.after(async () => {
      await service.kill();
      for (const removeFolder of [remove, removeBackups, removeElsewhere]) await removeFolder();
    });
    const folders = 'STORAGE_URL' in env ? [dataDir, server.directory] : [dataDir];
    const customer = createCustomer(httpClient(service.url));
    const path = await customer.upload((await samplePhotos()).portrait);
    const orderNo = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'blue' });
    await customer.pay(orderNo);
    await customer.orderWhen(orderNo, 'the picture', ({ deal_status }) => deal_status === 'done');
    await customer.post('photo_sheet', { order_no: orderNo, paper: 'five_inch' });
    const cli = {
      PHOTOKIOSK_URL: service.url,
      PHOTOKIOSK_TOKEN: await operatorToken(service.url, operator),
    };
    const shown = await runCli(['orders', 'show', orderNo, '--json'], cli);
    const { id, user } = JSON.parse(shown.out);
    const note = await fetch(`${service.url}/admin/api/notes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${cli.PHOTOKIOSK_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ target_kind: 'user', target_id: user.id, text: `${word} called` }),
    });
    assert.equal(note.status, 201, await note.text());
    assert.equal(filesWith(folders, isPicture).length, 3);
    assert.notEqual(filesWith(folders, hasWord).length, 0);
    const made = await runCli(['backup', backups, '--json'], env);
    assert.equal(made.code, 0, made.err);

    const unconfirmed = await runCli(['erase', 'user', String(user.id)], cli);
    assert.deepEqual([unconfirmed.code, unconfirmed.err], [2, 'Confirm the erasure with --yes.\n']);
    const erased = await eraseUser(user.id, cli);
    const { tombstone, ...counts } = JSON.parse(erased.out);
    assert.deepEqual(counts, { orders: 1, photos: 1, results: 1 });
    await waitUntil('the files are gone', async () => filesWith(folders, isPicture).length === 0);
    assert.deepEqual(filesWith(folders, hasWord), []);
    assert.equal((await customer.call('fetch_order', { order_no: orderNo })).status, 401);
    const again = await runCli(['orders', 'show', String(id), '--json'], cli);
    assert.notEqual(JSON.parse(again.out).user.erased_at, null);

    // A backup after the erasure copies the tombstone into the folder of the older backups.
    assert.equal((await runCli(['backup', backups], env)).code, 0);
    await service.stop();
    const restored = { ...env, DATA_DIR: elsewhere };
    const { name } = JSON.parse(made.out);
    const restore = await runCli(['restore', backups, '--name', name, '--json'], restored);
    assert.equal(restore.code, 0, restore.err);
    assert.equal(JSON.parse(restore.out).forgotten, 1);
    const places = [elsewhere, ...folders.slice(1)];
    assert.deepEqual([filesWith(places, isPicture), filesWith(places, hasWord)], [[], []]);
    assert.equal(filesWith(places, (content) => content.includes(tombstone)).length > 0, true);
  });
}

test('the start of the service erases the customers whose tombstones are in the object store', async (t) => {
  const { dataDir, remove } = temporaryDataDir();
  const { dataDir: older, remove: removeOlder } = temporaryDataDir();
  const storage = places[1]?.[1]() ?? {};
  const env = {
    ...storage,
    STORAGE_URL: (storage.STORAGE_URL ?? '').replace('shop/erase', 'shop/start'),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: operator.password,
  };
  const first = await startServiceProcess({ ...env, ...cachedImages });
  t.after(async () => {
    await first.kill();
    for (const removeFolder of [remove, removeOlder]) await removeFolder();
  });
  const customer = createCustomer(httpClient(first.url));
  const orderNo = await customer.order('mark_order_vip', 3, { num: 1 });
  await customer.pay(orderNo);
  // An order whose job has not finished cannot be erased.
  await customer.orderWhen(orderNo, 'the membership', ({ deal_status }) => deal_status === 'done');
  await first.stop();
  cpSync(dataDir, older, { recursive: true });

  const second = await startServiceProcess({ ...env, ...cachedImages });
  const cli = { PHOTOKIOSK_URL: second.url, PHOTOKIOSK_TOKEN: await operatorToken(second.url, operator) };
  const { user } = JSON.parse((await runCli(['orders', 'show', orderNo, '--json'], cli)).out);
  await eraseUser(user.id, cli);
  await second.stop();

  const third = await startServiceProcess({ ...env, ...cachedImages, DATA_DIR: older });
  t.after(() => third.kill());
  const answer = await createCustomer(httpClient(third.url)).call('fetch_order', { order_no: orderNo });
  assert.deepEqual([answer.status, answer.fields.code], [404, 'unknown_order']);
});
