/** A disk that becomes full while customers order and pay, and has room again. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { crashRun } from '../crash/crash-run.ts';
import { crashFailures, crashSummary } from '../crash/crash-summary.ts';
import { type Answer, type HttpClient, httpClient } from '../support/http-client.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { pause, waitUntil } from '../support/wait-until.ts';
import { skippedBecause } from './skipped-because.ts';

const seed = Number(process.env.FAULTS_SEED ?? '1');
const disk = mountSmallDisk(160);
const skip = skippedBecause(disk === undefined ? 'this system allows no mount' : null);
const membership = 3;
/** How long customers shop before the disk is full, and after it has room again. */
const calmMs = 3_000;

function order(client: HttpClient): Promise<Answer> {
  return client.post('mark_order_vip', { goods_id: membership }, { idempotencyKey: crypto.randomUUID() });
}

async function readiness(client: HttpClient): Promise<string> {
  const { status, fields } = await client.get('/health/ready');
  return `${status} ${fields.reason ?? ''}`.trim();
}

function assertFull(answer: Answer): void {
  assert.equal(answer.status, 503, answer.text);
  assert.equal(answer.fields.reason, 'storage_full');
  assert.ok(Number(answer.headers.get('retry-after')) > 0, 'the response has no Retry-After');
}

async function fillAndEmpty({ folder, fill, empty }: SmallDisk, client: HttpClient): Promise<void> {
  const reserve = join(folder, 'data', 'reserve');
  await pause(calmMs);
  assert.equal(existsSync(reserve), true);
  assert.equal(await readiness(client), '200');

  fill('first');
  assert.equal(await readiness(client), '503 disk');
  assertFull(await client.upload((await samplePhotos()).old));
  await waitUntil('the reserve is given up', async () => {
    const answer = await order(client);
    assert.ok(
      answer.status === 200 || !existsSync(reserve),
      'an order was refused before the reserve was given up',
    );
    return !existsSync(reserve);
  });

  fill('second');
  const refused = await waitUntil('an order is refused', async () => {
    const answer = await order(client);
    return answer.status === 200 ? undefined : answer;
  });
  assertFull(refused);
  assert.equal(await readiness(client), '503 disk');
  assert.equal((await client.get('/health/live')).status, 200);

  for (const name of ['first', 'second']) empty(name);
  await waitUntil('the service is ready again', async () => (await readiness(client)) === '200');
  const answer = await order(client);
  assert.equal(answer.status, 200, answer.text);
  await client.upload((await samplePhotos()).old);
  await pause(calmMs);
}

test('a full disk under load stops uploads first, then orders, loses nothing and recovers without a restart', {
  skip,
}, async (t) => {
  if (disk === undefined) return;
  t.after(disk.remove);
  const report = await crashRun({
    seed,
    kills: 0,
    customers: 4,
    picturesPerRound: 6,
    databaseUrl: null,
    settleMs: 240_000,
    report: () => undefined,
    disk: {
      env: { DATA_DIR: join(disk.folder, 'data'), UPLOAD_FREE_MIB_MIN: '40', LOG_LEVEL: 'warn' },
      cutPower: () => [],
    },
    trouble: (url) => fillAndEmpty(disk, httpClient(url)),
  });
  t.diagnostic(`seed ${seed}: ${crashSummary(report)}`);
  assert.deepEqual(crashFailures(report), [], report.output);
  assert.equal(report.startMsMax > 0 && report.orders > 0, true);
});
