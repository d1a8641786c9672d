/** Orders in the console's API: the response of each call. `statuses/` has every status. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskOrderNos } from '../../../src/usecases/mask-numbers.ts';
import { type ConsoleVisit, openConsole, type Visitor } from '../../support/console-visit.ts';

async function visitors(visit: ConsoleVisit): Promise<{ anna: Visitor; vic: Visitor }> {
  await visit.addOperator('anna', 'support');
  await visit.addOperator('vic', 'viewer');
  return { anna: await visit.signIn('anna'), vic: await visit.signIn('vic') };
}

async function paidOrder({ shop }: ConsoleVisit): Promise<string> {
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  await shop.drain();
  return orderNo;
}

test('GET order_counts counts the orders of a period by state', async () => {
  await using visit = await openConsole();
  const { vic } = await visitors(visit);
  const from = new Date(visit.shop.clock.now()).toISOString();
  await paidOrder(visit);
  await visit.shop.placeVip();
  await visit.shop.placeVip(2);
  const answer = await visit.get(vic, `order_counts?from=${from}&to=`);
  assert.equal(answer.statusCode, 200, answer.body);
  const { counts, ...rest } = answer.json();
  const to = new Date(visit.shop.clock.now() + 1).toISOString();
  assert.deepEqual(rest, { from, to, total: 3 });
  assert.deepEqual(counts, [
    { status: 'wait_pay', deal_status: 'init', refund_failed: false, orders: 2 },
    { status: 'pay', deal_status: 'done', refund_failed: false, orders: 1 },
  ]);
  const none = await visit.get(vic, `order_counts?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z`);
  assert.deepEqual([none.json().total, none.json().counts], [0, []]);
});

test('GET order_counts refuses a missing start and more than 31 days', async () => {
  await using visit = await openConsole();
  const { vic } = await visitors(visit);
  for (const query of [
    '',
    'from=',
    'from=2026-01-01',
    'from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00.001Z',
    'from=2026-01-01T00:00:00Z&to=soon',
  ]) {
    const answer = await visit.get(vic, `order_counts?${query}`);
    assert.deepEqual([answer.statusCode, answer.json().code], [422, 'invalid_parameters'], query);
  }
});

test('GET orders returns the orders that match every filter; an empty parameter is no filter', async () => {
  await using visit = await openConsole();
  const { vic } = await visitors(visit);
  const paid = await paidOrder(visit);
  const unpaid = await visit.shop.placeVip();
  const all = await visit.get(vic, 'orders?order_no=&status=&from=&before=');
  assert.equal(all.statusCode, 200, all.body);
  const { orders, before } = all.json();
  assert.equal(before, null);
  assert.deepEqual(
    orders.map(({ order_no, status }: Record<string, unknown>) => [order_no, status]),
    [
      [maskOrderNos(unpaid), 'wait_pay'],
      [maskOrderNos(paid), 'pay'],
    ],
  );
  const order = await visit.shop.order(paid);
  assert.deepEqual(orders[1], {
    id: order.id,
    order_no: maskOrderNos(paid),
    user_id: order.userId,
    goods_id: order.goodsId,
    good_title: orders[1].good_title,
    funct_name: order.functName,
    price: 990,
    currency: 'CNY',
    status: 'pay',
    deal_status: 'done',
    version: order.version,
    created_at: new Date(order.createdAt).toISOString(),
    paid_at: orders[1].paid_at,
    refund_state: null,
    refundable: order.priceMinor,
  });
  const query = `order_no=${paid.slice(0, 8)}&status=pay&deal_status=done&goods_id=${order.goodsId}`;
  const some = await visit.get(vic, `orders?${query}&user_id=${order.userId}&from=2000-01-01T00:00:00.000Z`);
  assert.deepEqual(some.json().orders.length, 1, some.body);
});

test('GET orders continues where the previous page ended', async () => {
  await using visit = await openConsole();
  const { vic } = await visitors(visit);
  const placed = [await visit.shop.placeVip(), await visit.shop.placeVip(), await visit.shop.placeVip()];
  const first = (await visit.get(vic, 'orders?limit=2')).json();
  const second = (await visit.get(vic, `orders?limit=2&before=${first.before}`)).json();
  assert.deepEqual(
    [...first.orders, ...second.orders].map(({ order_no }: { order_no: string }) => order_no),
    placed.map(maskOrderNos).toReversed(),
  );
  assert.equal(second.before, null);
});

test('GET orders answers an invalid parameter with 422 and its name', async () => {
  await using visit = await openConsole();
  const { vic } = await visitors(visit);
  for (const [query, pointer] of [
    ['order_no=abc', '/order_no'],
    ['from=yesterday', '/from'],
    ['to=2026-13-01T00:00:00.000Z', '/to'],
    ['before=7', '/before'],
    ['status=paid', '/status'],
    ['limit=101', '/limit'],
  ]) {
    const answer = await visit.get(vic, `orders?${query}`);
    assert.equal(answer.statusCode, 422, `${query}: ${answer.body}`);
    assert.equal(answer.json().errors[0].pointer, pointer);
  }
});

test('a reason in the console is stored as one line without Unicode characters that change the text direction, and a blank reason is refused', async () => {
  await using visit = await openConsole();
  const { anna } = await visitors(visit);
  const path = `orders/${await visit.orderId(await paidOrder(visit))}/refund`;
  const blank = await visit.send(anna, 'POST', path, { reason: ' \n\u202E' });
  assert.deepEqual([blank.statusCode, blank.json().errors[0].pointer], [422, '/reason']);
  const answer = await visit.send(anna, 'POST', path, { reason: 'too\r\ndark \u2067hidden\u2069\u0007' });
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.json().refunds[0].reason, 'too dark hidden');
  const [entry] = await visit.shop.store.read.auditLog.entries(
    { operator: null, action: 'refund_requested', targetKind: null, targetId: null },
    null,
    1,
  );
  assert.equal(entry?.reason, 'too dark hidden');
});

test('POST orders/{id}/refund_months takes back the months, and a repeated call refunds nothing more', async () => {
  await using visit = await openConsole();
  const { anna, vic } = await visitors(visit);
  const orderNo = await visit.shop.placeVip(6);
  await visit.shop.pay(orderNo);
  const id = await visit.orderId(orderNo);
  const before = (await visit.get(anna, `orders/${id}`)).json();
  assert.ok(before.actions.includes('refund_months'));
  assert.deepEqual(before.month_refunds.offers[1], { months: 2, amount: 3980, needs_approval: false });
  const body = { months: 2, refunded_before: 0, reason: 'Moves abroad.' };
  for (const _call of ['first', 'repeated']) {
    const answer = await visit.send(anna, 'POST', `orders/${id}/refund_months`, body);
    assert.equal(answer.statusCode, 200, answer.body);
    const after = answer.json();
    assert.deepEqual([after.status, after.refundable, after.refunds.length], ['pay', 4 * 1990, 1]);
    assert.deepEqual([after.refunds[0].months, after.refunds[0].amount], [2, 3980]);
    const [listed] = (await visit.get(anna, 'orders')).json().orders;
    assert.deepEqual([listed.price, listed.refundable], [6 * 1990, 4 * 1990]);
    assert.equal(after.month_refunds.refunded_before, 2);
    assert.ok(after.user.member_until < before.user.member_until);
    const [grant] = (await visit.get(anna, `users/${after.user_id}`)).json().grants;
    assert.deepEqual([grant.months, grant.months_refunded, grant.revoked_at], [6, 2, null]);
  }
  const other = { ...body, months: 1 };
  const stale = await visit.send(anna, 'POST', `orders/${id}/refund_months`, other);
  assert.deepEqual([stale.statusCode, stale.json().reason], [409, 'months_refunded_meanwhile']);
  const whole = { refunded_before: 0, reason: 'All of it.' };
  const staleWhole = await visit.send(anna, 'POST', `orders/${id}/refund`, whole);
  assert.deepEqual([staleWhole.statusCode, staleWhole.json().reason], [409, 'months_refunded_meanwhile']);
  assert.equal((await visit.send(vic, 'POST', `orders/${id}/refund_months`, other)).statusCode, 403);
});

test('GET orders/{id} has every field, and pictures only for roles that may see them', async () => {
  await using visit = await openConsole();
  const { anna, vic } = await visitors(visit);
  const orderNo = await paidOrder(visit);
  const answer = await visit.get(anna, `orders/${await visit.orderId(orderNo)}`);
  assert.equal(answer.statusCode, 200, answer.body);
  const detail = answer.json();
  assert.deepEqual(detail.actions, ['refund', 'resend_event']);
  assert.deepEqual(detail.user, {
    id: detail.user_id,
    kind: 'guest',
    issuer: null,
    subject: null,
    member_until: null,
    erased_at: null,
  });
  assert.deepEqual([detail.owned_by, detail.approval, detail.refunds, detail.jobs], ['guest', null, [], []]);
  assert.equal(detail.payments[0].state, 'won');
  assert.equal(detail.payments[0].received, 990);
  assert.ok(detail.input.url.startsWith('https://shop.test/files/'));
  assert.ok(detail.result.url.startsWith('https://shop.test/files/'));
  assert.deepEqual(detail.timeline[0].what, 'created');
  assert.match(detail.result_until, /^\d{4}-.*Z$/);
  const unseen = (await visit.get(vic, `orders/${await visit.orderId(orderNo)}`)).json();
  assert.deepEqual([unseen.input, unseen.result, unseen.actions], [null, null, []]);
  assert.deepEqual(Object.keys(unseen), Object.keys(detail));
  assert.equal((await visit.get(vic, 'orders/999')).json().code, 'unknown_order');
});

test('GET orders/{id} lists the unfinished jobs of the order, each with the id of the order', async () => {
  await using visit = await openConsole();
  const { vic } = await visitors(visit);
  const orderNo = await visit.shop.placeVip();
  await visit.shop.startPayment(orderNo);
  const id = await visit.orderId(orderNo);
  const { jobs } = (await visit.get(vic, `orders/${id}`)).json();
  const job = jobs.find(({ kind }: { kind: string }) => kind === 'check_payment');
  assert.deepEqual([job?.state, job?.order_id, job?.order_no], ['ready', id, maskOrderNos(orderNo)]);
});

test('POST cancel cancels an unpaid order; a repetition is 200, a paid order is 409, a viewer is 403', async () => {
  await using visit = await openConsole();
  const { anna, vic } = await visitors(visit);
  const orderNo = await visit.shop.placeVip();
  assert.equal(
    (await visit.send(vic, 'POST', `orders/${await visit.orderId(orderNo)}/cancel`, {})).statusCode,
    403,
  );
  const answer = await visit.send(anna, 'POST', `orders/${await visit.orderId(orderNo)}/cancel`, {
    reason: 'Twice.',
  });
  assert.equal(answer.statusCode, 200, answer.body);
  const { status, cancelled_by, actions } = answer.json();
  assert.deepEqual([status, cancelled_by, actions.includes('cancel')], ['cancal', 'operator', false]);
  const again = await visit.send(anna, 'POST', `orders/${await visit.orderId(orderNo)}/cancel`, {});
  assert.deepEqual([again.statusCode, again.json().status], [200, 'cancal']);
  const paidId = await visit.orderId(await paidOrder(visit));
  const paid = await visit.send(anna, 'POST', `orders/${paidId}/cancel`, {});
  assert.deepEqual([paid.statusCode, paid.json().code], [409, 'illegal_transition']);
  assert.equal((await visit.send(anna, 'POST', 'orders/999/cancel', {})).statusCode, 404);
});

test('POST refund needs a reason and requests a refund; a repetition changes nothing', async () => {
  await using visit = await openConsole();
  const { anna, vic } = await visitors(visit);
  const orderNo = await paidOrder(visit);
  const path = `orders/${await visit.orderId(orderNo)}/refund`;
  assert.equal((await visit.send(anna, 'POST', path, {})).statusCode, 422);
  assert.equal((await visit.send(vic, 'POST', path, { reason: 'No.' })).statusCode, 403);
  const answer = await visit.send(anna, 'POST', path, { reason: 'Too dark.' });
  assert.equal(answer.statusCode, 200, answer.body);
  const { status, refund_state, refunds } = answer.json();
  assert.deepEqual([status, refund_state, refunds[0].reason], ['wait_refund', 'requested', 'Too dark.']);
  const again = await visit.send(anna, 'POST', path, { reason: 'Again.' });
  assert.equal(again.statusCode, 200, again.body);
  assert.equal(again.json().refunds.length, 1);
  assert.equal((await visit.send(anna, 'POST', 'orders/999/refund', { reason: 'No.' })).statusCode, 404);
});

test('POST retry retries a failed refund, and is 409 when nothing failed', async () => {
  await using visit = await openConsole();
  const { anna, vic } = await visitors(visit);
  const orderNo = await paidOrder(visit);
  const path = `orders/${await visit.orderId(orderNo)}/retry`;
  assert.equal((await visit.send(anna, 'POST', path)).statusCode, 409);
  assert.equal((await visit.send(vic, 'POST', path)).statusCode, 403);
  visit.shop.bank.refundPlan = 'failed';
  await visit.send(anna, 'POST', `orders/${await visit.orderId(orderNo)}/refund`, { reason: 'Too dark.' });
  await visit.shop.drain();
  assert.deepEqual(
    (await visit.get(anna, `orders/${await visit.orderId(orderNo)}`)).json().refund_state,
    'failed',
  );
  const answer = await visit.send(anna, 'POST', path);
  assert.deepEqual([answer.statusCode, answer.json().refund_state], [200, 'requested'], answer.body);
  assert.equal((await visit.send(anna, 'POST', 'orders/999/retry')).statusCode, 404);
});

test('POST resend_event delivers an event of the order again; an unknown event is 404', async () => {
  await using visit = await openConsole();
  const { anna, vic } = await visitors(visit);
  const orderNo = await paidOrder(visit);
  const { events } = (await visit.get(anna, `orders/${await visit.orderId(orderNo)}`)).json();
  const path = `orders/${await visit.orderId(orderNo)}/resend_event`;
  const body = { event_id: events[0].event_id };
  assert.equal((await visit.send(vic, 'POST', path, body)).statusCode, 403);
  const sent = visit.shop.delivered.length;
  const answer = await visit.send(anna, 'POST', path, body);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.ok(answer.json().jobs.some((job: { key: string }) => job.key === `${body.event_id}/1`));
  await visit.shop.drain();
  assert.equal(visit.shop.delivered.length, sent + 1);
  const unknown = await visit.send(anna, 'POST', path, { event_id: 'X' });
  assert.deepEqual([unknown.statusCode, unknown.json().code], [404, 'unknown_item']);
});
