/** Payment notifications: repeated, forged, contradictory, or about payments that the service does not know. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, formatDay } from '../../../src/domain/civil-day.ts';
import { createRefusedCounts } from '../../../src/usecases/payments/refused-counts.ts';
import { reportMoney } from '../../../src/usecases/payments/report-money.ts';
import type { Store } from '../../../src/usecases/ports/store.ts';
import { code } from '../../support/app-error.ts';
import { operatorOf } from '../../support/console-fixture.ts';
import { notifyOf } from '../../support/fake-provider.ts';
import { anonymous, assertSound, openShop } from '../../support/shop.ts';

test('if a settled payment is reported again with another amount, the notification is recorded as contradicted and changes nothing', async () => {
  await using shop = await openShop();
  const { paymentNo } = await shop.openedColourise();
  await shop.notify(shop.bank.pay(paymentNo));
  const report = shop.bank.payments.get(paymentNo)?.report;
  assert.ok(report?.state === 'paid');
  const other = { ...report, receivedMinor: 1980 };
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'other', paymentNo, report: other }));
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'same', paymentNo, report }));
  const recorded = (await shop.store.read.payments.notifications(paymentNo)).map(
    ({ eventId, verdict, receivedMinor, currency }) => [eventId, verdict, receivedMinor, currency],
  );
  assert.deepEqual(recorded.toSorted(), [
    ['other', 'contradicted', 1980, 'CNY'],
    ['same', 'no_change', 990, 'CNY'],
    ['sandbox-1', 'won', 990, 'CNY'],
  ]);
  const warned = shop.log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields.verdict);
  assert.deepEqual(warned, ['contradicted']);
  await assertSound(shop);
});

test('a notification about an unknown payment is recorded with its amount', async () => {
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

test('a notification from another provider cannot settle a payment or a refund', async () => {
  await using shop = await openShop({ moreProviders: ['other'] });
  const { orderNo, paymentNo } = await shop.openedColourise();
  const notification = shop.bank.pay(paymentNo);
  await shop.notify(notification, 'other');
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
  shop.bank.refundPlan = 'pending';
  await shop.notify(notification);
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

test('a payment notification that arrives ten times is applied once', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  const notification = shop.bank.pay(paymentNo);
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.notify(notification)));
  assert.ok(answers.every(({ status }) => status === 200));
  assert.deepEqual(await shop.events(orderNo), ['created', 'paid']);
  assert.equal((await shop.audit()).sums[0]?.keptMinor, 990);
  const verdicts = shop.log.lines
    .filter(({ message }) => message === 'payment notification')
    .map(({ fields }) => fields.verdict);
  assert.deepEqual(verdicts.toSorted(), [...Array.from({ length: 9 }, () => 'duplicate'), 'won']);
});

test('two notifications of one payment with different event ids are applied once', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  await shop.notify(shop.bank.pay(paymentNo));
  const report = shop.bank.payments.get(paymentNo)?.report ?? assert.fail();
  await shop.notify(notifyOf({ kind: 'payment', eventId: 'other', paymentNo, report }));
  assert.deepEqual(await shop.events(orderNo), ['created', 'paid']);
  await assertSound(shop);
});

test('a notification with a forged signature is refused and changes nothing', async () => {
  await using shop = await openShop();
  const { orderNo, paymentNo } = await shop.openedColourise();
  const genuine = shop.bank.pay(paymentNo);
  const answer = await shop.notify({ ...genuine, headers: { 'x-signature': 'forged' } });
  assert.equal(answer.status, 400);
  assert.equal(await shop.state(orderNo), 'wait_pay/init');
});

test('a notification of a provider that is not enabled is refused', async () => {
  await using shop = await openShop();
  const notification = notifyOf({ kind: 'ignored', eventId: '1' });
  await assert.rejects(shop.notify(notification, 'other'), code('unknown_operation'));
  assert.equal((await shop.notify(notification)).status, 200);
});

test('a notification that the service does not act on is accepted each time, logged, and not stored', async () => {
  await using shop = await openShop();
  const push = notifyOf({ kind: 'ignored', eventId: 'push' });
  for (let times = 0; times < 2; times++) {
    const { outcome } = await shop.service.receiveNotification('sandbox', push, 'r');
    assert.equal(outcome, 'accepted');
  }
  assert.deepEqual(shop.rows('select * from payment_notifies'), []);
  assert.equal(shop.log.lines.filter(({ fields }) => fields.verdict === 'ignored').length, 2);
});

test('notifications about an unknown payment and an unknown refund are accepted and logged as warnings', async () => {
  await using shop = await openShop();
  const report = { state: 'paid', receivedMinor: 5, currency: 'CNY', providerRef: 'x', paidAt: 1 } as const;
  const unknown = notifyOf({ kind: 'payment', eventId: 'e1', paymentNo: 'P-UNKNOWN', report });
  assert.equal((await shop.notify(unknown)).status, 200);
  const refund = { state: 'pending', providerRefundId: null } as const;
  await shop.notify(notifyOf({ kind: 'refund', eventId: 'e2', refundNo: 'R-UNKNOWN', report: refund }));
  const warned = shop.log.lines.filter(({ level }) => level === 'warn').map(({ fields }) => fields.verdict);
  assert.deepEqual(warned, ['unknown_payment', 'unknown_refund']);
});

test('refused and repeated notifications are counted by reason, and the Money page shows the counts', async () => {
  await using shop = await openShop();
  const { paymentNo } = await shop.openedColourise();
  const genuine = shop.bank.pay(paymentNo);
  const forged = { ...genuine, headers: { 'x-signature': 'forged' } };
  const outcomes = [];
  for (const notification of [forged, genuine, genuine, forged]) {
    outcomes.push((await shop.service.receiveNotification('sandbox', notification, 'r')).outcome);
  }
  assert.deepEqual(outcomes, ['signature', 'accepted', 'replay', 'signature']);
  await shop.deps.refusedCounts.write();
  const day = formatDay(dayOf(shop.clock.now(), shop.deps.settings.zone));
  const { refused } = await reportMoney(shop.deps, operatorOf('viewer'), day, day);
  assert.deepEqual(
    refused.map(({ provider, code, times }) => [provider, code, times]),
    [
      ['sandbox', 'replay', 1],
      ['sandbox', 'signature', 2],
    ],
  );
  assert.equal(refused[1]?.lastWhy, 'the signature is wrong');
  await assertSound(shop);
});

test('forged notifications are refused while the database does not respond, and counted when it responds again', async () => {
  let isDown = true;
  const down = () => Promise.reject(new Error('the database does not respond'));
  await using shop = await openShop({
    wrap(deps) {
      const { store, log, clock } = deps;
      const failing: Store = { ...store, transaction: (work) => (isDown ? down() : store.transaction(work)) };
      return { ...deps, store: failing, refusedCounts: createRefusedCounts({ store: failing, log, clock }) };
    },
  });
  const genuine = notifyOf({ kind: 'ignored', eventId: '1' });
  const forged = { ...genuine, headers: { 'x-signature': 'forged' } };
  const send = () => Promise.all(Array.from({ length: 50 }, () => shop.notify(forged)));
  assert.ok((await send()).every(({ status }) => status === 400));
  const { refusedCounts } = shop.deps;
  await refusedCounts.write();
  await send();
  isDown = false;
  await refusedCounts.write();
  const { store, clock, log } = shop.deps;
  const otherProcess = createRefusedCounts({ store, clock, log });
  otherProcess.count('sandbox', 'signature', 'counted by another process');
  await otherProcess.write();
  const [refused, ...others] = await store.read.payments.refused(0, clock.now() + 1);
  assert.deepEqual([refused?.times, refused?.lastWhy, others], [101, 'counted by another process', []]);
});
