/** Sending events to an endpoint again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addEndpoint } from '../../../src/usecases/webhooks/manage-endpoints.ts';
import { replayEvent, replayRange } from '../../../src/usecases/webhooks/replay-events.ts';
import { code } from '../../support/app-error.ts';
import { operatorOf } from '../../support/console-fixture.ts';

import { erp, mail, minuteMs, openWebhookShop, owner } from './webhook-shop.ts';

const _dayMs = 24 * 60 * minuteMs;

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
