/** Deliveries to several endpoints: failures, pauses, rotation, replay and switching off. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecondFactorTools } from '../../../src/identity/second-factor-tools.ts';
import { createWorker } from '../../../src/jobs/worker.ts';
import type { WebhookTarget } from '../../../src/usecases/ports/webhook-sender.ts';
import { resealEndpoints } from '../../../src/usecases/webhooks/endpoint-secrets.ts';
import {
  addEndpoint,
  changeEndpoint,
  overlapMs,
  pauseEndpoint,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../../../src/usecases/webhooks/manage-endpoints.ts';
import { listDeliveries, replayEvent, replayRange } from '../../../src/usecases/webhooks/replay-events.ts';
import { syncEnvironmentEndpoint } from '../../../src/usecases/webhooks/sync-environment-endpoint.ts';
import { code } from '../../support/app-error.ts';
import { auditLog, operatorOf } from '../../support/console-fixture.ts';
import { testSecret } from '../../support/deps.ts';
import { fixedRandom } from '../../support/fixed-random.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const owner = operatorOf('owner');
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

interface Sent {
  readonly url: string;
  readonly secrets: readonly string[];
  readonly eventId: string;
  readonly body: string;
}

/** A shop without EVENTS_URL whose endpoints answer as `answers` says: by address, 204 by default. */
async function openWebhookShop(eventsUrl: string | null = null) {
  const sent: Sent[] = [];
  const answers = new Map<string, number>();
  const shop = await openShop({
    settings: { eventsUrl },
    wrap: (deps) => ({
      ...deps,
      webhooks: {
        ...deps.webhooks,
        async send({ url, secrets }: WebhookTarget, { eventId, body }) {
          sent.push({ url, secrets, eventId, body });
          return answers.get(url) ?? 204;
        },
      },
    }),
  });
  return { shop, sent, answers };
}

const erp = { url: 'https://erp.example/', events: [] };
const mail = { url: 'https://mail.example/', events: ['order.paid'] };

async function stateOf(shop: Shop, id: number) {
  const endpoint = await shop.store.read.webhookEndpoints.byId(id);
  return [endpoint?.state, endpoint?.offReason];
}

async function statesOfDeliveries(shop: Shop, endpointId: number) {
  const found = await listDeliveries(shop.deps, owner, { endpointId, state: null }, null, 100);
  return found.map(({ type, state }) => `${type} ${state}`).toReversed();
}

/** Advances the clock in steps until the end, running the due jobs after each. */
async function pass(shop: Shop, wholeMs: number, stepMs: number): Promise<void> {
  for (let passedMs = 0; passedMs < wholeMs; passedMs += stepMs) {
    shop.clock.advance(stepMs);
    await shop.drain();
  }
}

test('each endpoint receives the events that it chose, and an event that no endpoint chose is not written', async () => {
  const { shop, sent } = await openWebhookShop();
  await using _ = shop;
  await addEndpoint(shop.deps, owner, mail);
  const orderNo = await shop.paidColourise();
  await shop.drain();
  assert.deepEqual(
    sent.map(({ url, body }) => [url, JSON.parse(body).type]),
    [[mail.url, 'order.paid']],
  );
  const stored = await shop.store.read.webhooks.ofOrder((await shop.order(orderNo)).id);
  assert.deepEqual(
    stored.map(({ type }) => type),
    ['order.paid'],
  );
});

test('without endpoints, an order writes neither events nor deliveries', async () => {
  const { shop } = await openWebhookShop();
  await using _ = shop;
  await shop.paidColourise();
  assert.deepEqual(shop.rows('select * from outside_events'), []);
  assert.deepEqual(shop.rows('select * from webhook_deliveries'), []);
});

