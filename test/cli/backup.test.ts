/** `photokiosk backup`, `backup verify` and `restore`, also when the backup is killed while it runs. */

import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Customer, createCustomer } from '../e2e/customer.ts';
import { type Answer, httpClient } from '../support/http-client.ts';
import { type S3Server, startS3Server } from '../support/s3-server.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { type ServiceProcess, startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { pause } from '../support/wait-until.ts';
import { runCli, startCli } from './run-cli.ts';

/** How many times the backup command is killed. `BACKUP_KILLS=100` makes the test long. */
const kills = Number(process.env.BACKUP_KILLS ?? '5');

const shop = temporaryDataDir();
let service: ServiceProcess;
let server: S3Server;

before(async () => {
  server = await startS3Server('backups');
  service = await startServiceProcess({ DATA_DIR: shop.dataDir });
});

after(async () => {
  await service.kill();
  await server.stop();
  await shop.remove();
});

function backupsIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
}

/**
 * The number of orders in an answer; 0 if the call was refused, because the service may refuse a caller without
 * orders.
 */
function ordersOf({ fields }: Answer): number {
  return Array.isArray(fields.orders) ? fields.orders.length : 0;
}

async function uploadPhoto(): Promise<Customer> {
  const customer = createCustomer(httpClient(service.url));
  const path = await customer.upload((await samplePhotos()).portrait);
  await customer.order('mark_order_yiCunZhao', 2, { path, color: 'blue' });
  return customer;
}

test('a backup of a running shop restores into an empty folder with its orders and files, and copies each file once', async (t) => {
  const { dataDir: folder, remove } = temporaryDataDir();
  t.after(remove);
  await uploadPhoto();
  const env = { DATA_DIR: shop.dataDir };
  const first = await runCli(['backup', join(folder, 'b'), '--json'], env);
  assert.equal(first.code, 0, first.err);
  assert.deepEqual([JSON.parse(first.out).files, JSON.parse(first.out).copied], [1, 1]);
  const later = await uploadPhoto();
  const second = await runCli(['backup', join(folder, 'b'), '--json'], env);
  assert.deepEqual([JSON.parse(second.out).files, JSON.parse(second.out).copied], [2, 1]);
  assert.equal(statSync(join(folder, 'b')).mode & 0o777, 0o700);

  const verified = await runCli(['backup', 'verify', join(folder, 'b'), '--json'], env);
  assert.equal(verified.code, 0, verified.err);
  assert.deepEqual([JSON.parse(verified.out).orders, JSON.parse(verified.out).files], [2, 2]);
  const restored = { DATA_DIR: join(folder, 'restored') };
  const name = JSON.parse(first.out).name;
  const one = await runCli(['restore', join(folder, 'b'), '--name', name, '--json'], restored);
  assert.equal(one.code, 0, one.err);
  assert.deepEqual([JSON.parse(one.out).orders, JSON.parse(one.out).files], [1, 1]);
  copyFileSync(join(shop.dataDir, 'secret.key'), join(folder, 'restored/secret.key'));
  const again = await startServiceProcess(restored);
  t.after(() => void again.kill());
  const client = httpClient(again.url);
  assert.equal((await client.post('goods_list')).status, 200);
  // After the restore, the next guest gets the id of a guest who ordered after the backup. The token of that
  // earlier guest has a valid signature, but must not show the orders of the next guest.
  const next = createCustomer(client);
  await next.order('mark_order_vip', 3, { num: 1 });
  assert.equal(ordersOf(await next.call('my_orders')), 1);
  const stale = createCustomer(client, { token: later.token() ?? '' });
  assert.equal(ordersOf(await stale.call('my_orders')), 0);
  await again.stop();
  const refused = await runCli(['restore', join(folder, 'b')], restored);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /exists: move the old data folder away and restore into an empty one/);
});

