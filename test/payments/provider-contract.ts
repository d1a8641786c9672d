/**
 * What every payment provider promises. Each adapter runs this suite against a bank that it can script: the
 * sandbox's own, or a local fake of the provider's servers.
 */

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type {
  NotifyVerdict,
  PaymentProvider,
  PaymentRequest,
  RawNotify,
  RefundRequest,
} from '../../src/usecases/ports/payment-provider.ts';
import type { ManualClock } from '../support/manual-clock.ts';

export type RefundCourse = 'done' | 'pending' | 'failed';

export interface ProviderBench {
  readonly provider: PaymentProvider;
  readonly clock: ManualClock;
  /** What the provider has posted so far, oldest first. */
  readonly notifies: readonly RawNotify[];
  /** The customer pays, and the provider posts its notify. Rejects when the provider takes no money. */
  pay(paymentNo: string, refundCourse?: RefundCourse): Promise<void>;
  /** The customer tries, and the provider declines and says so. */
  decline(paymentNo: string): Promise<void>;
  /** Lets so much time pass that a pending refund is through; the provider may post a notify. */
  finishRefund(refundNo: string): Promise<void>;
  /** A genuine notify that this payment was paid with this amount. */
  paidNotify(paymentNo: string, amountMinor: number, currency: string): RawNotify;
  /** A genuine notify of a kind that no payment service knows. */
  strangeNotify(): RawNotify;
  /** What the bank has given back of this payment. */
  returnedMinor(paymentNo: string): Promise<number>;
  /** Age at which a notify is a replay; null where the protocol has no such bound. */
  readonly toleranceMs: number | null;
}

export type OpenBench = (context: TestContext) => Promise<ProviderBench>;

let numbers = 0;

function paymentRequest(bench: ProviderBench, more: Partial<PaymentRequest> = {}): PaymentRequest {
  numbers++;
  return {
    paymentNo: `P${String(numbers).padStart(9, '0')}`,
    orderNo: `O${numbers}`,
    title: '一寸照',
    amountMinor: 690,
    currency: 'CNY',
    channel: bench.provider.channels[0] ?? '',
    expiresAt: bench.clock.now() + 30 * 60_000,
    notifyUrl: 'https://kiosk.example/index.php/v1/pay_notify/x',
    returnUrl: 'https://kiosk.example/',
    ...more,
  };
}

function refundRequest(payment: PaymentRequest, more: Partial<RefundRequest> = {}): RefundRequest {
  numbers++;
  return {
    refundNo: `R${String(numbers).padStart(9, '0')}`,
    paymentNo: payment.paymentNo,
    providerRef: null,
    amountMinor: payment.amountMinor,
    totalMinor: payment.amountMinor,
    currency: payment.currency,
    reason: 'The picture could not be made.',
    notifyUrl: payment.notifyUrl,
    ...more,
  };
}

async function openPayment(bench: ProviderBench): Promise<PaymentRequest> {
  const request = paymentRequest(bench);
  await bench.provider.open(request);
  return request;
}

async function paidPayment(bench: ProviderBench, course: RefundCourse = 'done'): Promise<PaymentRequest> {
  const request = await openPayment(bench);
  await bench.pay(request.paymentNo, course);
  return request;
}

function lastNotify(bench: ProviderBench): RawNotify {
  const notify = bench.notifies.at(-1);
  assert.ok(notify !== undefined, 'the provider posted nothing');
  return notify;
}

function isForged(verdict: NotifyVerdict): boolean {
  return verdict.kind === 'forged';
}

export function testPaymentProvider(name: string, open: OpenBench): void {
  describe(name, () => {
    testPayments(open);
    testClosing(open);
    testNotifies(open);
    testForgeries(open);
    testRefunds(open);
  });
}