test('the endpoint of the environment receives events together with others, signed with EVENTS_SECRET', async () => {
  const { shop, sent } = await openWebhookShop('https://first.example/');
  await using _ = shop;
  const { secret } = await addEndpoint(shop.deps, owner, erp);
  await shop.placeColourise();
  await shop.drain();
  assert.deepEqual(
    sent.map(({ url, secrets }) => [url, ...secrets]),
    [
      ['https://first.example/', testSecret],
      [erp.url, secret],
    ],
  );
  assert.equal(sent[0]?.eventId, sent[1]?.eventId);
  assert.equal(sent[0]?.body, sent[1]?.body);
});

test('the endpoint of the environment cannot be changed, rotated or removed by an operator, and ends with EVENTS_URL', async () => {
  const { shop } = await openWebhookShop('https://first.example/');
  await using _ = shop;
  const [first] = await shop.store.read.webhookEndpoints.all();
  const id = first?.id ?? 0;
  await assert.rejects(changeEndpoint(shop.deps, owner, id, erp), code('illegal_transition'));
  await assert.rejects(rotateSecret(shop.deps, owner, id), code('illegal_transition'));
  await assert.rejects(removeEndpoint(shop.deps, owner, id), code('illegal_transition'));
  const withUrl = (eventsUrl: string | null) => ({
    ...shop.deps,
    settings: { ...shop.deps.settings, eventsUrl },
  });
  await syncEnvironmentEndpoint(withUrl('https://moved.example/'));
  assert.equal((await shop.store.read.webhookEndpoints.byId(id))?.url, 'https://moved.example/');
  await syncEnvironmentEndpoint(withUrl(null));
  assert.deepEqual(await shop.store.read.webhookEndpoints.all(), []);
});

test('a failing endpoint does not delay another, and gets the event later with the same id and bytes', async () => {
  const { shop, sent, answers } = await openWebhookShop();
  await using _ = shop;
  await addEndpoint(shop.deps, owner, erp);
  const { endpoint } = await addEndpoint(shop.deps, owner, { ...mail, events: [] });
  answers.set(erp.url, 500);
  await shop.placeColourise();
  await shop.drain();
  assert.deepEqual(await statesOfDeliveries(shop, endpoint.id), ['order.created delivered']);
  answers.delete(erp.url);
  await pass(shop, minuteMs, minuteMs);
  const toErp = sent.filter(({ url }) => url === erp.url);
  assert.equal(toErp.length, 2);
  assert.deepEqual(toErp[1], toErp[0]);
});

test('while one endpoint never answers, all events for another endpoint are delivered', {
  timeout: 120_000,
}, async () => {
  const orders = 10;
  const arrived = Promise.withResolvers<void>();
  let toMail = 0;
  await using shop = await openShop({
    settings: { eventsUrl: null },
    wrap: (deps) => ({
      ...deps,
      webhooks: {
        ...deps.webhooks,
        async send({ url }: WebhookTarget) {
          // The endpoint answers only after the other endpoint has received everything.
          if (url === erp.url) await arrived.promise;
          else if (++toMail === orders) arrived.resolve();
          return 204;
        },
      },
    }),
  });
  await addEndpoint(shop.deps, owner, erp);
  await addEndpoint(shop.deps, owner, { ...mail, events: [] });
  for (let count = 0; count < orders; count++) await shop.placeVip();
  const { store, clock, random, log } = shop.bare;
  const kinds = shop.handlers.map(({ kind }) => kind);
  const lanes = [{ kinds, concurrency: 4 }];
  await createWorker({ store, clock, random, log, handlers: shop.handlers, lanes }).drain();
  assert.equal(toMail, orders);
});

