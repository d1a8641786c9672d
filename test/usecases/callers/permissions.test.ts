/** Operators who call the API with name and password have the same permissions as in the console. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperatorRole } from '../../../src/domain/operator-roles.ts';
import type { OperatorCaller } from '../../../src/usecases/callers/caller.ts';
import { code } from '../../support/app-error.ts';
import { assertSound, colourise, openShop, operator } from '../../support/shop.ts';

const by = (role: OperatorRole): OperatorCaller => ({
  ...operator,
  operator: { ...operator.operator, name: role, role },
});

test('support can cancel and refund, and a viewer can do neither', async () => {
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

test('a viewer can read an order but not its picture', async () => {
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

test('a refund above the configured amount is refused from a single operator and accepted from a customer', async () => {
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