function testPayments(open: OpenBench): void {
  test('a payment that was never opened is unknown', async (t) => {
    const { provider } = await open(t);
    assert.deepEqual(await provider.query('P000000000'), { state: 'unknown' });
    assert.deepEqual(await provider.close('P000000000'), { state: 'unknown' });
  });

  test('an opened payment is open, and gives the client what it needs', async (t) => {
    const bench = await open(t);
    const { clientData } = await bench.provider.open(paymentRequest(bench));
    assert.ok(Object.keys(clientData).length > 0);
    for (const value of Object.values(clientData)) assert.equal(typeof value, 'string');
  });

  test('opening again under the same number is the same payment, paid or not', async (t) => {
    const bench = await open(t);
    const request = await openPayment(bench);
    const again = await bench.provider.open(request);
    assert.deepEqual(again, await bench.provider.open(request));
    await bench.pay(request.paymentNo);
    await bench.provider.open(request);
    assert.equal((await bench.provider.query(request.paymentNo)).state, 'paid');
    await assert.rejects(bench.pay(request.paymentNo));
  });

  test('a number stands for one amount', async (t) => {
    const bench = await open(t);
    const request = await openPayment(bench);
    await assert.rejects(bench.provider.open({ ...request, amountMinor: request.amountMinor + 1 }));
  });

  test('a paid payment tells amount, currency, reference and time', async (t) => {
    const bench = await open(t);
    const request = await paidPayment(bench);
    const standing = await bench.provider.query(request.paymentNo);
    assert.ok(standing.state === 'paid');
    assert.equal(standing.receivedMinor, request.amountMinor);
    assert.equal(standing.currency, request.currency);
    assert.ok(standing.providerRef.length > 0);
    assert.ok(Math.abs(standing.paidAt - bench.clock.now()) < 1000);
  });

  test('a declined payment is declined, with a reason', async (t) => {
    const bench = await open(t);
    const request = await openPayment(bench);
    await bench.decline(request.paymentNo);
    const standing = await bench.provider.query(request.paymentNo);
    assert.ok(standing.state === 'declined' && standing.reason.length > 0);
  });

  test('no money is taken after the time to pay', async (t) => {
    const bench = await open(t);
    const request = await openPayment(bench);
    bench.clock.advance(request.expiresAt - bench.clock.now());
    await assert.rejects(bench.pay(request.paymentNo));
    assert.equal((await bench.provider.query(request.paymentNo)).state, 'closed');
  });
}

function testClosing(open: OpenBench): void {
  test('a closed payment stays closed and takes no money', async (t) => {
    const bench = await open(t);
    const request = await openPayment(bench);
    assert.deepEqual(await bench.provider.close(request.paymentNo), { state: 'closed' });
    assert.deepEqual(await bench.provider.close(request.paymentNo), { state: 'closed' });
    await assert.rejects(bench.pay(request.paymentNo));
    assert.deepEqual(await bench.provider.query(request.paymentNo), { state: 'closed' });
  });

  test('closing what is paid answers that it is paid', async (t) => {
    const bench = await open(t);
    const request = await paidPayment(bench);
    const standing = await bench.provider.close(request.paymentNo);
    assert.deepEqual(standing, await bench.provider.query(request.paymentNo));
    assert.equal(standing.state, 'paid');
  });

  test('of a payment and a closing that race exactly one happens, and both sides agree', async (t) => {
    const bench = await open(t);
    for (let round = 0; round < 20; round++) {
      const { paymentNo } = await openPayment(bench);
      const paying = () =>
        bench.pay(paymentNo).then(
          () => true,
          () => false,
        );
      const closing = () => bench.provider.close(paymentNo);
      const [first, second] = round % 2 === 0 ? [paying, closing] : [closing, paying];
      const answers = await Promise.all([first(), second()]);
      const paid = answers.find((answer) => typeof answer === 'boolean');
      const { state } = await bench.provider.query(paymentNo);
      assert.equal(state, paid === true ? 'paid' : 'closed');
      const closed = answers.find((answer) => typeof answer === 'object');
      assert.equal(closed?.state, state);
    }
  });
}

