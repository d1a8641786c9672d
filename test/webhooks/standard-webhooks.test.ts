import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createStandardWebhooks } from '../../src/webhooks/standard-webhooks.ts';
import type { PostWebhook } from '../../src/webhooks/webhook-poster.ts';
import { testSecret } from '../support/deps.ts';
import { manualClock } from '../support/manual-clock.ts';

const secret = testSecret;
const body = '{"type":"order.paid","data":{"order_no":"X"}}';
const never = new AbortController().signal;
const target = { url: 'https://shop.example/events', secrets: [secret] };
const event = { eventId: 'evt_1', body };

function sender(post: PostWebhook, clock = manualClock(Date.now())) {
  const parts = { environmentSecret: null, privateAddressesAllowed: false, plainHttpAllowed: false };
  return createStandardWebhooks({ ...parts, clock, post });
}

test('an event is signed by Standard Webhooks over exactly the bytes that are sent', async () => {
  const calls: Parameters<PostWebhook>[] = [];
  const { send } = sender(async (...call) => {
    calls.push(call);
    return 204;
  });
  assert.equal(await send(target, event, never), 204);
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
  const clock = manualClock(Date.now());
  const { send } = sender(async (_url, headers) => {
    seen.push([headers['webhook-id'], headers['webhook-timestamp']]);
    return 200;
  }, clock);
  await send(target, event, never);
  clock.advance(3_600_000);
  await send(target, event, never);
  assert.equal(seen[0]?.[0], seen[1]?.[0]);
  assert.equal(Number(seen[1]?.[1]) - Number(seen[0]?.[1]), 3600);
});

test('with two secrets, a receiver that knows either of them accepts the delivery', async () => {
  const other = `whsec_${Buffer.from('another secret of the tests here').toString('base64')}`;
  let seen: Record<string, string> = {};
  const { send } = sender(async (_url, headers) => {
    seen = { ...headers };
    return 200;
  });
  await send({ ...target, secrets: [other, secret] }, event, never);
  for (const known of [secret, other]) assert.ok(new Webhook(known).verify(body, seen));
  await send({ ...target, secrets: [other] }, event, never);
  assert.throws(() => new Webhook(secret).verify(body, seen));
});

for (const [url, isAllowed] of [
  ['https://erp.example/hook?key=1', true],
  ['http://erp.example/hook', false],
  ['https://user:password@erp.example/', false],
  ['https://127.0.0.1/', false],
  ['https://2130706433/', false],
  ['https://[::1]/', false],
  ['https://10.0.0.7:8443/', false],
  ['https://erp.example/#part', false],
  ['ftp://erp.example/', false],
  ['erp.example', false],
] as const) {
  test(`an operator ${isAllowed ? 'may' : 'may not'} enter the address ${url}`, () => {
    assert.equal(sender(async () => 200).allows(url), isAllowed);
  });
}

test('with PLAIN_HTTP=allow and EVENTS_PRIVATE_ADDRESSES=allow, an operator may enter http:// and private addresses', () => {
  const parts = { environmentSecret: null, privateAddressesAllowed: true, plainHttpAllowed: true };
  const { allows } = createStandardWebhooks({ ...parts, clock: manualClock(), post: async () => 200 });
  assert.ok(allows('http://10.0.0.7/hook'));
});

test('createStandardWebhooks refuses a secret that Standard Webhooks does not allow', () => {
  const parts = { privateAddressesAllowed: false, plainHttpAllowed: false, clock: manualClock() };
  assert.throws(() =>
    createStandardWebhooks({ ...parts, environmentSecret: 'whsec_*', post: async () => 200 }),
  );
});
