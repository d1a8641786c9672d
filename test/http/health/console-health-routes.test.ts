/** The state of the service in the console's API, and the metrics of the payment providers. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProviderMeter } from '../../../src/payments/provider-meter.ts';
import { ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { openConsoleApp } from '../../support/console-app.ts';
import { consoleStub } from '../../support/console-stub.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { testApp } from '../../support/test-app.ts';

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

test('a provider that is down is listed with its errors, durations and last error, beside one that works', async () => {
  const clock = manualClock(Date.UTC(2026, 10, 20, 12));
  const meter = createProviderMeter(['stripe', 'alipay'], { clock, monotonicMs: clock.now });
  await using bench = await openConsoleApp({ providerCalls: meter });
  const open = (provider: string, durationMs: number, error?: Error) =>
    meter.measure(provider, 'open', async () => {
      clock.advance(durationMs);
      if (error !== undefined) throw error;
    });
  await open('stripe', 120.4);
  await assert.rejects(open('alipay', 5_000, new ProviderUnreachable('no answer within 5 s')));
  const answer = await bench.call('GET', 'health', await bench.signIn('viewer'));
  assert.equal(answer.statusCode, 200, answer.body);
  const good = { calls: 1, errors: 0, refusals: 0, median_ms: 120, slowest_ms: 120 };
  const bad = { calls: 1, errors: 1, refusals: 0, median_ms: 5_000, slowest_ms: 5_000 };
  const operations = (figures: typeof good) => [{ operation: 'open', ...figures }];
  assert.deepEqual(answer.json().providers, [
    { name: 'stripe', running: 0, ...good, operations: operations(good), last_error: null },
    {
      name: 'alipay',
      running: 0,
      ...bad,
      operations: operations(bad),
      last_error: {
        operation: 'open',
        outcome: 'unreachable',
        at: '2026-11-20T12:00:05.120Z',
        words: 'no answer within 5 s',
      },
    },
  ]);
});

test('the metrics have the duration of the calls to a provider by operation and outcome, and the number of calls in progress', async () => {
  const clock = manualClock();
  const meter = createProviderMeter(['stripe'], { clock, monotonicMs: clock.now });
  const { app } = testApp({ console: { ...consoleStub(), providerCalls: meter } });
  await meter.measure('stripe', 'query', async () => clock.advance(300));
  await assert.rejects(
    meter.measure('stripe', 'open', async () => {
      clock.advance(5_000);
      throw new ProviderUnreachable('down');
    }),
  );
  const answer = Promise.withResolvers<void>();
  const running = meter.measure('stripe', 'open', () => answer.promise);
  const { body } = await app.inject('/metrics');
  const name = 'photokiosk_provider_call_duration_seconds';
  for (const line of [
    `${name}_count{provider="stripe",operation="query",outcome="done"} 1`,
    `${name}_sum{provider="stripe",operation="query",outcome="done"} 0.3`,
    `${name}_bucket{le="2.5",provider="stripe",operation="open",outcome="unreachable"} 0`,
    `${name}_bucket{le="5",provider="stripe",operation="open",outcome="unreachable"} 1`,
    'photokiosk_provider_calls_running{provider="stripe"} 1',
  ]) {
    assert.ok(body.includes(`${line}\n`), `${line} is missing in ${body}`);
  }
  answer.resolve();
  await running;
  await app.close();
});