function testNotifies(open: OpenBench): void {
  test('a genuine notify says what a query says', async (t) => {
    const bench = await open(t);
    const request = await paidPayment(bench);
    const verdict = await bench.provider.judgeNotify(lastNotify(bench));
    assert.ok(verdict.kind === 'payment');
    assert.equal(verdict.paymentNo, request.paymentNo);
    assert.ok(verdict.eventId.length > 0);
    assert.deepEqual(verdict.standing, await bench.provider.query(request.paymentNo));
  });

  test('a declined payment is told as declined', async (t) => {
    const bench = await open(t);
    const request = await openPayment(bench);
    await bench.decline(request.paymentNo);
    const verdict = await bench.provider.judgeNotify(lastNotify(bench));
    assert.ok(verdict.kind === 'payment' && verdict.standing.state === 'declined');
    assert.equal(verdict.paymentNo, request.paymentNo);
  });

  test('a repeat has the same event id, another event another one', async (t) => {
    const bench = await open(t);
    await paidPayment(bench);
    const first = await bench.provider.judgeNotify(lastNotify(bench));
    assert.deepEqual(await bench.provider.judgeNotify(lastNotify(bench)), first);
    await paidPayment(bench);
    const other = await bench.provider.judgeNotify(lastNotify(bench));
    assert.ok(first.kind === 'payment' && other.kind === 'payment');
    assert.notEqual(other.eventId, first.eventId);
  });

  test('notifies may be judged in any order: each says only its own', async (t) => {
    const bench = await open(t);
    const payments = [await paidPayment(bench), await paidPayment(bench), await paidPayment(bench)];
    const judged: string[] = [];
    for (const notify of bench.notifies.slice(-3).toReversed()) {
      const verdict = await bench.provider.judgeNotify(notify);
      assert.ok(verdict.kind === 'payment');
      judged.push(verdict.paymentNo);
    }
    assert.deepEqual(judged, payments.map(({ paymentNo }) => paymentNo).toReversed());
  });

  test('the amount and currency that were received are told as they are, right or wrong', async (t) => {
    const bench = await open(t);
    const { paymentNo } = await openPayment(bench);
    const verdict = await bench.provider.judgeNotify(bench.paidNotify(paymentNo, 1, 'USD'));
    assert.ok(verdict.kind === 'payment' && verdict.standing.state === 'paid');
    assert.equal(verdict.standing.receivedMinor, 1);
    assert.equal(verdict.standing.currency, 'USD');
  });

  test('a genuine notify of no interest is ignored, with its event id', async (t) => {
    const bench = await open(t);
    const verdict = await bench.provider.judgeNotify(bench.strangeNotify());
    assert.ok(verdict.kind === 'ignored' && verdict.eventId.length > 0);
  });

  test('acceptance is answered with a success, refusal with an error', async (t) => {
    const { provider } = await open(t);
    assert.equal(Math.floor(provider.answerNotify(true).status / 100), 2);
    assert.ok(provider.answerNotify(false).status >= 400);
  });
}

function testForgeries(open: OpenBench): void {
  test('without its headers, or with any of them changed, a notify is forged', async (t) => {
    const bench = await open(t);
    await paidPayment(bench);
    const { headers, body } = lastNotify(bench);
    assert.ok(isForged(await bench.provider.judgeNotify({ headers: {}, body })));
    const proofs = Object.entries(headers).filter(([name]) => name !== 'content-type');
    assert.ok(proofs.length > 0);
    for (const [name, value = ''] of proofs) {
      for (const changed of [undefined, '', `${value}0`, value.slice(0, -1), '0', '照', ' '.repeat(9999)]) {
        const notify = { headers: { ...headers, [name]: changed }, body };
        assert.ok(isForged(await bench.provider.judgeNotify(notify)), `${name}: ${changed}`);
      }
    }
  });

  test('a body with any byte changed, added or taken away is forged', async (t) => {
    const bench = await open(t);
    await paidPayment(bench);
    const { headers, body } = lastNotify(bench);
    const others = [new Uint8Array(), body.subarray(1), Buffer.concat([body, Buffer.from('\n')])];
    for (let at = 0; at < body.byteLength; at++) {
      const other = Uint8Array.from(body);
      other[at] = (body[at] ?? 0) ^ 1;
      others.push(other);
    }
    for (const other of others) {
      assert.ok(isForged(await bench.provider.judgeNotify({ headers, body: other })));
    }
  });

  test('the proof of one notify does not prove another', async (t) => {
    const bench = await open(t);
    await paidPayment(bench);
    const { headers } = lastNotify(bench);
    await paidPayment(bench);
    const { body } = lastNotify(bench);
    assert.ok(isForged(await bench.provider.judgeNotify({ headers, body })));
  });

  test('an old notify is a replay, and one from the future too', async (t) => {
    const bench = await open(t);
    if (bench.toleranceMs === null) return t.skip('the protocol has no such bound');
    await paidPayment(bench);
    const notify = lastNotify(bench);
    bench.clock.advance(bench.toleranceMs - 1000);
    assert.ok(!isForged(await bench.provider.judgeNotify(notify)));
    bench.clock.advance(2000);
    assert.ok(isForged(await bench.provider.judgeNotify(notify)));
    bench.clock.advance(-2 * bench.toleranceMs - 2000);
    assert.ok(isForged(await bench.provider.judgeNotify(notify)));
  });

  test('nothing is parsed before the signature holds', async (t) => {
    const bench = await open(t);
    await paidPayment(bench);
    const { headers, body } = lastNotify(bench);
    const forged = Uint8Array.from(body);
    forged[0] = (body[0] ?? 0) ^ 1;
    const parse = t.mock.method(JSON, 'parse');
    assert.ok(isForged(await bench.provider.judgeNotify({ headers, body: forged })));
    assert.ok(isForged(await bench.provider.judgeNotify({ headers: {}, body })));
    assert.equal(parse.mock.callCount(), 0);
  });
}

