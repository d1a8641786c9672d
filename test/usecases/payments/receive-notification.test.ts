/** A provider’s notify: told once or ten times, genuine or not, of ours or of a stranger’s money. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { code } from '../../support/app-error.ts';
import { notifyOf } from '../../support/fake-provider.ts';
import { anonymous, assertSound, openShop } from '../../support/shop.ts';

test('another amount than the one that was taken in is told, and moves nothing', async () => {
  await using shop = await openShop();
  const { paymentNo } = await shop.openedColourise();
  await shop.notify(shop.bank.pay(paymentNo));
  const report = shop.bank.payments.get(paymentNo)?.report;
  assert.ok(report?.state === 'paid');
  const other = { ...report, receivedMinor: 1980 };
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'other', paymentNo, report: other }));
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'same', paymentNo, report }));
  const told = (await shop.store.read.payments.notifications(paymentNo)).map(
    ({ eventId, verdict, receivedMinor, currency }) => [eventId, verdict, receivedMinor, currency],
  );
  assert.deepEqual(told.toSorted(), [
    ['other', 'contradicted', 1980, 'CNY'],
    ['same', 'no_change', 990, 'CNY'],
    ['sandbox-1', 'won', 990, 'CNY'],
  ]);
  const warned = shop.log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields.verdict);
  assert.deepEqual(warned, ['contradicted']);
  await assertSound(shop);
});

test('money of a payment that we never opened is written down with its amount', async () => {
  await using shop = await openShop();
  const report = {
    state: 'paid',
    receivedMinor: 700,
    currency: 'EUR',
    providerRef: 'x',
    paidAt: shop.clock.now(),
  } as const;
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'e', paymentNo: 'PX', report }));
  const [record] = await shop.store.read.payments.notifications('PX');
  assert.deepEqual(
    [record?.verdict, record?.receivedMinor, record?.currency],
    ['unknown_payment', 700, 'EUR'],
  );
});

test('a provider has no say in what was opened at another', async () => {
  await using shop = await openShop({ moreProviders: ['other'] });
  const { orderNo, paymentNo } = await shop.openedColourise();
  const notify = shop.bank.pay(paymentNo);
  await shop.notify(notify, 'other');
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  shop.bank.refundPlan = 'pending';
  await shop.notify(notify);
  await shop.service.refundOrder(anonymous, orderNo, null, 'r');
  await shop.drain();
  const [{ refundNo } = assert.fail()] = await shop.refunds(orderNo);
  const done = shop.bank.finishRefund(refundNo, 'done');
  await shop.notify(done, 'other');
  assert.equal(await shop.state(orderNo), 'wait_refund/init');
  await shop.notify(done);
  assert.equal(await shop.state(orderNo), 'refund/init');
  await assertSound(shop);
});

test('a notify that comes twice, or ten times at once, captures once', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  const notify = shop.bank.pay(paymentNo);
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.notify(notify)));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.deepEqual(await shop.events(orderNo), ['created', 'paid']);
  assert.equal((await shop.audit()).sums[0]?.keptMinor, 990);
  const verdicts = shop.log.lines
    .filter(({ message }) => message === 'payment notification')
    .map(({ fields }) => fields.verdict);
  assert.deepEqual(verdicts.toSorted(), [...Array.from({ length: 9 }, () => 'duplicate'), 'won']);
});

test('the same payment told under two event numbers captures once', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.notify(shop.bank.pay(paymentNo));
  const report = shop.bank.payments.get(paymentNo)?.report ?? assert.fail();
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'other', paymentNo, report }));
  assert.deepEqual(await shop.events(orderNo), ['created', 'paid']);
  await assertSound(shop);
});

test('a forged notify changes nothing and is refused', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  const genuine = shop.bank.pay(paymentNo);
  const answer = await shop.notify({ ...genuine, headers: { 'x-signature': 'forged' } });
  assert.equal(answer.status, 400);
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
});

test('the notify of a provider that is not enabled goes nowhere', async () => {
  await using shop = await openShop();
  const notify = notifyOf({ kind: 'ignored', eventId: '1' });
  await assert.rejects(shop.notify(notify, 'other'), code('unknown_operation'));
  assert.equal((await shop.notify(notify)).status, 200);
});

test('news of a payment that nobody opened is accepted, recorded and warned of', async () => {
  await using shop = await openShop();
  const report = { state: 'paid', receivedMinor: 5, currency: 'CNY', providerRef: 'x', paidAt: 1 } as const;
  const stranger = notifyOf({ kind: 'payment', eventId: 'e1', paymentNo: 'P-STRANGE', report });
  assert.equal((await shop.notify(stranger)).status, 200);
  const refund = { state: 'pending', providerRefundId: null } as const;
  await shop.notify(notifyOf({ kind: 'refund', eventId: 'e2', refundNo: 'R-STRANGE', report: refund }));
  const warned = shop.log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields.verdict);
  assert.deepEqual(warned, ['unknown_payment', 'unknown_refund']);
});
