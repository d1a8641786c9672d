/** Orders that are not paid: cancelled by somebody, or by themselves, and never against money on its way. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code } from '../../support/app-error.ts';
import { anonymous, assertSound, openShop, operator, source } from '../../support/shop.ts';

const minuteMs = 60_000;

test('a customer and the operator may cancel what is unpaid, and it says who did', async () => {
  await using shop = await openShop();
  const [one, two] = [await shop.placeVip(), await shop.placeVip()];
  assert.equal((await shop.service.cancelOrder(anonymous, one, 'r')).order.money.status, 'cancal');
  await shop.service.cancelOrder(operator, two, 'r');
  assert.deepEqual((await shop.order(one)).money, {
    status: 'cancal',
    cancelledAt: shop.clock.now(),
    cancelledBy: 'customer',
  });
  const { money } = await shop.order(two);
  assert.equal(money.status === 'cancal' && money.cancelledBy, 'operator');
});

test('a paid and a cancelled order cannot be cancelled', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  await assert.rejects(shop.service.cancelOrder(anonymous, orderNo, 'r'), code('illegal_transition'));
  const other = await shop.placeVip();
  await shop.service.cancelOrder(anonymous, other, 'r');
  await assert.rejects(shop.service.cancelOrder(anonymous, other, 'r'), code('illegal_transition'));
});

test('another’s order cannot be cancelled, nor be told apart from none', async () => {
  await using shop = await openShop();
  const alice = await shop.service.identify({ bearer: 'subject alice' }, source);
  const orderNo = await shop.placeVip(1, alice);
  const bob = await shop.service.identify({ bearer: 'subject bob' }, source);
  for (const caller of [anonymous, bob, { kind: 'guest', userId: 1 } as const]) {
    await assert.rejects(shop.service.cancelOrder(caller, orderNo, 'r'), code('unknown_order'));
  }
});

test('a cancelled order’s payment is closed at its provider', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  await shop.drain();
  assert.deepEqual(shop.bank.payments.get(await shop.lastPaymentNo(orderNo))?.report, { state: 'closed' });
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'closed');
});

test('a provider that does not answer keeps no other provider’s payment open', async () => {
  await using shop = await openShop({ moreProviders: ['other'] });
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  await shop.startPayment(orderNo, 'other');
  shop.bank.mode = 'down';
  await shop.service.cancelOrder(anonymous, orderNo, 'r');
  await shop.drain();
  assert.deepEqual(
    (await shop.attempts(orderNo)).map(({ state }) => state),
    ['open', 'closed'],
  );
  shop.bank.mode = 'up';
  await shop.settle();
  assert.equal((await shop.attempts(orderNo))[0]?.state, 'closed');
});

test('an order expires at its time, not before', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeVip();
  shop.clock.advance(30 * minuteMs - 1);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  shop.clock.advance(15_000);
  await shop.drain();
  const { money } = await shop.order(orderNo);
  assert.equal(money.status === 'cancal' && money.cancelledBy, 'expiry');
});

test('more orders than one page expire in one run', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  for (let i = 0; i < 205; i++) await shop.placeVip();
  shop.clock.advance(30 * minuteMs);
  await shop.drain();
  assert.deepEqual(await shop.store.read.orders.expired(shop.clock.now(), null, 10), []);
});

test('money whose notify was lost is found before its order expires', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  shop.clock.advance(30 * minuteMs);
  shop.bank.pay(await shop.lastPaymentNo(orderNo));
  // The expiry alone: the look-up job has nothing to do with it.
  shop.sql("delete from jobs where kind = 'check_payment'");
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('an order is not cancelled while nobody can say whether it was paid; the money then pays it', async () => {
  await using shop = await openShop({ moreProviders: ['other'] });
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  shop.bank.pay(await shop.lastPaymentNo(orderNo));
  const elsewhere = await shop.placeVip();
  await shop.startPayment(elsewhere, 'other');
  shop.bank.mode = 'down';
  shop.clock.advance(30 * minuteMs);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  assert.equal(await shop.state(elsewhere), 'cancal/init', 'another provider’s orders expire all the same');
  await assert.rejects(shop.startPayment(orderNo), code('illegal_transition'), 'nothing new is opened');
  shop.bank.mode = 'up';
  shop.clock.advance(15_000);
  // The expiry alone: the look-up job has nothing to do with it.
  shop.sql("delete from jobs where kind = 'check_payment'");
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'pay/done');
  await assertSound(shop);
});

test('a provider that stays away for a day keeps no order for ever; its money goes back later', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.startPayment(orderNo);
  shop.bank.pay(await shop.lastPaymentNo(orderNo));
  shop.bank.mode = 'down';
  shop.clock.advance(24 * 60 * minuteMs + 30 * minuteMs - 1);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  shop.clock.advance(15_000);
  await shop.drain();
  assert.equal(await shop.state(orderNo), 'cancal/init');
  shop.bank.mode = 'up';
  await shop.settle();
  assert.equal((await shop.refunds(orderNo))[0]?.state, 'done');
  await assertSound(shop);
});

test('a provider that is down is asked a few times a run, whatever waits for its answer', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  for (let i = 0; i < 8; i++) await shop.startPayment(await shop.placeVip());
  shop.bank.mode = 'down';
  shop.clock.advance(30 * minuteMs);
  shop.sql("delete from jobs where kind = 'check_payment'");
  await shop.drain();
  assert.equal(shop.bank.calls.filter((call) => call === 'query').length, 3);
});

test('one payment that its provider cannot answer for keeps no other order from expiring', async () => {
  await using shop = await openShop();
  const [poison, sound] = [await shop.placeVip(), await shop.placeVip()];
  for (const orderNo of [poison, sound]) await shop.startPayment(orderNo);
  const poisonNo = await shop.lastPaymentNo(poison);
  const { query } = shop.bank;
  shop.bank.query = async (paymentNo) => {
    if (paymentNo === poisonNo) throw new Error('the bank answers nonsense');
    return query(paymentNo);
  };
  shop.clock.advance(30 * minuteMs);
  await shop.drain();
  assert.deepEqual([await shop.state(poison), await shop.state(sound)], ['wait_pay/init', 'cancal/init']);
});

test('orders that cannot expire, however many, keep no later one from expiring', async () => {
  await using shop = await openShop({ settings: { eventsUrl: null } });
  for (let i = 0; i < 101; i++) await shop.placeVip();
  shop.sql("insert into order_history select id, 2, 'paid', 0, '{}', '{}' from orders");
  shop.clock.advance(1);
  const sound = await shop.placeVip();
  shop.clock.advance(30 * minuteMs);
  await shop.drain();
  assert.equal(await shop.state(sound), 'cancal/init');
});

test('one damaged order does not keep the others from expiring', async () => {
  await using shop = await openShop();
  const [damaged, sound] = [await shop.placeVip(), await shop.placeVip()];
  shop.sql(
    "insert into order_history select id, 2, 'paid', 0, '{}', '{}' from orders where order_no = ?",
    damaged,
  );
  shop.clock.advance(30 * minuteMs);
  await shop.drain();
  assert.equal(await shop.state(sound), 'cancal/init');
  const told = shop.log.lines.filter(({ message }) => message === 'order not expired');
  assert.deepEqual(
    told.map(({ fields }) => fields.orderId),
    [(await shop.order(damaged)).id],
  );
});

test('an order that is paid or cancelled while it expires stays so, and nothing goes wrong', async () => {
  await using shop = await openShop();
  const [paid, cancelled] = [await shop.placeVip(), await shop.placeVip()];
  await shop.startPayment(paid);
  shop.clock.advance(30 * minuteMs);
  const { query } = shop.bank;
  shop.bank.query = async (paymentNo) => {
    // The expiry has its list and asks the provider; meanwhile the notify and the customer come.
    await shop.service.cancelOrder(anonymous, cancelled, 'r').catch(() => undefined);
    const notify = shop.bank.pay(paymentNo);
    await shop.notify(notify);
    shop.bank.query = query;
    return { state: 'open' };
  };
  shop.sql("delete from jobs where kind = 'check_payment'");
  await shop.drain();
  assert.equal(await shop.state(paid), 'pay/done');
  const { money } = await shop.order(cancelled);
  assert.equal(money.status === 'cancal' && money.cancelledBy, 'customer');
  assert.deepEqual(
    shop.log.lines.filter(({ level }) => level === 'error'),
    [],
  );
});