test('only its owner can read a backup, and it does not contain the secret key', async (t) => {
  const { dataDir: folder, remove } = temporaryDataDir();
  t.after(remove);
  await uploadPhoto();
  const made = await runCli(['backup', join(folder, 'b')], { DATA_DIR: shop.dataDir });
  assert.equal(made.code, 0, made.err);
  assert.match(made.out, /^It does not contain the secret keys\./m);
  const entries = readdirSync(join(folder, 'b'), { recursive: true, withFileTypes: true });
  assert.ok(entries.some(({ name }) => name === 'photokiosk.db'));
  for (const entry of entries) {
    assert.notEqual(entry.name, 'secret.key');
    // Other users may read the lock file, because it is empty.
    if (entry.name === 'service.lock') continue;
    const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o077;
    assert.equal(mode, 0, `other users can read ${entry.name}`);
  }
});

test('backup without a database, or with a PostgreSQL that cannot be reached, prints one sentence and creates nothing', async (t) => {
  const { dataDir: empty, remove } = temporaryDataDir();
  t.after(remove);
  const target = join(empty, 'b');
  const cases = [
    [{}, /^There is no database/],
    [{ DATABASE_URL: 'postgres://localhost:1/shop' }, /cannot be reached/],
  ] as const;
  for (const [env, sentence] of cases) {
    const { code, out, err } = await runCli(['backup', target], { DATA_DIR: empty, ...env });
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, sentence);
    assert.match(err, /^[^\n]+\n$/);
    assert.ok(!existsSync(target));
  }
});

test('a backup with changed bytes is refused, and the error names the damaged part', async (t) => {
  const { dataDir: folder, remove } = temporaryDataDir();
  t.after(remove);
  await uploadPhoto();
  const made = await runCli(['backup', folder, '--json'], { DATA_DIR: shop.dataDir });
  const { name } = JSON.parse(made.out);
  const file = join(folder, name, 'photokiosk.db');
  const bytes = readFileSync(file);
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const damaged = await runCli(['backup', 'verify', folder]);
  assert.equal(damaged.code, 1);
  assert.match(damaged.err, /^The backup is damaged: photokiosk\.db has other bytes/);
});

test('--keep removes older backups, and the files that no remaining backup contains', async (t) => {
  const { dataDir: folder, remove } = temporaryDataDir();
  t.after(remove);
  const env = { DATA_DIR: shop.dataDir };
  mkdirSync(join(shop.dataDir, 'files/icons/zz'), { recursive: true });
  const icon = join(shop.dataDir, 'files/icons/zz', 'zz00000000000000000000000.png');
  writeFileSync(icon, 'picture');
  assert.equal((await runCli(['backup', folder, '--keep', '1'], env)).code, 0);
  const kept = join(folder, 'files/icons/zz', 'zz00000000000000000000000.png');
  assert.equal(readFileSync(kept, 'utf8'), 'picture');
  rmSync(icon);
  assert.equal((await runCli(['backup', folder, '--keep', '1'], env)).code, 0);
  assert.equal(backupsIn(folder).length, 1);
  assert.throws(() => readFileSync(kept), { code: 'ENOENT' });
});

test('a backup is refused while another one is from the future, which would count as newer', async (t) => {
  const { dataDir: folder, remove } = temporaryDataDir();
  t.after(remove);
  const env = { DATA_DIR: shop.dataDir };
  assert.equal((await runCli(['backup', folder], env)).code, 0);
  const [name = ''] = backupsIn(folder);
  renameSync(join(folder, name), join(folder, name.replace(/^\d{4}/, '2999')));
  const refused = await runCli(['backup', folder, '--keep', '1'], env);
  assert.equal(refused.code, 1);
  assert.match(refused.err, /The backup 2999-.* is from the future/);
  assert.equal(backupsIn(folder).length, 1);
});

