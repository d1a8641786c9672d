/** Disputes and complaints that a payment provider reports. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetchDisputesJob } from '../../../src/usecases/payments/fetch-disputes-job.ts';
import type { DisputeReport } from '../../../src/usecases/ports/dispute-report.ts';
import { type PaymentProvider, ProviderUnreachable } from '../../../src/usecases/ports/payment-provider.ts';
import { eraseOrder } from '../../../src/usecases/retention/erase-customer.ts';
import { notifyOf } from '../../support/fake-provider.ts';
import { assertSound, openShop, operator, type Shop } from '../../support/shop.ts';

async function paidShop() {
  const shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.notify(shop.bank.pay(paymentNo));
  return { shop, orderNo, paymentNo };
}

let events = 0;

function disputeOf(shop: Shop, more: Partial<DisputeReport> = {}): DisputeReport {
  return {
    disputeNo: 'D1',
    state: 'open',
    amountMinor: 990,
    currency: 'CNY',
    reason: 'fraudulent',
    openedAt: shop.clock.now(),
    mayReopen: false,
    ...more,
  };
}

async function report(shop: Shop, paymentNo: string, more: Partial<DisputeReport> = {}): Promise<void> {
  const dispute = disputeOf(shop, more);
  await shop.notify(notifyOf({ kind: 'dispute', eventId: `dispute-${++events}`, paymentNo, dispute }));
}

async function disputesOf(shop: Shop, orderNo: string) {
  const { id } = await shop.order(orderNo);
  return (await shop.store.read.disputes.ofOrder(id)).map(({ disputeNo, state, reason }) => [
    disputeNo,
    state,
    reason,
  ]);
}

test('a dispute is recorded once with its latest state and leaves the order as it is', async () => {
  const { shop, orderNo, paymentNo } = await paidShop();
  await using _shop = shop;
  const before = await shop.events(orderNo);
  await report(shop, paymentNo);
  await report(shop, paymentNo);
  assert.deepEqual(await disputesOf(shop, orderNo), [['D1', 'open', 'fraudulent']]);
  await report(shop, paymentNo, { state: 'lost' });
  assert.deepEqual(await disputesOf(shop, orderNo), [['D1', 'lost', 'fraudulent']]);
  assert.deepEqual(await shop.events(orderNo), before);
  const records = await shop.store.read.payments.notifications(paymentNo);
  assert.deepEqual(records.map(({ verdict }) => verdict).toSorted(), [
    'dispute_changed',
    'dispute_opened',
    'no_change',
    'won',
  ]);
  await assertSound(shop);
});

test('an older report does not open an ended dispute again', async () => {
  const { shop, orderNo, paymentNo } = await paidShop();
  await using _shop = shop;
  await report(shop, paymentNo, { state: 'won' });
  await report(shop, paymentNo, { state: 'open' });
  assert.deepEqual(await disputesOf(shop, orderNo), [['D1', 'won', 'fraudulent']]);
});

test('a dispute that the provider opens again after it was lost is shown as open until it ends, and each change is sent', async () => {
  const { shop, orderNo, paymentNo } = await paidShop();
  await using _shop = shop;
  for (const state of ['open', 'lost', 'open', 'won'] as const) {
    await report(shop, paymentNo, { state, mayReopen: true });
    assert.deepEqual(await disputesOf(shop, orderNo), [['D1', state, 'fraudulent']]);
  }
  const { id } = await shop.order(orderNo);
  const sent = (await shop.store.read.webhooks.ofOrder(id)).filter(({ type }) => type === 'payment.disputed');
  assert.equal(sent.length, 4);
});

test('a report closes the open disputes that it continues, also when it changes nothing else, and sends each end', async () => {
  const { shop, orderNo, paymentNo } = await paidShop();
  await using _shop = shop;
  const other = await shop.openedColourise();
  await shop.notify(shop.bank.pay(other.paymentNo));
  await report(shop, other.paymentNo, { disputeNo: 'D9' });
  await report(shop, paymentNo, { state: 'won' });
  await report(shop, paymentNo, { disputeNo: 'D1-2' });
  const earlierNos = ['D1', 'D1-2', 'D9'];
  await report(shop, paymentNo, { disputeNo: 'D1-3', earlierNos });
  const expected = [
    ['D1', 'won', 'fraudulent'],
    ['D1-2', 'closed', 'fraudulent'],
    ['D1-3', 'open', 'fraudulent'],
  ];
  assert.deepEqual(await disputesOf(shop, orderNo), expected);
  assert.deepEqual(await disputesOf(shop, other.orderNo), [['D9', 'open', 'fraudulent']]);
  await report(shop, paymentNo, { disputeNo: 'D1-1' });
  await report(shop, paymentNo, { disputeNo: 'D1-3', earlierNos: [...earlierNos, 'D1-1'] });
  assert.deepEqual(await disputesOf(shop, orderNo), [...expected, ['D1-1', 'closed', 'fraudulent']]);
  const { id } = await shop.order(orderNo);
  const sent = (await shop.store.read.webhooks.ofOrder(id))
    .filter(({ type }) => type === 'payment.disputed')
    .map(({ body }) => JSON.parse(body).data);
  assert.deepEqual(sent.map((data) => [data.dispute_no, data.dispute_state]).toSorted(), [
    ['D1', 'won'],
    ['D1-1', 'closed'],
    ['D1-1', 'open'],
    ['D1-2', 'closed'],
    ['D1-2', 'open'],
    ['D1-3', 'open'],
  ]);
});

test('each change of a dispute is sent to the operator’s systems as payment.disputed', async () => {
  const { shop, orderNo, paymentNo } = await paidShop();
  await using _shop = shop;
  await report(shop, paymentNo);
  shop.clock.advance(1000);
  await report(shop, paymentNo, { state: 'lost' });
  const { id } = await shop.order(orderNo);
  const bodies = (await shop.store.read.webhooks.ofOrder(id))
    .filter(({ type }) => type === 'payment.disputed')
    .map(({ body }) => JSON.parse(body).data);
  assert.deepEqual(
    bodies.map((data) => [data.order_no, data.dispute_no, data.dispute_state, data.dispute_amount]),
    [
      [orderNo, 'D1', 'open', 990],
      [orderNo, 'D1', 'lost', 990],
    ],
  );
});

/** Runs the schedule with providers that have these functions. */
async function fetchDisputes(
  shop: Shop,
  calls: Pick<PaymentProvider, 'listDisputes' | 'queryDispute'>,
): Promise<void> {
  const providers = shop.deps.providers.map((bank) => ({ ...bank, ...calls }));
  const [job] = await shop.store.read.jobs.named({ kind: fetchDisputesJob.kind, key: 'schedule' });
  assert.ok(job !== undefined);
  await fetchDisputesJob
    .handler({ ...shop.deps, providers })
    .run(job, { signal: AbortSignal.any([]), log: shop.log });
}

