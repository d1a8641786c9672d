import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { createResultLinks } from '../../src/files/result-links.ts';
import { textField } from '../support/http-client.ts';
import { assertOrder, orderFields } from '../support/order-shape.ts';
import { eventsUntil, orderEvents, type StreamEvent } from '../support/order-stream.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { createCustomer } from './customer.ts';
import { serviceForThisFile } from './running-service.ts';

const { client, dataDir } = await serviceForThisFile({ IMAGE_PROCESSES: '1' });
const photos = await samplePhotos();

const isOrder = ({ event }: StreamEvent) => event === 'order';
const isState =
  (status: string, deal: string) =>
  ({ event, data }: StreamEvent) =>
    event === 'order' && data.status === status && data.deal_status === deal;

test('the stream reports an order until its end: unpaid, the place in the queue, progress, the picture', async () => {
  const customer = createCustomer(client);
  const path = await customer.upload(photos.portrait);
  const orderNo = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'red' });
  const ahead = [
    await customer.order('mark_order_yiCunZhao', 2, { path, color: 'blue' }),
    await customer.order('mark_order_yiCunZhao', 2, { path, color: 'white' }),
  ];
  const stream = orderEvents(client.url, orderNo, { token: customer.token() });
  const first = await stream.next();
  assert.ok(first.done !== true);
  assertOrder(first.value.data, { status: 'wait_pay', deal_status: 'init' });
  assert.equal(first.value.id, '1');
  for (const other of ahead) await customer.pay(other);
  await customer.pay(orderNo);
  const rest = await eventsUntil(stream, ({ event }) => event === 'end');
  const orders = rest.filter(isOrder);
  for (const { data } of orders) assert.deepEqual(Object.keys(data), orderFields);
  // Two quick changes may arrive as one event; the last state always arrives.
  const states = orders.map(({ data }) => `${data.status}/${data.deal_status}`);
  assert.equal(states.at(-1), 'pay/done');
  assert.ok(states.includes('pay/ing'), states.join());
  assert.match(String(orders.at(-1)?.data.deal_result), /^http:\/\/127\.0\.0\.1:\d+\/files\//);
  const ids = orders.map(({ id }) => Number(id));
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => a - b),
  );
  const places = rest.filter(({ event }) => event === 'queue').map(({ data }) => Number(data.place));
  assert.ok(places.length > 0, 'the stream reported a place in the queue');
  assert.deepEqual(
    places,
    places.toSorted((a, b) => b - a),
    'the place in the queue never gets worse',
  );
  const fractions = rest.filter(({ event }) => event === 'progress').map(({ data }) => Number(data.fraction));
  assert.ok(fractions.length > 0, 'the stream reported progress');
  for (const fraction of fractions) assert.ok(fraction > 0 && fraction <= 1);
});

test('the stream resumes after Last-Event-ID, and a reader who has received the last event gets 204', async () => {
  const customer = createCustomer(client);
  const orderNo = await customer.order('mark_order_vip', 3, { num: 1 });
  await eventsUntil(orderEvents(client.url, orderNo), isState('wait_pay', 'init'));
  const resumed = orderEvents(client.url, orderNo, { lastEventId: '1' });
  const next = resumed.next();
  await customer.pay(orderNo);
  const event = await next;
  assert.ok(event.done !== true);
  assertOrder(event.value.data, { status: 'pay', deal_status: 'done' });
  await resumed.return(undefined);
  const answer = await client.get(`/index.php/v1/order_events?order_no=${orderNo}`, {
    'last-event-id': event.value.id ?? '',
  });
  assert.equal(answer.status, 204);
});

test('the stream reports a failure with its reason, and then the refund', async () => {
  const customer = createCustomer(client);
  const path = await customer.upload(photos.noFace);
  const orderNo = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'blue' });
  const stream = orderEvents(client.url, orderNo);
  const ended = eventsUntil(stream, ({ event }) => event === 'end');
  await customer.pay(orderNo);
  const events = await ended;
  const failed = events.find(({ event }) => event === 'failed');
  assert.match(String(failed?.data.reason), /face/);
  assert.ok(events.some(isState('refund', 'fail')));
});

test('a request for an expired link or a deleted picture gets 410, and a request for a forged link gets 404', async () => {
  const customer = createCustomer(client);
  const path = await customer.upload(photos.old);
  const orderNo = await customer.order('mark_order_zhaopianshangse', 1, { path });
  await customer.pay(orderNo);
  const order = await customer.orderWhen(orderNo, 'done', ({ deal_status }) => deal_status === 'done');
  const link = textField(order, 'deal_result');
  const valid = await client.get(link);
  assert.equal(valid.status, 200);
  assert.equal((await client.get(link.replace(/expires=\d/, 'expires=9'))).status, 404);

  // Sign the links with the key of the service.
  const secret = (await readFile(join(dataDir, 'secret.key'), 'utf8')).trim();
  const links = createResultLinks({ secrets: [secret], publicUrl: client.url });
  const file = new URL(link).pathname.slice('/files/'.length);
  const expired = await client.get(links.link(file, Date.now() - 1000));
  assert.equal(expired.status, 410);
  assert.equal(expired.fields.code, 'link_expired');
  const gone = await client.get(links.link(`results/${'0'.repeat(25)}.jpg`, Date.now() + 60_000));
  assert.equal(gone.status, 410);
  assert.equal(gone.fields.code, 'result_expired');
});
