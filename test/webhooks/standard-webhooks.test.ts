import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import type { Job } from '../../src/usecases/ports/jobs.ts';
import { deliverWebhookJob } from '../../src/usecases/webhooks/deliver-webhook-job.ts';
import { createStandardWebhooks } from '../../src/webhooks/standard-webhooks.ts';
import type { PostWebhook } from '../../src/webhooks/webhook-poster.ts';
import { testSettings } from '../support/deps.ts';
import { fixedRandom } from '../support/fixed-random.ts';
import { manualClock } from '../support/manual-clock.ts';
import { recordedLog } from '../support/recorded-log.ts';

const secret = `whsec_${Buffer.from('a secret of the tests, 32 bytes').toString('base64')}`;
const body = '{"type":"order.paid","data":{"order_no":"X"}}';

function setUp(post: PostWebhook, url: string | null = 'https://shop.example/events') {
  // Use the real time, because the library's verifier compares timestamps with it.
  const clock = manualClock(Date.now());
  const log = recordedLog();
  const endpoint = url === null ? null : { url, secret };
  const webhooks = endpoint === null ? null : createStandardWebhooks({ endpoint, clock, post });
  const handler = deliverWebhookJob.handler({
    webhooks,
    clock,
    random: fixedRandom(),
    settings: testSettings(),
  });
  const job: Job = {
    id: 1,
    kind: 'deliver_event',
    key: 'evt_1',
    payload: { type: 'order.paid', body },
    priority: 0,
    runAt: clock.now(),
    attemptsMax: 12,
    requestId: null,
    lostLeases: 0,
    attempts: 1,
    token: '1',
    createdAt: clock.now(),
    lastError: null,
  };
  const signal = new AbortController().signal;
  return { clock, log, handler, deliver: () => handler.run(job, { signal, log }) };
}

test('an event is signed by Standard Webhooks over exactly the bytes that are sent', async () => {
  const calls: Parameters<PostWebhook>[] = [];
  const { deliver } = setUp(async (...call) => {
    calls.push(call);
    return 204;
  });
  const verdict = await deliver();
  assert.ok(verdict.kind === 'done' && verdict.commit !== undefined, 'its delivery is noted');
  const [call] = calls;
  assert.ok(call !== undefined);
  const [url, headers, sent] = call;
  assert.equal(url, 'https://shop.example/events');
  assert.equal(sent, body);
  assert.deepEqual(new Webhook(secret).verify(sent, headers), JSON.parse(body));
  assert.throws(() => new Webhook(secret).verify(`${sent} `, headers));
});

test('all attempts to deliver an event have the same id, and each has its own timestamp', async () => {
  const seen: (string | undefined)[][] = [];
  const { clock, deliver } = setUp(async (_url, headers) => {
    seen.push([headers['webhook-id'], headers['webhook-timestamp']]);
    return 200;
  });
  await deliver();
  clock.advance(3_600_000);
  await deliver();
  assert.equal(seen[0]?.[0], seen[1]?.[0]);
  assert.equal(Number(seen[1]?.[1]) - Number(seen[0]?.[1]), 3600);
});

for (const status of [301, 302, 400, 401, 404, 429, 500, 503]) {
  test(`a response with status ${status} counts as a failed attempt`, async () => {
    await assert.rejects(setUp(async () => status).deliver(), { message: `the endpoint answered ${status}` });
  });
}

test('after a response with status 410 the event is not sent again, and an error is logged', async () => {
  const { deliver, log } = setUp(async () => 410);
  assert.equal((await deliver()).kind, 'hopeless');
  assert.equal(log.lines[0]?.level, 'error');
});

test('if no endpoint is configured any more, a waiting event is discarded and not sent', async () => {
  const { deliver, log } = setUp(async () => assert.fail('nothing may be sent'), null);
  assert.deepEqual(await deliver(), { kind: 'done' });
  assert.equal(log.lines[0]?.level, 'warn');
});

test('the pauses between attempts grow from 5 seconds to 12 hours, and together take between two and three days', () => {
  const { handler } = setUp(async () => 200);
  const pauses = Array.from({ length: 11 }, (_, index) => handler.backOffMs?.(index + 1) ?? 0);
  assert.equal(pauses[0], 5_000);
  assert.equal(pauses.at(-1), 12 * 3_600_000);
  assert.deepEqual(
    pauses,
    pauses.toSorted((a, b) => a - b),
  );
  const days = pauses.reduce((sum, pause) => sum + pause, 0) / 86_400_000;
  assert.ok(days > 2 && days < 3);
});

test('the log contains neither the secret nor the body', async () => {
  for (const status of [200, 410, 500]) {
    const { deliver, log } = setUp(async () => status);
    await deliver().catch(() => undefined);
    const text = JSON.stringify(log.lines);
    assert.ok(!text.includes(secret.slice(6)) && !text.includes('order_no'));
  }
});

test('createStandardWebhooks refuses a secret that Standard Webhooks does not allow', () => {
  assert.throws(() =>
    createStandardWebhooks({
      endpoint: { url: 'https://shop.example', secret: 'whsec_*' },
      clock: manualClock(),
      post: async () => 200,
    }),
  );
});