async function erase(shop: Shop, orderNo: string): Promise<number> {
  const { id } = await shop.order(orderNo);
  await eraseOrder(shop.deps, operator, id);
  return id;
}

test('the schedule that lists disputes brings the words of a customer back to no erased order, and sends no event about it', async () => {
  const { shop, orderNo, paymentNo } = await paidShop();
  await using _shop = shop;
  await shop.drain();
  const dispute = disputeOf(shop, { state: 'lost', reason: 'I am Zhang Wei', mayReopen: true });
  await report(shop, paymentNo, dispute);
  await shop.drain();
  const id = await erase(shop, orderNo);
  assert.deepEqual(await disputesOf(shop, orderNo), [['D1', 'lost', '']]);
  const sent = shop.delivered.length;
  await fetchDisputes(shop, { listDisputes: async () => [{ paymentNo, dispute }] });
  await shop.drain();
  assert.deepEqual(await disputesOf(shop, orderNo), [['D1', 'lost', '']]);
  assert.deepEqual(await shop.store.read.webhooks.ofOrder(id), []);
  assert.equal(shop.delivered.length, sent);
});

test('the schedule queries each open dispute that the provider no longer lists, and one that cannot be queried delays no other', async () => {
  const { shop, orderNo, paymentNo } = await paidShop();
  await using _shop = shop;
  for (const disputeNo of ['D1', 'D2', 'D3', 'D4']) await report(shop, paymentNo, { disputeNo });
  await report(shop, paymentNo, { disputeNo: 'D5', state: 'lost' });
  const queried: string[] = [];
  await fetchDisputes(shop, {
    listDisputes: async () => [{ paymentNo, dispute: disputeOf(shop, { disputeNo: 'D4' }) }],
    async queryDispute(disputeNo) {
      queried.push(disputeNo);
      if (disputeNo === 'D1') throw new ProviderUnreachable('no answer');
      return disputeNo === 'D2' ? undefined : disputeOf(shop, { disputeNo, state: 'closed' });
    },
  });
  assert.deepEqual(queried, ['D1', 'D2', 'D3']);
  assert.deepEqual(
    (await disputesOf(shop, orderNo)).map(([number, state]) => [number, state]),
    [
      ['D1', 'open'],
      ['D2', 'open'],
      ['D3', 'closed'],
      ['D4', 'open'],
      ['D5', 'lost'],
    ],
  );
  assert.ok(shop.log.lines.some(({ message }) => message === 'dispute not queried'));
});

test('a new dispute of an erased order, and a dispute that begins again, are recorded without their words and without an event', async () => {
  const { shop, orderNo, paymentNo } = await paidShop();
  await using _shop = shop;
  await shop.drain();
  await report(shop, paymentNo, { state: 'lost' });
  await shop.drain();
  const id = await erase(shop, orderNo);
  await report(shop, paymentNo, { state: 'open', mayReopen: true });
  await report(shop, paymentNo, { disputeNo: 'D2', reason: 'I am Zhang Wei', amountMinor: 500 });
  assert.deepEqual(await disputesOf(shop, orderNo), [
    ['D1', 'open', ''],
    ['D2', 'open', ''],
  ]);
  assert.equal((await shop.store.read.disputes.byNo('sandbox', 'D2'))?.amountMinor, 500);
  assert.deepEqual(await shop.store.read.webhooks.ofOrder(id), []);
});

test('a dispute about a payment that the service does not know changes nothing', async () => {
  const { shop, orderNo } = await paidShop();
  await using _shop = shop;
  await report(shop, 'P_UNKNOWN');
  assert.deepEqual(await disputesOf(shop, orderNo), []);
});

test('a dispute of a joint payment is shown with each of its orders', async () => {
  await using shop = await openShop();
  const orders = [await shop.placeColourise(), await shop.placeColourise(), await shop.placeColourise()];
  const [first = '', second = '', other = ''] = orders;
  await shop.startJointPayment([first, second]);
  const number = await shop.lastPaymentNo(first);
  await shop.notify(shop.bank.pay(number));
  await report(shop, number);
  await report(shop, number, { state: 'won' });
  for (const orderNo of [first, second]) {
    assert.deepEqual(await disputesOf(shop, orderNo), [['D1', 'won', 'fraudulent']]);
  }
  assert.deepEqual(await disputesOf(shop, other), []);
});