test('if the backup command is killed, every complete backup can still be restored, and the restored shop passes the audit', async (t) => {
  const { dataDir: folder, remove } = temporaryDataDir();
  t.after(remove);
  const env = { DATA_DIR: shop.dataDir };
  const verifyNew = async (verified: ReadonlySet<string>): Promise<ReadonlySet<string>> => {
    const complete = backupsIn(folder).filter((name) =>
      readdirSync(join(folder, name)).includes('manifest.json'),
    );
    for (const name of complete.filter((one) => !verified.has(one))) {
      const { code, err } = await runCli(['backup', 'verify', folder, '--name', name]);
      assert.equal(code, 0, `${name}: ${err}`);
    }
    return new Set(complete);
  };
  const begun = performance.now();
  assert.equal((await runCli(['backup', folder, '--keep', '1000'], env)).code, 0);
  // The kills are spread over the time of a backup on this machine and a little longer, so that some backups end.
  const spreadMs = 1.2 * (performance.now() - begun);
  let verified: ReadonlySet<string> = new Set();
  for (let kill = 0; kill < kills; kill += 1) {
    await uploadPhoto();
    const running = startCli(['backup', folder, '--keep', '1000'], env);
    await pause(spreadMs * ((kill * 0.397) % 1));
    running.kill();
    await running.ended;
    verified = await verifyNew(verified);
  }
  // Check that later kills have not damaged an earlier backup.
  await verifyNew(new Set());
  t.diagnostic(`${kills} kills, ${verified.size} complete backups`);
  assert.equal((await runCli(['backup', folder], env)).code, 0);
  assert.equal((await runCli(['backup', 'verify', folder], env)).code, 0);
});

test('if the backup command is killed, every complete backup in an encrypted bucket can still be verified, and only the identity can restore it', async (t) => {
  const { dataDir: folder, remove } = temporaryDataDir();
  t.after(remove);
  const place = `s3://backups/shop?endpoint=${server.endpoint}&profile=backup`;
  const credentials = join(folder, 'credentials');
  mkdirSync(folder, { recursive: true });
  const { accessKeyId, secretAccessKey } = server.credentials;
  writeFileSync(
    credentials,
    `[backup]\naws_access_key_id = ${accessKeyId}\naws_secret_access_key = ${secretAccessKey}\n`,
  );
  const env = { DATA_DIR: shop.dataDir, AWS_SHARED_CREDENTIALS_FILE: credentials };
  const identity = join(folder, 'identity.txt');
  const made = await runCli(['backup', 'key', identity, '--json']);
  assert.equal(made.code, 0, made.err);
  assert.equal(statSync(identity).mode & 0o777, 0o600);
  const create = ['backup', place, '--encrypt-to', String(JSON.parse(made.out).recipient)];
  const verify = ['backup', 'verify', place, '--identity', identity];

  for (let kill = 0; kill < Math.ceil(kills / 2.5); kill += 1) {
    await uploadPhoto();
    // A backup with one new file makes a few calls of PUT: for the recipients, the database, the file and the
    // manifest. Each run kills the command at another of them.
    const putsMax = 2 + (kill % 4);
    let puts = 0;
    const reached = new Promise<void>((resolve) => {
      server.faults = (method) => {
        if (method === 'PUT') puts += 1;
        if (puts === putsMax) resolve();
        return undefined;
      };
    });
    const running = startCli([...create, '--keep', '100'], env);
    await Promise.race([reached, running.ended]);
    running.kill();
    await running.ended;
    const verified = await runCli(verify, env);
    if (verified.code !== 0) assert.match(verified.err, /contains no complete backup/);
  }
  server.faults = () => undefined;
  const last = await runCli(create, env);
  assert.equal(last.code, 0, last.err);
  const restored = { ...env, DATA_DIR: join(folder, 'restored') };
  const refused = await runCli(['restore', place], restored);
  assert.match(refused.err, /are encrypted: name the file of the identity with --identity\.\n$/);
  const done = await runCli(['restore', place, '--identity', identity], restored);
  assert.equal(done.code, 0, done.err);
  assert.match(done.out, /the audit found no problem/);
});
