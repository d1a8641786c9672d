/** Sending events to an endpoint again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addEndpoint,
  pauseEndpoint,
  removeEndpoint,
} from '../../../src/usecases/webhooks/manage-endpoints.ts';
import { type ReplayRange, replayEvent, replayRange } from '../../../src/usecases/webhooks/replay-events.ts';
import { code } from '../../support/app-error.ts';
import { operatorOf } from '../../support/console-fixture.ts';

import { erp, mail, minuteMs, openWebhookShop, owner } from './webhook-shop.ts';

const dayMs = 24 * 60 * minuteMs;

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
  const replay = async (of: ReplayRange) => (await replayRange(shop.deps, owner, endpoint.id, of)).events;
  assert.equal(await replay(range), 1);
  await shop.drain();
  const toMail = sent.filter(({ url }) => url === mail.url);
  assert.deepEqual(
    toMail.map(({ eventId, body }) => [eventId, body]),
    [[sent[0]?.eventId, sent[0]?.body]],
  );
  assert.equal(await replay(range), 0);
  assert.equal(await replay({ ...range, deliveredToo: true }), 1);
  await assert.rejects(
    replayRange(shop.deps, owner, endpoint.id, { from: to, to: from, deliveredToo: true }),
    code('invalid_parameters'),
  );
});

test('a replay of many events holds them page by page, the oldest first, and each event once', async () => {
  const { shop } = await openWebhookShop();
  await using _ = shop;
  const { endpoint } = await addEndpoint(shop.deps, owner, erp);
  const paused = await addEndpoint(shop.deps, owner, mail);
  await pauseEndpoint(shop.deps, owner, endpoint.id);
  const from = shop.clock.now() - dayMs;
  const ids = Array.from({ length: 2_500 }, (_item, index) => `evt_${String(index).padStart(4, '0')}`);
  await shop.store.transaction(async ({ webhooks }) => {
    for (const [index, eventId] of ids.entries()) {
      // Ten events share each time, so that a page ends between events of the same time.
      const createdAt = from + Math.floor(index / 10);
      await webhooks.insert({ eventId, orderId: null, type: 'order.created', body: '{}', createdAt });
    }
  });
  const held = async () =>
    (await shop.store.read.webhooks.held(endpoint.id, 9_999)).map(({ eventId }) => eventId);
  const range = { from, to: shop.clock.now(), deliveredToo: true };
  assert.deepEqual(await replayRange(shop.deps, owner, endpoint.id, range), { events: 1000, more: true });
  assert.deepEqual(await held(), ids.slice(0, 1000));
  assert.deepEqual(await replayRange(shop.deps, owner, paused.endpoint.id, range), { events: 0, more: true });
  await removeEndpoint(shop.deps, owner, paused.endpoint.id);
  await shop.drain();
  assert.deepEqual(await held(), ids);
  assert.deepEqual(await shop.store.read.webhooks.replays(), []);
});
