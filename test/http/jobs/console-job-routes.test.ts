/** Jobs in the console's API. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../../support/assert-problem.ts';
import { openConsoleApp } from '../../support/console-app.ts';
import type { Shop } from '../../support/shop.ts';

async function buryEvent({ store, clock }: Shop, eventId: string): Promise<number> {
  const now = clock.now();
  const body = JSON.stringify({ type: 'order.paid', data: { order_no: 'ORDER1' } });
  await store.transaction(async (tx) => {
    await tx.jobs.enqueue({
      kind: 'deliver_event',
      key: eventId,
      payload: { event_id: eventId, type: 'order.paid', body },
      priority: 0,
      runAt: now,
      attemptsMax: 12,
      requestId: null,
    });
    const job = await tx.jobs.claim(['deliver_event'], now, now + 60_000);
    assert.ok(job !== undefined);
    await tx.jobs.markDead(job, 'the endpoint answered 500');
  });
  const [dead] = await store.read.jobs.dead('deliver_event', null, 1);
  assert.ok(dead !== undefined);
  return dead.id;
}

test('dead jobs are listed with all fields, and retried singly and all at once', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  const id = await buryEvent(bench.shop, 'evt_1');
  const list = await bench.call('GET', 'jobs?trouble=dead&kind=&before=', owner);
  assert.equal(list.statusCode, 200, list.body);
  const now = new Date(bench.shop.clock.now()).toISOString();
  const [job, ...more] = list.json().jobs;
  assert.deepEqual(more, []);
  assert.deepEqual(
    { ...job, created_at: now, due_at: now },
    {
      id,
      kind: 'deliver_event',
      key: 'evt_1',
      trouble: 'dead',
      state: 'dead',
      attempts: 1,
      attempts_max: 12,
      created_at: now,
      run_at: now,
      due_at: now,
      last_error: 'the endpoint answered 500',
      request_id: null,
      order_id: null,
      order_no: 'ORDER1',
      can_retry: true,
      can_discard: true,
    },
  );
  assert.equal(list.json().before, null);

  assert.deepEqual((await bench.call('POST', `jobs/${id}/retry`, owner, {})).json(), { retried: 1 });
  assertProblem(await bench.call('POST', `jobs/${id}/retry`, owner, {}), 'illegal_transition');
  const second = await buryEvent(bench.shop, 'evt_2');
  const all = await bench.call('POST', 'jobs/retry_all', owner, { kind: 'deliver_event' });
  assert.deepEqual(all.json(), { retried: 1, left: 0, before: null });
  const wrong = await bench.call('POST', 'jobs/retry_all', owner, { before: 'x' });
  assert.equal(assertProblem(wrong, 'invalid_parameters').errors?.[0]?.pointer, '/before');
  assertProblem(
    await bench.call('POST', `jobs/${second}/discard`, owner, { reason: 'x' }),
    'illegal_transition',
  );
});

test('discarding a job needs a reason and removes the job', async () => {
  await using bench = await openConsoleApp();
  const owner = await bench.signIn('owner');
  const id = await buryEvent(bench.shop, 'evt_1');
  const without = await bench.call('POST', `jobs/${id}/discard`, owner, {});
  assert.equal(assertProblem(without, 'invalid_parameters').errors?.[0]?.pointer, '/reason');
  const answer = await bench.call('POST', `jobs/${id}/discard`, owner, { reason: 'The receiver is gone.' });
  assert.equal(answer.statusCode, 204);
  assert.equal(answer.body, '');
  assertProblem(await bench.call('POST', `jobs/${id}/discard`, owner, { reason: 'again' }), 'unknown_item');
  assert.deepEqual((await bench.call('GET', 'jobs', owner)).json(), { jobs: [], before: null });
});

test('the list of jobs has pages', async () => {
  await using bench = await openConsoleApp();
  const viewer = await bench.signIn('viewer');
  for (const name of ['evt_1', 'evt_2', 'evt_3']) await buryEvent(bench.shop, name);
  const first = (await bench.call('GET', 'jobs?limit=2', viewer)).json();
  assert.equal(first.jobs.length, 2);
  const second = (await bench.call('GET', `jobs?limit=2&before=${first.before}`, viewer)).json();
  assert.equal(second.jobs[0].key, 'evt_1');
  assert.equal(second.before, null);
  assertProblem(await bench.call('GET', 'jobs?before=x', viewer), 'invalid_parameters');
  assertProblem(await bench.call('POST', 'jobs/retry_all', viewer, {}), 'forbidden');
});