test('after an answer of 410 the endpoint is off, its events are held, and the audit log says why', async () => {
  const { shop, sent, answers } = await openWebhookShop();
  await using _ = shop;
  const { endpoint } = await addEndpoint(shop.deps, owner, erp);
  answers.set(erp.url, 410);
  const orderNo = await shop.placeColourise();
  await shop.drain();
  assert.deepEqual(await stateOf(shop, endpoint.id), ['off', 'gone']);
  const [entry] = await auditLog(shop);
  assert.deepEqual(
    [entry?.action, entry?.operator, entry?.targetId, entry?.after],
    ['webhook_endpoint_switched_off', 'photokiosk', String(endpoint.id), { off_reason: 'gone' }],
  );
  await shop.pay(orderNo);
  await shop.drain();
  assert.equal(sent.length, 1);
  const states = await statesOfDeliveries(shop, endpoint.id);
  assert.ok(states.includes('order.created failed') && states.includes('order.paid held'));
  answers.delete(erp.url);
  await resumeEndpoint(shop.deps, owner, endpoint.id);
  await shop.drain();
  const after = await statesOfDeliveries(shop, endpoint.id);
  assert.ok(after.includes('order.created failed') && after.includes('order.paid delivered'));
});

test('an endpoint whose attempts all fail is switched off after three days, not earlier', async () => {
  const { shop, answers } = await openWebhookShop();
  await using _ = shop;
  const { endpoint } = await addEndpoint(shop.deps, owner, erp);
  answers.set(erp.url, 503);
  await shop.placeVip();
  await shop.drain();
  await pass(shop, 2 * dayMs, 6 * 60 * minuteMs);
  await shop.placeVip();
  await pass(shop, dayMs - 12 * 60 * minuteMs, 6 * 60 * minuteMs);
  assert.deepEqual(await stateOf(shop, endpoint.id), ['active', null]);
  await shop.placeVip();
  await pass(shop, dayMs, 6 * 60 * minuteMs);
  assert.deepEqual(await stateOf(shop, endpoint.id), ['off', 'failing']);
});

test('one accepted event ends the count of days in which an endpoint failed', async () => {
  const { shop, answers } = await openWebhookShop();
  await using _ = shop;
  const { endpoint } = await addEndpoint(shop.deps, owner, erp);
  for (let round = 0; round < 3; round++) {
    answers.set(erp.url, 503);
    await shop.placeVip();
    await pass(shop, 2 * dayMs, 12 * 60 * minuteMs);
    answers.delete(erp.url);
    await pass(shop, dayMs, 12 * 60 * minuteMs);
  }
  assert.deepEqual(await stateOf(shop, endpoint.id), ['active', null]);
  assert.equal((await shop.store.read.webhookEndpoints.byId(endpoint.id))?.failingSince, null);
});

test('a paused endpoint receives nothing, and everything in its order when it is resumed', async () => {
  const { shop, sent } = await openWebhookShop();
  await using _ = shop;
  const { endpoint } = await addEndpoint(shop.deps, owner, {
    ...erp,
    events: ['order.created', 'order.paid'],
  });
  const first = await shop.placeColourise();
  await pauseEndpoint(shop.deps, owner, endpoint.id);
  await shop.pay(first);
  await pass(shop, 20 * minuteMs, 5 * minuteMs);
  assert.deepEqual(sent, []);
  await resumeEndpoint(shop.deps, owner, endpoint.id);
  await pass(shop, 20 * minuteMs, 5 * minuteMs);
  assert.deepEqual(sent.map(({ body }) => JSON.parse(body).type).toSorted(), ['order.created', 'order.paid']);
});

test('for a day after a rotation both secrets sign, then only the new one', async () => {
  const { shop, sent } = await openWebhookShop();
  await using _ = shop;
  const { endpoint, secret } = await addEndpoint(shop.deps, owner, erp);
  const rotated = await rotateSecret(shop.deps, owner, endpoint.id);
  assert.notEqual(rotated.secret, secret);
  await shop.placeVip();
  await shop.drain();
  assert.deepEqual(sent[0]?.secrets, [rotated.secret, secret]);
  shop.clock.advance(overlapMs);
  await testEndpoint(shop.deps, owner, endpoint.id);
  await shop.drain();
  assert.deepEqual(sent.at(-1)?.secrets, [rotated.secret]);
});

