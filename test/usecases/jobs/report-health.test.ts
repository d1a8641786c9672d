/** The health page of the console: process, database, disk, queues, workers and durations. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportHealth } from '../../../src/usecases/jobs/report-health.ts';
import { consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { openShop } from '../../support/shop.ts';

const viewer = operatorOf('viewer');

test('the health report contains version, database, disk, start time and the age of the oldest due job', async () => {
  await using shop = await openShop();
  await shop.drain();
  const deps = consoleDeps(shop.deps);
  await shop.pay(await shop.placeColourise());
  shop.clock.advance(7_000);
  const health = await reportHealth(deps, viewer);
  assert.deepEqual(
    [health.version, health.databaseKind, health.disk, health.startedAt, health.now],
    ['1.2.3', 'sqlite', { freeBytes: 40, totalBytes: 100 }, deps.startedAt, deps.startedAt + 7_000],
  );
  const pictures = health.queues.find(({ kind }) => kind === 'process_order');
  assert.deepEqual(
    [pictures?.ready, pictures?.running, pictures?.dead, pictures?.oldestDueAgeMs],
    [1, 0, 0, 7_000],
  );
});

test('a worker is shown as not running 5 minutes after its last heartbeat, and is not listed an hour after it', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const now = shop.clock.now();
  await shop.store.transaction((tx) =>
    tx.jobs.recordHeartbeat({ id: 'w1', host: 'h', version: '1.2.3', startedAt: now, seenAt: now }),
  );
  const workers = async () =>
    (await reportHealth(deps, viewer)).workers.map(({ id, isAlive }) => [id, isAlive]);
  assert.deepEqual(await workers(), [['w1', true]]);
  shop.clock.advance(5 * 60_000);
  assert.deepEqual(await workers(), [['w1', false]]);
  shop.clock.advance(60 * 60_000);
  assert.deepEqual(await workers(), []);
});

test('the durations are computed from the job attempts of the last 24 hours', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const attempt = (durationMs: number, end: 'done' | 'failed', endedAt: number) =>
    shop.store.transaction((tx) =>
      tx.jobs.recordAttempt({
        ...{ kind: 'process_order', key: 'ORDER1', attempt: 1, endedAt, durationMs, end },
        error: null,
      }),
    );
  await attempt(99_000, 'done', shop.clock.now());
  shop.clock.advance(25 * 60 * 60_000);
  for (let i = 1; i <= 100; i++) await attempt(i * 10, 'done', shop.clock.now());
  await attempt(60_000, 'failed', shop.clock.now());
  const { processing } = await reportHealth(deps, viewer);
  assert.deepEqual(
    processing.map(({ kind, done, failed }) => [kind, done, failed]),
    [['process_order', 100, 1]],
  );
  const [times] = processing;
  assert.ok(Math.abs((times?.p50Ms ?? 0) - 500) <= 20, `p50 ${times?.p50Ms}`);
  assert.ok(Math.abs((times?.p95Ms ?? 0) - 950) <= 20, `p95 ${times?.p95Ms}`);
});
