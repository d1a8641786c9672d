/** What the sandbox bank does beyond the contract: the outcomes that its checkout page offers. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import { testPaymentProvider } from '../provider-contract.ts';
import { openSandboxFixture, type SandboxFixture } from './sandbox-fixture.ts';

testPaymentProvider('sandbox', openSandboxFixture);

const paymentNo = 'P1TEST';

async function openPayment(bench: SandboxFixture, channel = 'checkout') {
  return bench.provider.open({
    paymentNo,
    orderNo: 'O1',
    title: '一寸照',
    amountMinor: 690,
    currency: 'CNY',
    channel,
    expiresAt: bench.clock.now() + 1_800_000,
    notifyUrl: 'https://kiosk.example/index.php/v1/pay_notify/sandbox',
    returnUrl: 'https://kiosk.example/?order_no=O1',
  });
}

async function eventIds(bench: SandboxFixture): Promise<string[]> {
  const verdicts = await Promise.all(
    bench.notifies.map((notify) => bench.provider.verifyNotification(notify)),
  );
  return verdicts.map((verdict) => {
    assert.ok(verdict.kind !== 'forged');
    return verdict.eventId;
  });
}

function hasCode(code: string) {
  return (error: unknown) => error instanceof AppError && error.code === code;
}

test('the qr channel gives the page’s address as what a code shows, too', async (t) => {
  const bench = await openSandboxFixture(t);
  const url = `https://kiosk.example/sandbox/checkout/${paymentNo}`;
  const { clientData } = await openPayment(bench, 'qr');
  assert.deepEqual(clientData, { url, code_url: url });
});

test('the client gets the URL of the checkout page, which shows what is to be paid', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  const { clientData } = await bench.provider.open({
    paymentNo: 'P2TEST',
    orderNo: 'O2',
    title: '会员',
    amountMinor: 1990,
    currency: 'CNY',
    channel: 'checkout',
    expiresAt: bench.clock.now() + 1000,
    notifyUrl: 'https://kiosk.example/n',
    returnUrl: 'https://kiosk.example/',
  });
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

test('paid: one notify, to the address that the payment was opened with', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  const view = await bench.checkout.decide(paymentNo, 'paid', 'done');
  assert.equal(view.state, 'paid');
  assert.deepEqual(bench.urls, ['https://kiosk.example/index.php/v1/pay_notify/sandbox']);
});

test('twice: the same event two times, and a second event of the same payment', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  await bench.checkout.decide(paymentNo, 'twice', 'done');
  const [first, second, third, ...rest] = await eventIds(bench);
  assert.equal(first, second);
  assert.notEqual(third, first);
  assert.deepEqual(rest, []);
});

test('lost: the money is booked, nobody is told, and a query finds it', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  await bench.checkout.decide(paymentNo, 'lost', 'done');
  assert.equal(bench.notifies.length, 0);
  assert.equal((await bench.provider.query(paymentNo)).state, 'paid');
});

test('late: no money until the payment is closed, then it is booked and told', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  assert.equal((await bench.checkout.decide(paymentNo, 'late', 'done')).state, 'open');
  assert.equal((await bench.provider.query(paymentNo)).state, 'open');
  assert.equal(bench.notifies.length, 0);
  const report = await bench.provider.close(paymentNo);
  assert.equal(report.state, 'paid');
  assert.equal(bench.notifies.length, 1);
  assert.deepEqual(await bench.provider.query(paymentNo), report);
  assert.deepEqual(await bench.provider.close(paymentNo), report);
  assert.equal(bench.notifies.length, 1);
});

test('late: an expiry alone books nothing, so that the order is cancelled before the money comes', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  await bench.checkout.decide(paymentNo, 'late', 'done');
  bench.clock.advance(1_800_000);
  assert.equal((await bench.provider.query(paymentNo)).state, 'open');
  await assert.rejects(bench.checkout.decide(paymentNo, 'paid', 'done'), hasCode('illegal_transition'));
  assert.equal((await bench.provider.close(paymentNo)).state, 'paid');
});

test('the checkout refuses what is unknown, decided, closed or past its time', async (t) => {
  const bench = await openSandboxFixture(t);
  assert.equal(await bench.checkout.view(paymentNo), undefined);
  await assert.rejects(bench.checkout.decide(paymentNo, 'paid', 'done'), hasCode('unknown_payment'));
  await openPayment(bench);
  await bench.checkout.decide(paymentNo, 'declined', 'done');
  await assert.rejects(bench.checkout.decide(paymentNo, 'paid', 'done'), hasCode('illegal_transition'));
  assert.equal((await bench.checkout.view(paymentNo))?.state, 'declined');
});

test('the page of a payment past its time shows it as closed', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  bench.clock.advance(1_800_000);
  assert.equal((await bench.checkout.view(paymentNo))?.state, 'closed');
  await assert.rejects(bench.checkout.decide(paymentNo, 'late', 'done'), hasCode('illegal_transition'));
});

test('two customers at one page pay once', async (t) => {
  const bench = await openSandboxFixture(t);
  await openPayment(bench);
  const pay = () => bench.checkout.decide(paymentNo, 'paid', 'done');
  const results = await Promise.allSettled([pay(), pay(), pay()]);
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.equal(bench.notifies.length, 1);
  assert.deepEqual(await bench.ledger.balances(), [{ currency: 'CNY', takenMinor: 690, returnedMinor: 0 }]);
});

for (const answer of [500, 302, 'nothing'] as const) {
  test(`a notify answered with ${answer} is logged and left to a query`, async (t) => {
    const bench = await openSandboxFixture(t);
    await openPayment(bench);
    bench.answerWith(answer);
    assert.equal((await bench.checkout.decide(paymentNo, 'paid', 'done')).state, 'paid');
    assert.equal(bench.notifies.length, 1);
    assert.equal(bench.log.lines.at(-1)?.level, 'warn');
    assert.equal((await bench.provider.query(paymentNo)).state, 'paid');
  });
}

test('a body of nonsense under a good signature is never taken for money', async (t) => {
  const bench = await openSandboxFixture(t);
  for (const amount of [-1, 1.5, Number.NaN, 2 ** 60]) {
    const verdict = await bench.provider.verifyNotification(bench.paidNotify(paymentNo, amount, 'CNY'));
    assert.equal(verdict.kind, 'ignored');
  }
});
