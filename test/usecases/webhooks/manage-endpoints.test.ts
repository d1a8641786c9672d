/** Webhook endpoints that operators add and that the environment configures: secrets, removal, permissions. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecondFactorTools } from '../../../src/identity/second-factor-tools.ts';
import { resealEndpoints } from '../../../src/usecases/webhooks/endpoint-secrets.ts';
import {
  addEndpoint,
  changeEndpoint,
  overlapMs,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
} from '../../../src/usecases/webhooks/manage-endpoints.ts';
import { syncEnvironmentEndpoint } from '../../../src/usecases/webhooks/sync-environment-endpoint.ts';
import { code } from '../../support/app-error.ts';
import { operatorOf, provenNow } from '../../support/console-fixture.ts';
import { fixedRandom } from '../../support/fixed-random.ts';

import { erp, minuteMs, openWebhookShop, owner } from './webhook-shop.ts';

const _dayMs = 24 * 60 * minuteMs;

test('an operator can neither change nor remove the endpoint of EVENTS_URL nor replace its secret; the endpoint is removed when EVENTS_URL is', async () => {
  const { shop } = await openWebhookShop('https://first.example/');
  await using _ = shop;
  const [first] = await shop.store.read.webhookEndpoints.all();
  const id = first?.id ?? 0;
  await assert.rejects(
    changeEndpoint(shop.deps, owner, id, { ...erp, isUnchanged: null }),
    code('illegal_transition'),
  );
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

test('for a day after the secret of an endpoint is replaced, deliveries are signed with both secrets, and then with the new one only', async () => {
  const { shop, sent } = await openWebhookShop();
  await using _ = shop;
  const { endpoint, secret } = await addEndpoint(shop.deps, owner, erp);
  const rotated = await rotateSecret(shop.deps, owner, endpoint.id);
  assert.notEqual(rotated.secret, secret);
  await shop.placeVip();
  await shop.drain();
  assert.deepEqual(sent[0]?.secrets, [rotated.secret, secret]);
  shop.clock.advance(overlapMs);
  await testEndpoint(shop.deps, provenNow(owner, shop), endpoint.id);
  await shop.drain();
  assert.deepEqual(sent.at(-1)?.secrets, [rotated.secret]);
});

test('secrets of endpoints are encrypted in the database and can still be used after SECRET_KEY is replaced', async () => {
  const { shop } = await openWebhookShop();
  await using _ = shop;
  const { endpoint, secret } = await addEndpoint(shop.deps, owner, erp);
  assert.ok(!JSON.stringify(await shop.store.read.webhookEndpoints.all()).includes(secret.slice(6)));
  const factorsOf = (...secrets: [string, ...string[]]) =>
    createSecondFactorTools({ secrets, publicUrl: 'https://shop.test', random: fixedRandom('new key') });
  const replaced = factorsOf('another key of the tests', 'the secret key of the tests');
  await resealEndpoints({ ...shop.deps, factors: replaced });
  const stored = await shop.store.read.webhookEndpoints.byId(endpoint.id);
  const withoutFormer = factorsOf('another key of the tests').seals;
  const opened = withoutFormer.open(stored?.sealedSecret ?? '', `webhook endpoint ${endpoint.id}`);
  assert.deepEqual(opened, { secret, isCurrent: true });
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
