/** Every provider that takes a reason of a refund gets the same fixed text. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRefunds } from '../../src/payments/alipay/alipay-refunds.ts';
import { createWechatRefunds } from '../../src/payments/wechat/wechat-refunds.ts';
import type { RefundRequest } from '../../src/usecases/ports/payment-provider.ts';
import { openShop, operator } from '../support/shop.ts';
import { paidPayment, refundRequest } from './contract/provider-fixture.ts';
import { openStripeFixture } from './stripe/stripe-fixture.ts';
import { openVirtualFixture } from './wechat-virtual/virtual-fixture.ts';

const text = '订单退款 / Order refund';
const words = 'Mrs Li, phone 13800000000, does not like her hair';

const request: RefundRequest = {
  refundNo: 'R00000001',
  providerRefundId: null,
  amountMinor: 990,
  currency: 'CNY',
  payment: {
    ...{ paymentNo: 'P00000001', providerRef: null, channel: 'web', amountMinor: 990, currency: 'CNY' },
    ...{ payerId: null, createdAt: 0 },
  },
  totalMinor: 990,
  earlierMinor: 0,
  notifyUrl: 'https://shop.test/n',
};

test('a request of a refund contains no words of the operator, and the shop keeps them', async () => {
  await using shop = await openShop();
  const orderNo = await shop.paidColourise();
  await shop.refund(orderNo, operator, words);
  await shop.drain();
  const [refund] = await shop.refunds(orderNo);
  assert.equal(refund?.reason, words);
  const sent = shop.bank.refunds.get(refund.refundNo)?.request;
  assert.ok(sent !== undefined);
  assert.ok(!JSON.stringify(sent).includes('Mrs Li'));
});

test('WeChat Pay gets the fixed text', async () => {
  const sent: unknown[] = [];
  const call = async (_path: string, body?: unknown): Promise<never> => {
    sent.push(body);
    throw new Error('recorded');
  };
  const refunds = createWechatRefunds({ call } as never, { now: () => 0 } as never);
  await assert.rejects(refunds.refund(request), /recorded/);
  assert.equal((sent[0] as { reason: string }).reason, text);
});

test('Alipay gets the fixed text without the characters that it refuses', async () => {
  const sent: unknown[] = [];
  const call = async (_method: string, { bizContent }: { bizContent: unknown }): Promise<never> => {
    sent.push(bizContent);
    throw new Error('recorded');
  };
  await assert.rejects(createRefunds({ call } as never).refund(request), /recorded/);
  assert.equal((sent[0] as { refund_reason: string }).refund_reason, '订单退款 Order refund');
});

test('WeChat’s virtual payment gets the fixed text', async (t) => {
  const bench = await openVirtualFixture(t);
  await bench.provider.refund(refundRequest(await paidPayment(bench)));
  const { body } = bench.fake.calls.find(({ path }) => path.endsWith('/refund_order')) ?? assert.fail();
  assert.equal((JSON.parse(body) as { biz_meta: string }).biz_meta, text);
});

test('Stripe gets the fixed text', async (t) => {
  const bench = await openStripeFixture(t);
  const wanted = refundRequest(await paidPayment(bench));
  await bench.provider.refund(wanted);
  assert.equal(bench.stripe.refundOf(wanted.refundNo).metadata.reason, text);
});
