/** Deliveries to several webhook endpoints: the events that each receives, failures, pauses and switching off. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorker } from '../../../src/jobs/worker.ts';
import { perform, system } from '../../../src/usecases/act.ts';
import type { WebhookTarget } from '../../../src/usecases/ports/webhook-sender.ts';
import {
  addEndpoint,
  pauseEndpoint,
  resumeEndpoint,
} from '../../../src/usecases/webhooks/manage-endpoints.ts';
import { noteFailure } from '../../../src/usecases/webhooks/switch-off.ts';
import { auditLog, provenNow } from '../../support/console-fixture.ts';
import { testSecret } from '../../support/deps.ts';
import { openShop } from '../../support/shop.ts';

import {
  erp,
  mail,
  minuteMs,
  openWebhookShop,
  owner,
  pass,
  stateOf,
  statesOfDeliveries,
} from './webhook-shop.ts';

const dayMs = 24 * 60 * minuteMs;

test('each endpoint receives the events that it chose, and an event that no endpoint chose is not stored', async () => {
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

test('in a shop without endpoints, an order causes neither stored events nor deliveries', async () => {
  const { shop } = await openWebhookShop();
  await using _ = shop;
  const { id } = await shop.order(await shop.paidColourise());
  const { webhooks } = shop.store.read;
  assert.deepEqual(await webhooks.search({ type: null, from: null, to: null }, null, 9), []);
  assert.deepEqual(await webhooks.deliveriesOfOrder(id), []);
});

test('the endpoint of EVENTS_URL receives the same events as other endpoints, signed with EVENTS_SECRET', async () => {
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

test('after an endpoint accepts an event, the three days of failures after which it is switched off begin anew', async () => {
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

test('a paused endpoint receives nothing until it is resumed, and then every event that it missed', async () => {
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
  await resumeEndpoint(shop.deps, provenNow(owner, shop), endpoint.id);
  await pass(shop, 20 * minuteMs, 5 * minuteMs);
  assert.deepEqual(sent.map(({ body }) => JSON.parse(body).type).toSorted(), ['order.created', 'order.paid']);
});

test('the deliveries that wait for an endpoint become held when it is paused, so that no job looks at it again', async () => {
  const { shop, sent, answers } = await openWebhookShop();
  await using _ = shop;
  const { endpoint } = await addEndpoint(shop.deps, owner, { ...erp, events: ['order.created'] });
  answers.set(erp.url, 503);
  await shop.placeColourise();
  await shop.drain();
  await pauseEndpoint(shop.deps, owner, endpoint.id);
  await pass(shop, 10 * minuteMs, minuteMs);
  assert.deepEqual(await statesOfDeliveries(shop, endpoint.id), ['order.created held']);
  const queues = await shop.store.read.jobs.queuesByKind(['deliver_event'], shop.clock.now());
  assert.deepEqual(queues, []);
  assert.equal(sent.length, 1);
  answers.delete(erp.url);
  await resumeEndpoint(shop.deps, provenNow(owner, shop), endpoint.id);
  await pass(shop, 2 * minuteMs, minuteMs);
  assert.deepEqual(await statesOfDeliveries(shop, endpoint.id), ['order.created delivered']);
  assert.equal(sent[0]?.eventId, sent[1]?.eventId);
});

test('a success makes the endpoint active also if another delivery failed for the first time meanwhile', async () => {
  let calls = 0;
  await using shop = await openShop({
    settings: { eventsUrl: 'https://first.example/' },
    wrap: (deps) => ({
      ...deps,
      webhooks: {
        ...deps.webhooks,
        async send(_target: WebhookTarget, { eventId }) {
          const [endpoint] = await deps.store.read.webhookEndpoints.all();
          assert.ok(endpoint !== undefined && endpoint.failingSince === null);
          const failure = {
            eventId: 'evt_other',
            endpointId: endpoint.id,
            status: 500,
            error: 'x',
            isLast: false,
          };
          calls++;
          assert.notEqual(eventId, failure.eventId);
          await perform(deps, { actor: system, requestId: null }, (act) =>
            noteFailure(act, { ...failure, at: deps.clock.now() }, false),
          );
          return 204;
        },
      },
    }),
  });
  await shop.placeVip();
  await shop.drain();
  assert.equal(calls, 1);
  assert.equal((await shop.store.read.webhookEndpoints.all())[0]?.failingSince, null);
});
