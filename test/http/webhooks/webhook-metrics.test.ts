/** The metric of webhook endpoints, read from `/metrics` while endpoints fail, are paused and are switched off. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addEndpoint, pauseEndpoint } from '../../../src/usecases/webhooks/manage-endpoints.ts';
import { testApp } from '../../support/test-app.ts';
import { openWebhookShop, owner } from '../../usecases/webhooks/webhook-shop.ts';

test('/metrics counts webhook endpoints by state, and the failing ones among the active', async () => {
  const { shop, answers } = await openWebhookShop();
  await using _ = shop;
  const { app } = testApp({ service: shop.service });
  const counts = async () => {
    const { body } = await app.inject('/metrics');
    const lines = body.matchAll(/^photokiosk_webhook_endpoints\{state="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...lines].map(([, state, count]) => [state, Number(count)]));
  };
  assert.deepEqual(await counts(), { active: 0, paused: 0, off: 0, failing: 0 });

  const add = async (name: string) =>
    (await addEndpoint(shop.deps, owner, { url: `https://${name}.example/`, events: [] })).endpoint.id;
  await add('sound');
  await add('failing');
  await add('gone');
  answers.set('https://failing.example/', 500).set('https://gone.example/', 410);
  await shop.placeVip();
  await shop.drain();
  await pauseEndpoint(shop.deps, owner, await add('paused'));
  assert.deepEqual(await counts(), { active: 2, paused: 1, off: 1, failing: 1 });

  answers.delete('https://failing.example/');
  await shop.settle();
  assert.deepEqual(await counts(), { active: 2, paused: 1, off: 1, failing: 0 });
  await app.close();
});