test('secrets are sealed in the database and stay usable when SECRET_KEY is replaced', async () => {
  const { shop } = await openWebhookShop();
  await using _ = shop;
  const { endpoint, secret } = await addEndpoint(shop.deps, owner, erp);
  assert.ok(!JSON.stringify(shop.rows('select * from webhook_endpoints')).includes(secret.slice(6)));
  const factorsOf = (...secrets: [string, ...string[]]) =>
    createSecondFactorTools({ secrets, publicUrl: 'https://shop.test', random: fixedRandom('new key') });
  const replaced = factorsOf('another key of the tests', 'the secret key of the tests');
  await resealEndpoints({ ...shop.deps, factors: replaced });
  const stored = await shop.store.read.webhookEndpoints.byId(endpoint.id);
  const withoutFormer = factorsOf('another key of the tests').seals;
  const opened = withoutFormer.open(stored?.sealedSecret ?? '', `webhook endpoint ${endpoint.id}`);
  assert.deepEqual(opened, { secret, isCurrent: true });
});

test('a replayed event has its first id and unchanged bytes', async () => {
  const { shop, sent } = await openWebhookShop();
  await using _ = shop;
  const { endpoint } = await addEndpoint(shop.deps, owner, erp);
  await shop.placeVip();
  await shop.drain();
  shop.clock.advance(minuteMs);
  await replayEvent(shop.deps, operatorOf('support'), endpoint.id, sent[0]?.eventId ?? '');
  await shop.drain();
  assert.equal(sent.length, 2);
  assert.deepEqual(sent[1], sent[0]);
  const unknown = replayEvent(shop.deps, operatorOf('support'), endpoint.id, 'evt_unknown');
  await assert.rejects(unknown, code('unknown_item'));
});

test('a replay of a time range sends to a new endpoint the events from before it existed', async () => {
  const { shop, sent } = await openWebhookShop();
  await using _ = shop;
  await addEndpoint(shop.deps, owner, erp);
  const from = shop.clock.now();
  await shop.placeVip();
  await shop.drain();
  shop.clock.advance(minuteMs);
  const to = shop.clock.now();
  await shop.placeVip();
  await shop.drain();
  const { endpoint } = await addEndpoint(shop.deps, owner, { ...mail, events: ['order.created'] });
  const range = { from, to, deliveredToo: false };
  assert.equal(await replayRange(shop.deps, owner, endpoint.id, range), 1);
  await shop.drain();
  const toMail = sent.filter(({ url }) => url === mail.url);
  assert.deepEqual(
    toMail.map(({ eventId, body }) => [eventId, body]),
    [[sent[0]?.eventId, sent[0]?.body]],
  );
  assert.equal(await replayRange(shop.deps, owner, endpoint.id, range), 0);
  assert.equal(await replayRange(shop.deps, owner, endpoint.id, { ...range, deliveredToo: true }), 1);
  await assert.rejects(
    replayRange(shop.deps, owner, endpoint.id, { from: to, to: from, deliveredToo: true }),
    code('invalid_parameters'),
  );
});

test('a removed endpoint receives nothing more', async () => {
  const { shop, sent } = await openWebhookShop();
  await using _ = shop;
  const { endpoint } = await addEndpoint(shop.deps, owner, erp);
  await shop.placeVip();
  await removeEndpoint(shop.deps, owner, endpoint.id);
  await shop.placeVip();
  await shop.drain();
  assert.deepEqual(sent, []);
});

test('only owners with a recent proof of identity manage endpoints, and a seventeenth endpoint is refused', async () => {
  const { shop } = await openWebhookShop();
  await using _ = shop;
  await assert.rejects(addEndpoint(shop.deps, operatorOf('support'), erp), code('forbidden'));
  await assert.rejects(addEndpoint(shop.deps, { ...owner, provenAt: 0 }, erp), code('forbidden'));
  const plain = { url: 'http://erp.example/', events: [] };
  await assert.rejects(addEndpoint(shop.deps, owner, plain), code('invalid_parameters'));
  for (let count = 0; count < 16; count++) await addEndpoint(shop.deps, owner, erp);
  await assert.rejects(addEndpoint(shop.deps, owner, erp), code('illegal_transition'));
});
