/** The state of the service in the console's API. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../../support/assert-problem.ts';
import { openConsoleApp } from '../../support/console-app.ts';

test('the state of the service is readable for operators only', async () => {
  await using bench = await openConsoleApp();
  assertProblem(await bench.call('GET', 'health'), 'unauthenticated');
  const viewer = await bench.signIn('viewer');
  const answer = await bench.call('GET', 'health', viewer);
  assert.equal(answer.statusCode, 200, answer.body);
  const health = answer.json();
  assert.equal(health.version, '1.2.3');
  assert.equal(health.database, 'sqlite');
  assert.deepEqual(health.disk, { total_bytes: 100, free_bytes: 40 });
  const names = ['kind', 'ready', 'running', 'dead', 'oldest_due_age_ms'];
  assert.ok(health.queues.length > 0);
  for (const queue of health.queues) assert.deepEqual(Object.keys(queue), names);
});
