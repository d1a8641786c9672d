/** E-mails that waited for the mail server say nothing that is no longer true. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryOrder } from '../../../src/usecases/orders/retry-order.ts';
import { consoleDeps } from '../../support/console-fixture.ts';
import { type EmailShop, makeColouriseFree, openEmailShop } from '../../support/email-shop.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { operator } from '../../support/shop.ts';

/** Starts the mail server again and sends what waits. @returns the first line of each e-mail. */
async function headingsAfterOutage({ shop, server }: EmailShop): Promise<string[]> {
  const back = await startMailServer({}, server.port);
  try {
    await shop.settle();
    return back.received.map(({ text }) => text.split('\r\n')[0] ?? '');
  } finally {
    await back.stop();
  }
}

test('after an outage of the mail server, an order that is done gets only the e-mail that its picture is ready', async () => {
  await using visit = await openEmailShop();
  const { shop, server } = visit;
  await server.stop();
  const orderNo = await shop.placeColourise();
  await visit.setEmail(orderNo, 'ann@example.com');
  await shop.pay(orderNo);
  await shop.drain();
  assert.deepEqual(await headingsAfterOutage(visit), ['Your picture is ready']);
});

test('after an outage of the mail server, a refunded order gets only the e-mail about the refund', async () => {
  await using visit = await openEmailShop();
  const { shop, server } = visit;
  await server.stop();
  const orderNo = await shop.placeColourise();
  await visit.setEmail(orderNo, 'ann@example.com');
  await shop.pay(orderNo);
  await shop.drain();
  await shop.refund(orderNo, operator);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'refund/done');
  assert.deepEqual(await headingsAfterOutage(visit), ['We refunded ¥9.90']);
});

test('after an outage of the mail server, a free order that failed and was made after all is not reported as failed', async () => {
  await using visit = await openEmailShop();
  const { shop, server } = visit;
  await makeColouriseFree(shop);
  await server.stop();
  shop.orderImages.plan = { refused: 'no_face' };
  const orderNo = await shop.placeColourise();
  await visit.setEmail(orderNo, 'ann@example.com');
  await shop.startPayment(orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/fail');
  shop.orderImages.plan = 'made';
  await retryOrder(consoleDeps(shop.deps), operator, orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  assert.deepEqual(await headingsAfterOutage(visit), ['Your picture is ready']);
});

test('after an outage of the mail server, a free order that failed gets the e-mail about the failure', async () => {
  await using visit = await openEmailShop();
  const { shop, server } = visit;
  await makeColouriseFree(shop);
  await server.stop();
  shop.orderImages.plan = { refused: 'no_face' };
  const orderNo = await shop.placeColourise();
  await visit.setEmail(orderNo, 'ann@example.com');
  await shop.startPayment(orderNo);
  await shop.drain();
  assert.deepEqual(await headingsAfterOutage(visit), ['Your picture could not be made']);
});

test('an e-mail that becomes true again while its job finds it outdated is sent', async () => {
  await using visit = await openEmailShop();
  const { shop, server } = visit;
  await makeColouriseFree(shop);
  await server.stop();
  shop.orderImages.plan = { refused: 'no_face' };
  const orderNo = await shop.placeColourise();
  await visit.setEmail(orderNo, 'ann@example.com');
  await shop.startPayment(orderNo);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/fail');
  // The job reads the order while it is made again, and the work fails again before the job ends.
  const { orders } = shop.store.read;
  const { byNo } = orders;
  orders.byNo = async (no) => {
    const found = await byNo(no);
    if (found === undefined || no !== orderNo) return found;
    orders.byNo = byNo;
    return { ...found, order: { ...found.order, deal: { status: 'ing', startedAt: shop.clock.now() } } };
  };
  assert.deepEqual(await headingsAfterOutage(visit), ['Your picture could not be made']);
});
