/** One order in the console: its timeline, its jobs, and its pictures for roles that may see them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cancelOrder } from '../../../src/usecases/orders/cancel-order.ts';
import { showOrder } from '../../../src/usecases/orders/show-order.ts';
import { refundOrder } from '../../../src/usecases/refunds/refund-order.ts';
import { code } from '../../support/app-error.ts';
import { consoleDeps, operatorOf } from '../../support/console-fixture.ts';
import { openShop } from '../../support/shop.ts';

const anna = operatorOf('support');
const viewer = operatorOf('viewer', 'vic');
const minute = 60_000;

test('support gets links to the photo and the picture that expire after five minutes, and a viewer gets none', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  await shop.drain();
  const seen = await showOrder(deps, anna, orderNo);
  const expires = `expires=${shop.clock.now() + 5 * minute}&`;
  assert.ok(seen.input?.url.includes(expires), seen.input?.url);
  assert.ok(seen.result?.url.includes(expires), seen.result?.url);
  assert.ok((seen.input?.widthPx ?? 0) > 0);
  const unseen = await showOrder(deps, viewer, orderNo);
  assert.deepEqual([unseen.input, unseen.result, unseen.actions], [null, null, []]);
  assert.ok(!JSON.stringify(unseen.timeline).includes('results/'), 'the timeline names the file');
});

test('a link to the picture expires when the picture is purged, and after that there is no link', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  await shop.drain();
  shop.clock.advance(shop.deps.settings.resultKeptMs - 2 * minute);
  const nearly = await showOrder(deps, anna, orderNo);
  const { deal } = nearly.order;
  assert.ok(deal.status === 'done');
  assert.ok(nearly.result?.url.includes(`expires=${deal.resultUntil}&`), 'the link outlives the picture');
  shop.clock.advance(3 * minute);
  assert.equal((await showOrder(deps, anna, orderNo)).result, null);
});

test('the timeline contains payments, notifications, history, events and operators, oldest first', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  shop.clock.advance(minute);
  await shop.pay(orderNo);
  await shop.drain();
  shop.clock.advance(minute);
  await refundOrder(deps, anna, orderNo, 'Too dark.', 'r1');
  await shop.drain();
  const { timeline, payments, refunds, refundState, goodTitle, user } = await showOrder(
    deps,
    viewer,
    orderNo,
  );
  assert.deepEqual([payments.length, refunds.length, refundState], [1, 1, 'done']);
  assert.ok(goodTitle.length > 0);
  assert.equal(user.kind, 'guest');
  const times = timeline.map(({ at }) => at);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  const lines = timeline.map(({ kind, what, actor }) => [kind, what, actor].join(', '));
  for (const line of [
    'history, created, customer',
    'payment, won, provider sandbox',
    'history, paid, provider sandbox',
    'history, work_done, system',
    'event, order.done, system',
    'operator, refund_requested, operator anna',
    'history, refund_requested, operator anna',
    'refund, done, provider sandbox',
    'history, refund_done, provider sandbox',
  ]) {
    assert.ok(lines.includes(line), `${line} is missing:\n${lines.join('\n')}`);
  }
  assert.equal(timeline.filter(({ kind }) => kind === 'notify').length, 1);
  const act = timeline.find(({ kind }) => kind === 'operator');
  assert.equal(act?.data.reason, 'Too dark.');
  assert.ok(!JSON.stringify(timeline).includes(anna.address), 'the timeline contains the operator’s address');
});

test('an order whose processing failed is shown with the sentence that the customer reads', async () => {
  await using shop = await openShop();
  shop.orderImages.plan = { refused: 'no_face' };
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  await shop.drain();
  const { failSentence, order } = await showOrder(consoleDeps(shop.deps), viewer, orderNo);
  assert.equal(order.deal.status, 'fail');
  assert.match(failSentence ?? '', /No face/);
});

test('a shown order contains its waiting jobs and who cancelled it', async () => {
  await using shop = await openShop();
  const deps = consoleDeps(shop.deps);
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  await cancelOrder(deps, anna, orderNo, null, 'r1');
  const { jobs, order } = await showOrder(deps, viewer, orderNo);
  assert.ok(jobs.some(({ job, orderNo: of }) => job.kind === 'close_payment' && of === orderNo));
  assert.ok(order.money.status === 'cancal' && order.money.cancelledBy === 'operator');
});

test('an order number that does not exist is refused as unknown', async () => {
  await using shop = await openShop();
  await assert.rejects(showOrder(consoleDeps(shop.deps), viewer, 'X'), code('unknown_order'));
});
