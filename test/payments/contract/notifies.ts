/** The contract for verifying payment notifications and responding to them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isForged,
  lastNotify,
  type OpenProviderFixture,
  openPayment,
  paidPayment,
  withoutProof,
} from './provider-fixture.ts';

export function testNotifies(open: OpenProviderFixture): void {
  test('a genuine notification contains the same report as a query', async (t) => {
    const bench = await open(t);
    const request = await paidPayment(bench);
    const verdict = await bench.provider.verifyNotification(lastNotify(bench));
    assert.ok(verdict.kind === 'payment');
    assert.equal(verdict.paymentNo, request.paymentNo);
    assert.ok(verdict.eventId.length > 0);
    assert.deepEqual(verdict.report, await bench.provider.query(request));
  });

  test('the notification of a declined payment reports it as declined', async (t) => {
    const bench = await open(t);
    const request = await openPayment(bench);
    if (bench.decline === null) return t.skip('the provider reports no declines');
    await bench.decline(request.paymentNo);
    const verdict = await bench.provider.verifyNotification(lastNotify(bench));
    assert.ok(verdict.kind === 'payment' && verdict.report.state === 'declined');
    assert.equal(verdict.paymentNo, request.paymentNo);
  });

  test('a repeated notification has the same event id, and notifications of different events have different ids', async (t) => {
    const bench = await open(t);
    await paidPayment(bench);
    const first = await bench.provider.verifyNotification(lastNotify(bench));
    assert.deepEqual(await bench.provider.verifyNotification(lastNotify(bench)), first);
    await paidPayment(bench);
    const other = await bench.provider.verifyNotification(lastNotify(bench));
    assert.ok(first.kind === 'payment' && other.kind === 'payment');
    assert.notEqual(other.eventId, first.eventId);
  });

  test('notifications can be verified in any order, and each names its own payment', async (t) => {
    const bench = await open(t);
    const payments = [await paidPayment(bench), await paidPayment(bench), await paidPayment(bench)];
    const judged: string[] = [];
    for (const notify of bench.notifies.slice(-3).toReversed()) {
      const verdict = await bench.provider.verifyNotification(notify);
      assert.ok(verdict.kind === 'payment');
      judged.push(verdict.paymentNo);
    }
    assert.deepEqual(judged, payments.map(({ paymentNo }) => paymentNo).toReversed());
  });

  test('a notification reports the amount and currency that were paid, even if they differ from the request', async (t) => {
    const bench = await open(t);
    const { paymentNo } = await openPayment(bench);
    const currency = bench.onlyCurrency ?? 'USD';
    const verdict = await bench.provider.verifyNotification(bench.paidNotify(paymentNo, 1, currency));
    assert.ok(verdict.kind === 'payment' && verdict.report.state === 'paid');
    assert.equal(verdict.report.receivedMinor, 1);
    assert.equal(verdict.report.currency, currency);
  });

  test('a genuine notification of an unknown event type is ignored and has an event id', async (t) => {
    const bench = await open(t);
    const verdict = await bench.provider.verifyNotification(bench.strangeNotify());
    assert.ok(verdict.kind === 'ignored' && verdict.eventId.length > 0);
  });

  test('an accepted notification gets a response of 2xx, a refused one of at least 400', async (t) => {
    const bench = await open(t);
    await paidPayment(bench);
    const answer = (accepted: boolean) => bench.provider.answerNotification(accepted, lastNotify(bench));
    assert.equal(Math.floor(answer(true).status / 100), 2);
    assert.ok(answer(false).status >= 400);
  });
}

export function testForgeries(open: OpenProviderFixture): void {
  test('a notification is refused if the header or parameter with its signature is absent or changed', async (t) => {
    const bench = await open(t);
    if (bench.signsInBody) return t.skip('no header is a part of the proof');
    await paidPayment(bench);
    const genuine = lastNotify(bench);
    const part = bench.proofs?.part ?? 'headers';
    const given = genuine[part];
    assert.ok(isForged(await bench.provider.verifyNotification(withoutProof(bench, genuine))));
    const names = bench.proofs?.names ?? Object.keys(given).filter((name) => name !== 'content-type');
    assert.ok(names.length > 0);
    for (const name of names) {
      const value = given[name] ?? '';
      for (const changed of [undefined, '', `${value}0`, value.slice(0, -1), '0', '照', ' '.repeat(9999)]) {
        const notify = { ...genuine, [part]: { ...given, [name]: changed } };
        assert.ok(isForged(await bench.provider.verifyNotification(notify)), `${name}: ${changed}`);
      }
    }
  });

  test('a notification is refused when a byte of its body is changed, added or removed', async (t) => {
    const bench = await open(t);
    await paidPayment(bench);
    const genuine = lastNotify(bench);
    const { body } = genuine;
    const { from, to } = bench.signedPart?.(body) ?? { from: 0, to: body.byteLength };
    const inserted = Buffer.concat([body.subarray(0, to), Buffer.from('\n'), body.subarray(to)]);
    const others = [
      new Uint8Array(),
      Buffer.concat([body.subarray(0, from), body.subarray(from + 1)]),
      inserted,
    ];
    for (let at = from; at < to; at++) {
      const other = Uint8Array.from(body);
      other[at] = (body[at] ?? 0) ^ 1;
      others.push(other);
    }
    for (const other of others) {
      assert.ok(isForged(await bench.provider.verifyNotification({ ...genuine, body: other })));
    }
  });

  test('a notification with the signature of another notification is refused', async (t) => {
    const bench = await open(t);
    if (bench.signsInBody) return t.skip('no header is a part of the proof');
    await paidPayment(bench);
    const { headers, query } = lastNotify(bench);
    await paidPayment(bench);
    assert.ok(isForged(await bench.provider.verifyNotification({ ...lastNotify(bench), headers, query })));
  });

  test('a notification is refused when its timestamp is too far in the past or in the future', async (t) => {
    const bench = await open(t);
    const { toleranceMs } = bench;
    if (toleranceMs === null) return t.skip('a notification may be of any age');
    await paidPayment(bench);
    const notify = lastNotify(bench);
    bench.clock.advance(toleranceMs - 1000);
    assert.ok(!isForged(await bench.provider.verifyNotification(notify)));
    bench.clock.advance(2000);
    assert.ok(isForged(await bench.provider.verifyNotification(notify)));
    bench.clock.advance(-2 * toleranceMs - 2000);
    assert.ok(isForged(await bench.provider.verifyNotification(notify)));
  });

  test('a notification without a valid signature is refused before its body is parsed', async (t) => {
    const bench = await open(t);
    await paidPayment(bench);
    const genuine = lastNotify(bench);
    const { body } = genuine;
    const forged = Uint8Array.from(body);
    const { from } = bench.signedPart?.(body) ?? { from: 0 };
    forged[from] = (body[from] ?? 0) ^ 1;
    const parse = t.mock.method(JSON, 'parse');
    assert.ok(isForged(await bench.provider.verifyNotification({ ...genuine, body: forged })));
    const bare = bench.signsInBody
      ? { ...genuine, body: Buffer.from('{"a":1}') }
      : withoutProof(bench, genuine);
    assert.ok(isForged(await bench.provider.verifyNotification(bare)));
    assert.equal(parse.mock.callCount(), 0);
  });
}
