import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fields, fieldsOf, textField } from '../support/http-client.ts';
import { assertOrder, assertRefund } from '../support/order-shape.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { waitUntil } from '../support/wait-until.ts';
import { createCustomer } from './customer.ts';
import { operator, serviceForThisFile } from './running-service.ts';

const { client } = await serviceForThisFile();
const photos = await samplePhotos();
const vip = 3;

async function membershipOrder() {
  const customer = createCustomer(client);
  return { customer, orderNo: await customer.order('mark_order_vip', vip, { num: 1 }) };
}

const isPaid = (order: Fields) => order.status === 'pay';
const isRefunded = (order: Fields) => order.status === 'refund';
const refundOf = (order: Fields) => fieldsOf(order.pay_ext_refund_data);

// The tests run at the same time, because several of them wait for scheduled jobs.
describe('money', { concurrency: true }, () => {
  it('a declined payment leaves the order unpaid, and another payment succeeds', async () => {
    const { customer, orderNo } = await membershipOrder();
    const first = await customer.checkoutUrl(orderNo);
    assert.deepEqual(await customer.pay(orderNo, 'declined'), { state: 'declined' });
    assertOrder(await customer.fetchOrder(orderNo), { status: 'wait_pay', pay_time: null });
    assert.notEqual(await customer.checkoutUrl(orderNo), first);
    await customer.pay(orderNo);
    assertOrder(await customer.fetchOrder(orderNo), { status: 'pay', deal_status: 'done' });
  });

  it('a payment notification that arrives twice pays the order once', async () => {
    const { customer, orderNo } = await membershipOrder();
    await customer.pay(orderNo, 'twice');
    const paid = await customer.fetchOrder(orderNo);
    assertOrder(paid, { status: 'pay', deal_status: 'done' });
    const again = await customer.call('pay_order', { order_no: orderNo });
    assert.equal(again.status, 409);
    assert.equal(again.fields.code, 'illegal_transition');
  });

  it('a payment whose notification is lost is found by a query', async () => {
    const { customer, orderNo } = await membershipOrder();
    await customer.pay(orderNo, 'lost');
    assertOrder(await customer.fetchOrder(orderNo), { status: 'wait_pay' });
    assertOrder(await customer.orderWhen(orderNo, 'paid', isPaid), { deal_status: 'done' });
  });

  it('money that arrives after the cancellation is refunded, and the order stays cancelled', async () => {
    const { customer, orderNo } = await membershipOrder();
    const url = await customer.checkoutUrl(orderNo);
    await customer.pay(orderNo, 'late');
    assertOrder(await customer.post('cancel_order', { order_no: orderNo }), { status: 'cancal' });
    // The sandbox receives the money when the service closes the payment.
    await waitUntil('the money has arrived', async () => {
      const { fields } = await client.get(url, { accept: 'application/json' });
      return fields.state === 'paid';
    });
    assertOrder(await customer.fetchOrder(orderNo), {
      status: 'cancal',
      pay_time: null,
      pay_ext_refund_data: null,
    });
    assert.deepEqual(await customer.post('my_vip'), { is_vip: false, vip_until: null });
  });

  it('a cancelled order cannot be paid, and a paid order cannot be cancelled', async () => {
    const first = await membershipOrder();
    const url = await first.customer.checkoutUrl(first.orderNo);
    assertOrder(await first.customer.post('cancel_order', { order_no: first.orderNo }), { status: 'cancal' });
    const pay = await first.customer.call('pay_order', { order_no: first.orderNo });
    assert.equal(pay.status, 409);
    await waitUntil('the payment is closed', async () => {
      const { fields } = await client.get(url, { accept: 'application/json' });
      return fields.state === 'closed';
    });
    assert.equal((await client.checkout(url, 'paid')).status, 409);
    const second = await membershipOrder();
    await second.customer.pay(second.orderNo);
    const cancel = await second.customer.call('cancel_order', { order_no: second.orderNo });
    assert.equal(cancel.status, 409);
  });

  it('when an operator refunds a membership, its months end, and a repeated call changes nothing', async () => {
    const { customer, orderNo } = await membershipOrder();
    await customer.pay(orderNo);
    const byCustomer = await customer.call('refund_order', { order_no: orderNo });
    assert.equal(byCustomer.status, 409, 'the work is done, so only an operator can refund the order');
    const basic = { basic: operator, token: null };
    const requested = await customer.post('refund_order', { order_no: orderNo, reason: '退款' }, basic);
    assert.ok(requested.status === 'wait_refund' || requested.status === 'refund');
    const order = await customer.orderWhen(orderNo, 'refunded', isRefunded);
    const shown = { state: 'done', amount: 1990, currency: 'CNY', reason: '退款', provider: 'sandbox' };
    assertRefund(order.pay_ext_refund_data, shown);
    assert.deepEqual(await customer.post('my_vip'), { is_vip: false, vip_until: null });
    const again = await customer.post('refund_order', { order_no: orderNo }, basic);
    assert.deepEqual(again, order, 'a repeated refund returns the order as it is');
  });

  it('a call with a wrong operator password refunds nothing', async () => {
    const { customer, orderNo } = await membershipOrder();
    await customer.pay(orderNo);
    const basic = { name: operator.name, password: 'guessed' };
    const answer = await customer.call('refund_order', { order_no: orderNo }, { basic, token: null });
    assert.equal(answer.status, 401);
    assertOrder(await customer.fetchOrder(orderNo), { status: 'pay', pay_ext_refund_data: null });
  });

  it('a refund that is pending at the bank is never shown as refunded', async () => {
    const { customer, orderNo } = await membershipOrder();
    await customer.pay(orderNo, 'paid', 'pending');
    await customer.post('refund_order', { order_no: orderNo }, { basic: operator, token: null });
    const order = await customer.orderWhen(orderNo, 'pending', (now) => refundOf(now).state === 'pending');
    assertOrder(order, { status: 'wait_refund' });
    assertRefund(order.pay_ext_refund_data, { state: 'pending', finished_at: null, amount: 1990 });
  });

  it('a refund that the bank refused stays open, and an operator’s retry completes it', async () => {
    const { customer, orderNo } = await membershipOrder();
    await customer.pay(orderNo, 'paid', 'failed');
    const asOperator = { basic: operator, token: null };
    await customer.post('refund_order', { order_no: orderNo }, asOperator);
    const failed = await customer.orderWhen(orderNo, 'refused', (now) => refundOf(now).state === 'failed');
    assertOrder(failed, { status: 'wait_refund' });
    await customer.post('refund_order', { order_no: orderNo }, asOperator);
    const order = await customer.orderWhen(orderNo, 'refunded', isRefunded);
    assert.equal(refundOf(order).refund_no, refundOf(failed).refund_no);
    assertRefund(order.pay_ext_refund_data, { state: 'done' });
  });

  it('the order of a picture that cannot be made is refunded automatically, with the reason', async () => {
    const customer = createCustomer(client);
    const path = await customer.upload(photos.noFace);
    const orderNo = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'white' });
    await customer.pay(orderNo);
    const order = await customer.orderWhen(orderNo, 'refunded', isRefunded);
    assertOrder(order, { deal_status: 'fail', deal_result: null, price: 690 });
    assertRefund(order.pay_ext_refund_data, { state: 'done', amount: 690 });
    assert.match(String(refundOf(order).reason), /face/);
  });

  it('a repeated call with the same idempotency key and body returns the same order; with another body it is refused', async () => {
    const customer = createCustomer(client);
    const key = { idempotencyKey: 'a-key-that-is-hard-to-guess-1', token: null };
    const first = await customer.call('mark_order_vip', { goods_id: vip, num: 3 }, key);
    const second = await customer.call('mark_order_vip', { goods_id: vip, num: 3 }, key);
    assert.equal(textField(second.fields, 'order_no'), textField(first.fields, 'order_no'));
    assert.equal(first.headers.get('idempotent-replayed'), null);
    assert.equal(second.headers.get('idempotent-replayed'), 'true');
    assert.equal(second.headers.get('x-user-token'), first.headers.get('x-user-token'));
    const other = await customer.call('mark_order_vip', { goods_id: vip, num: 4 }, key);
    assert.equal(other.status, 422);
    assert.equal(other.fields.code, 'idempotency_key_reused');
  });
});
