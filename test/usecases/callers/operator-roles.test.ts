/** An operator's role and the rule of two hold at the public operations, too, where they come with a password. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperatorRole } from '../../../src/domain/operator-roles.ts';
import type { OperatorCaller } from '../../../src/usecases/callers/caller.ts';
import { code } from '../../support/app-error.ts';
import { auditLog } from '../../support/console-fixture.ts';
import { assertSound, colourise, openShop, operator } from '../../support/shop.ts';

const by = (role: OperatorRole): OperatorCaller => ({
  ...operator,
  operator: { ...operator.operator, name: role, role },
});

test('a viewer neither cancels nor refunds; support does', async () => {
  await using shop = await openShop();
  const unpaid = await shop.placeColourise();
  await assert.rejects(shop.service.cancelOrder(by('viewer'), unpaid, 'r1'), code('forbidden'));
  assert.equal(await shop.state(unpaid), 'wait_pay/init');
  await shop.service.cancelOrder(by('support'), unpaid, 'r2');
  const paid = await shop.placeColourise();
  await shop.pay(paid);
  await assert.rejects(shop.service.refundOrder(by('viewer'), paid, null, 'r3'), code('forbidden'));
  assert.deepEqual(await shop.refunds(paid), []);
  await shop.service.refundOrder(by('support'), paid, null, 'r4');
  await shop.settle();
  await assertSound(shop);
});

test('a viewer sees an order and not the customer’s picture', async () => {
  await using shop = await openShop();
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  await shop.drain();
  assert.notEqual((await shop.service.fetchOrder({ kind: 'anonymous' }, orderNo)).resultUrl, null);
  assert.notEqual((await shop.service.fetchOrder(by('support'), orderNo)).resultUrl, null);
  const seen = await shop.service.fetchOrder(by('viewer'), orderNo);
  assert.equal(seen.order.orderNo, orderNo);
  assert.equal(seen.resultUrl, null);
  const extra = { caller: by('viewer'), client: 'c', orderNo, paper: 'a4', colour: null } as const;
  await assert.rejects(shop.service.photoSheet(extra), code('forbidden'));
});

test('no operator alone gives back more than the configured amount, and customers still get theirs', async () => {
  const refundApprovalAboveMinor = colourise.priceMinor - 1;
  await using shop = await openShop({ settings: { refundApprovalAboveMinor } });
  const orderNo = await shop.placeColourise();
  await shop.pay(orderNo);
  await assert.rejects(shop.service.refundOrder(by('owner'), orderNo, null, 'r1'), code('forbidden'));
  assert.deepEqual(await shop.refunds(orderNo), []);
  await shop.service.refundOrder({ kind: 'anonymous' }, orderNo, null, 'r2');
  assert.equal((await shop.refunds(orderNo)).length, 1);

  await using exact = await openShop({ settings: { refundApprovalAboveMinor: colourise.priceMinor } });
  const other = await exact.placeColourise();
  await exact.pay(other);
  await exact.service.refundOrder(by('owner'), other, null, 'r3');
  assert.equal((await exact.refunds(other)).length, 1);
});

test('a cancellation leaves the same audit entry with name and password as in the console', async () => {
  await using shop = await openShop();
  const first = await shop.placeColourise();
  const second = await shop.placeColourise();
  const byPassword = by('support');
  const inConsole = { ...byPassword, sessionId: 7 };
  await shop.service.cancelOrder(byPassword, first, 'r1');
  await shop.service.cancelOrder(inConsole, second, 'r1');
  const entries = (await auditLog(shop)).map(({ id: _, targetId: __, ...entry }) => entry);
  assert.equal(entries.length, 2);
  assert.deepEqual(entries[0], entries[1]);
  assert.deepEqual([entries[0]?.action, entries[0]?.operator], ['order_cancelled', 'support']);
});

test('a refund leaves the same audit entry with name and password as in the console', async () => {
  await using shop = await openShop();
  const byPassword = by('support');
  const inConsole = { ...byPassword, sessionId: 7 };
  await shop.service.refundOrder(byPassword, await shop.paidColourise(), 'Broken.', 'r1');
  await shop.service.refundOrder(inConsole, await shop.paidColourise(), 'Broken.', 'r1');
  const [first, second] = (await auditLog(shop)).map(({ id: _, targetId: __, after, ...entry }) => ({
    ...entry,
    after: { ...after, refund_no: null },
  }));
  assert.deepEqual(first, second);
  assert.deepEqual([first?.action, first?.reason], ['refund_requested', 'Broken.']);
});

test('what customers do is not in the audit log', async () => {
  await using shop = await openShop();
  await shop.service.cancelOrder({ kind: 'anonymous' }, await shop.placeColourise(), 'r1');
  assert.deepEqual(await auditLog(shop), []);
});
