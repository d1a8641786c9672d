import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliverWebhookJob } from '../../../src/usecases/webhooks/deliver-webhook-job.ts';
import { addEndpoint } from '../../../src/usecases/webhooks/manage-endpoints.ts';
import { newJob } from '../../store/contract/fixtures.ts';
import { erp, openWebhookShop, owner } from '../webhooks/webhook-shop.ts';

test('a job whose payload cannot be read is dead after its last attempt, with the consequences of its kind', async () => {
  const { shop } = await openWebhookShop();
  await using _ = shop;
  const { endpoint } = await addEndpoint(shop.deps, owner, erp);
  const orderNo = await shop.placeColourise();
  const [event] = await shop.store.read.webhooks.ofOrder((await shop.order(orderNo)).id);
  const eventId = event?.eventId ?? '';
  const key = `${eventId}/${endpoint.id}`;
  const { kind } = deliverWebhookJob;
  await shop.store.transaction(async (tx) => {
    await tx.jobs.cancel(kind, key);
    const runAt = shop.clock.now();
    await tx.jobs.enqueue(newJob({ kind, key, runAt, payload: { of: 'another version' }, attemptsMax: 1 }));
  });
  await shop.drain();
  const [job] = await shop.store.read.jobs.named({ kind, key });
  assert.deepEqual([job?.state, job?.lastError], ['dead', 'Error: job payload lacks the text type']);
  assert.deepEqual(
    (await shop.store.read.webhooks.deliveriesOf(eventId)).map(({ state }) => state),
    ['failed'],
  );
});