function testRefunds(open: OpenBench): void {
  test('a refund that is done says so, and the money is back', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench);
    const request = refundRequest(payment);
    const standing = await bench.provider.refund(request);
    assert.ok(standing.state === 'done' && standing.providerRefundId.length > 0);
    assert.deepEqual(await bench.provider.queryRefund(request.refundNo), standing);
    assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
  });

  test('the same refund number gives money back once, however often and fast it is asked', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench);
    const request = refundRequest(payment, { amountMinor: 100 });
    await Promise.all([1, 2, 3].map(() => bench.provider.refund(request)));
    await bench.provider.refund(request);
    assert.equal(await bench.returnedMinor(payment.paymentNo), 100);
    await assert.rejects(bench.provider.refund({ ...request, amountMinor: 200 }));
    assert.equal(await bench.returnedMinor(payment.paymentNo), 100);
  });

  test('never more is given back than was taken', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench);
    const part = () => bench.provider.refund(refundRequest(payment, { amountMinor: 400 }));
    assert.equal((await part()).state, 'done');
    assert.equal((await part()).state, 'failed');
    assert.equal(await bench.returnedMinor(payment.paymentNo), 400);
    const other = await paidPayment(bench);
    await Promise.all([1, 2, 3].map(() => bench.provider.refund(refundRequest(other, { amountMinor: 400 }))));
    assert.ok((await bench.returnedMinor(other.paymentNo)) <= 400);
  });

  test('an accepted refund is pending until it is through, and only then done', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench, 'pending');
    const request = refundRequest(payment);
    for (let call = 0; call < 3; call++) {
      assert.equal((await bench.provider.refund(request)).state, 'pending');
      assert.equal((await bench.provider.queryRefund(request.refundNo)).state, 'pending');
    }
    assert.equal(await bench.returnedMinor(payment.paymentNo), 0);
    const before = bench.notifies.length;
    await bench.finishRefund(request.refundNo);
    const standing = await bench.provider.queryRefund(request.refundNo);
    assert.equal(standing.state, 'done');
    assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
    assert.ok(bench.notifies.length > before, 'no notify of the refund');
    const verdict = await bench.provider.judgeNotify(lastNotify(bench));
    assert.ok(verdict.kind === 'refund');
    assert.equal(verdict.refundNo, request.refundNo);
    assert.deepEqual(verdict.standing, standing);
  });

  test('a refused refund tells why, and may be asked for again under its own number', async (t) => {
    const bench = await open(t);
    const payment = await paidPayment(bench, 'failed');
    const request = refundRequest(payment);
    const standing = await bench.provider.refund(request);
    assert.ok(standing.state === 'failed' && standing.reason.length > 0);
    assert.equal((await bench.provider.queryRefund(request.refundNo)).state, 'failed');
    assert.equal(await bench.returnedMinor(payment.paymentNo), 0);
    assert.equal((await bench.provider.refund(request)).state, 'done');
    assert.equal(await bench.returnedMinor(payment.paymentNo), payment.amountMinor);
  });

  test('what was never paid, or is unknown, is never refunded', async (t) => {
    const bench = await open(t);
    const payment = await openPayment(bench);
    assert.equal((await bench.provider.refund(refundRequest(payment))).state, 'failed');
    const unknown = paymentRequest(bench);
    assert.equal((await bench.provider.refund(refundRequest(unknown))).state, 'failed');
    assert.equal((await bench.provider.queryRefund('R000000000')).state, 'failed');
  });
}
