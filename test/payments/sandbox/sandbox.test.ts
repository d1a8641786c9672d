/**
 * Tests of the sandbox bank: the contract of every payment provider, and the checkout page with the outcomes
 * that a customer can choose there.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import { paymentRequest } from '../contract/provider-fixture.ts';
import { testPaymentProvider } from '../provider-contract.ts';
import { openSandboxFixture, type SandboxFixture } from './sandbox-fixture.ts';

testPaymentProvider('sandbox', openSandboxFixture);

const paymentNo = 'P1TEST';

async function openPayment(bench: SandboxFixture, channel = 'checkout') {
  const returnUrl = 'https://kiosk.example/?order_no=O1';
  return bench.provider.open(paymentRequest(bench, { paymentNo, channel, returnUrl }));
}

async function eventIds(bench: SandboxFixture): Promise<string[]> {
  const verdicts = await Promise.all(
    bench.notifies.map((notify) => bench.provider.verifyNotification(notify)),
  );
  return verdicts.map((verdict) => {
    assert.ok('eventId' in verdict);
    return verdict.eventId;
  });
}

function hasCode(code: string) {
  return (error: unknown) => error instanceof AppError && error.code === code;
}

test('the channel qr also returns the URL of the checkout page as `code_url`', async (t) => {
  const bench = await openSandboxFixture(t);
  const url = `https://kiosk.example/sandbox/checkout/${paymentNo}`;
  const { clientData } = await openPayment(bench, 'qr');
  assert.deepEqual(clientData, { url, code_url: url });
});

test('the client gets the URL of a checkout page with the title and the amount', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  const { clientData } = await bench.provider.open(
    paymentRequest(bench, { paymentNo: 'P2TEST', title: '会员', amountMinor: 1990 }),
  );
  assert.deepEqual(clientData, { url: 'https://kiosk.example/sandbox/checkout/P2TEST' });
  assert.deepEqual(await bench.checkout.view(paymentNo), {
    paymentNo,
    title: '一寸照',
    amountMinor: 690,
    currency: 'CNY',
    state: 'open',
    returnUrl: 'https://kiosk.example/?order_no=O1',
  });
});

test('the outcome “paid” sends one notification to the URL that the payment request contains', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  const view = await bench.checkout.decide(paymentNo, 'paid', 'done');
  assert.equal(view.state, 'paid');
  assert.deepEqual(bench.urls, [paymentRequest(bench).notifyUrl]);
});

test('the outcome “twice” sends one event twice and then an event with another id', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  await bench.checkout.decide(paymentNo, 'twice', 'done');
  const [first, second, third, ...rest] = await eventIds(bench);
  assert.equal(first, second);
  assert.notEqual(third, first);
  assert.deepEqual(rest, []);
});

test('the outcome “lost” sends no notification, but a query reports the payment as paid', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  await bench.checkout.decide(paymentNo, 'lost', 'done');
  assert.equal(bench.notifies.length, 0);
  assert.equal((await bench.provider.query(paymentRequest(bench, { paymentNo }))).state, 'paid');
});

test('with the outcome “late”, the payment is paid and a notification is sent only when the service closes the payment', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  assert.equal((await bench.checkout.decide(paymentNo, 'late', 'done')).state, 'open');
  assert.equal((await bench.provider.query(paymentRequest(bench, { paymentNo }))).state, 'open');
  assert.equal(bench.notifies.length, 0);
  const report = await bench.provider.close(paymentRequest(bench, { paymentNo }));
  assert.equal(report.state, 'paid');
  assert.equal(bench.notifies.length, 1);
  assert.deepEqual(await bench.provider.query(paymentRequest(bench, { paymentNo })), report);
  assert.deepEqual(await bench.provider.close(paymentRequest(bench, { paymentNo })), report);
  assert.equal(bench.notifies.length, 1);
});

test('an expired payment with the outcome “late” stays open until the service closes it', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  await bench.checkout.decide(paymentNo, 'late', 'done');
  bench.clock.advance(1_800_000);
  assert.equal((await bench.provider.query(paymentRequest(bench, { paymentNo }))).state, 'open');
  await assert.rejects(bench.checkout.decide(paymentNo, 'paid', 'done'), hasCode('illegal_transition'));
  assert.equal((await bench.provider.close(paymentRequest(bench, { paymentNo }))).state, 'paid');
});

test('an unknown or a declined payment cannot be paid at the checkout', async (t) => {
  const bench = await openSandboxFixture(t);
  assert.equal(await bench.checkout.view(paymentNo), undefined);
  await assert.rejects(bench.checkout.decide(paymentNo, 'paid', 'done'), hasCode('unknown_payment'));
  await openPayment(bench);
  await bench.checkout.decide(paymentNo, 'declined', 'done');
  await assert.rejects(bench.checkout.decide(paymentNo, 'paid', 'done'), hasCode('illegal_transition'));
  assert.equal((await bench.checkout.view(paymentNo))?.state, 'declined');
});

test('the checkout page shows an expired payment as closed and refuses an outcome', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  bench.clock.advance(1_800_000);
  assert.equal((await bench.checkout.view(paymentNo))?.state, 'closed');
  await assert.rejects(bench.checkout.decide(paymentNo, 'late', 'done'), hasCode('illegal_transition'));
});

test('of several simultaneous attempts to pay a payment on the checkout page, only one succeeds', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  const pay = () => bench.checkout.decide(paymentNo, 'paid', 'done');
  const results = await Promise.allSettled([pay(), pay(), pay()]);
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal(bench.notifies.length, 1);
  assert.deepEqual(await bench.ledger.balances(), [{ currency: 'CNY', takenMinor: 690, returnedMinor: 0 }]);
});

for (const answer of [500, 302, 'nothing'] as const) {
  test(`if a notification fails (response: ${answer}), the failure is logged, and a query reports the payment as paid`, async (t) => {
    const bench = await openSandboxFixture(t);
    await openPayment(bench);
    bench.answerWith(answer);
    assert.equal((await bench.checkout.decide(paymentNo, 'paid', 'done')).state, 'paid');
    assert.equal(bench.notifies.length, 1);
    assert.equal(bench.log.lines.at(-1)?.level, 'warn');
    assert.equal((await bench.provider.query(paymentRequest(bench, { paymentNo }))).state, 'paid');
  });
}

test('a genuine notification with an invalid amount is ignored', async (t) => {
  const bench = await openSandboxFixture(t);
  for (const amount of [-1, 1.5, Number.NaN, 2 ** 60]) {
    const verdict = await bench.provider.verifyNotification(bench.paidNotify(paymentNo, amount, 'CNY'));
    assert.equal(verdict.kind, 'ignored');
  }
});
