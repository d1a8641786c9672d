/** What an operator sees and does on the page of an order, in a browser on the real service: webhooks and photos. */

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Customer } from '../e2e/customer.ts';
import { skipWithoutChromium } from '../support/browser.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  addSecondOperator,
  type ConsoleService,
  refusedCalls,
  second,
  startConsoleService,
} from './console-service.ts';

/** A server that receives webhooks in place of the operator's own system, and records their ids. */
async function startWebhookReceiver() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  return {
    received,
    url: `http://127.0.0.1:${address.port}/events`,
    close: () => void server.close().closeAllConnections(),
  };
}

/** Orders two ID photos: of the portrait a picture can be made; the other photo shows no person. */
async function orderPhotos(customer: Customer) {
  const photos = await samplePhotos();
  const order = async (photo: Uint8Array<ArrayBuffer>) => {
    const path = await customer.upload(photo);
    const orderNo = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'red' });
    await customer.pay(orderNo);
    return orderNo;
  };
  return { customer, good: await order(photos.portrait), bad: await order(photos.noFace) };
}

describe('operators', { skip: skipWithoutChromium() }, () => {
  let shop: ConsoleService;
  let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
  let photos: Awaited<ReturnType<typeof orderPhotos>>;
  before(async () => {
    receiver = await startWebhookReceiver();
    shop = await startConsoleService({
      EVENTS_URL: receiver.url,
      EVENTS_SECRET: `whsec_${Buffer.alloc(24, 7).toString('base64')}`,
      EVENTS_PRIVATE_ADDRESSES: 'allow',
      IMAGE_PROCESSES: '1',
    });
    // Order these photos first, so that the service processes them while the first test runs.
    photos = await orderPhotos(shop.newCustomer());
    await addSecondOperator(shop);
  });
  after(async () => {
    await shop?.close();
    receiver?.close();
  });

  it('redeliver a webhook with its first id', async () => {
    const orderNo = await shop.membershipOrder(false);
    const visit = await shop.visitAs(second, `/orders/${shop.orderId(orderNo)}`);
    const { page } = visit;
    const number = page.getByText(/^evt_\w+$/).first();
    const eventId = (await number.textContent()) ?? '';
    await waitUntil('the first delivery', () => receiver.received.includes(eventId));
    await page.getByRole('button', { name: 'Redeliver' }).click();
    await waitUntil(
      'the second delivery',
      () => receiver.received.filter((id) => id === eventId).length === 2,
    );
    await page.getByText('Redelivered a webhook').waitFor();
    await visit.close(refusedCalls);
  });

  it('see that a payment was for several orders, and find them by its number', async () => {
    const customer = shop.newCustomer();
    const orders = [
      await customer.order('mark_order_vip', 3),
      await customer.order('mark_order_vip', 3, { num: 2 }),
    ];
    await customer.payTogether(...orders);
    const visit = await shop.visitAs(second, `/orders/${shop.orderId(orders[0] ?? '')}`);
    const { page } = visit;
    await page.getByText('Part of a joint payment of ¥59.70 for several orders', { exact: true }).waitFor();
    const number = await page
      .getByText(/^P[0-9A-Z]{25}$/)
      .first()
      .textContent();
    await page.getByRole('button', { name: /Search/ }).click();
    await page.getByRole('combobox').fill(String(number));
    await page.getByRole('option').nth(1).waitFor();
    assert.equal(await page.getByRole('option').count(), orders.length);
    await visit.close(refusedCalls);
  });

  it('see the original beside the result, the cause of a failure in their language, and the processing times', async () => {
    const { customer, good, bad } = photos;
    await customer.orderWhen(good, 'finished', ({ deal_status }) => deal_status === 'done');
    await customer.orderWhen(bad, 'refunded', ({ status }) => status === 'refund');

    const visit = await shop.visitAs(second, `/orders/${shop.orderId(good)}`, { locale: 'zh-CN' });
    const { page } = visit;
    for (const name of ['客户照片', '成品照片']) {
      const img = page.getByRole('img', { name });
      assert.ok(
        await img.evaluate((it: HTMLImageElement) => it.decode().then(() => it.naturalWidth > 0)),
        name,
      );
    }
    await visit.open(`/orders/${shop.orderId(bad)}`, /一寸照/);
    await page.getByRole('alert').getByText('处理失败', { exact: true }).waitFor();
    assert.equal(await page.getByText(/No face was found/).count(), 0);
    await page
      .getByText(/没有找到人脸/)
      .first()
      .waitFor();
    await page.getByText(/^全部 \d+ 条$/).click();
    await page
      .getByText(/^沙箱 · 收银台/)
      .first()
      .waitFor();
    assert.equal(await page.getByText(/No face was found|sandbox/).count(), 0);
    await visit.check('order-failed-chinese');
    await visit.open('/health', '运行状态');
    await page
      .getByRole('row', { name: /处理照片/ })
      .getByText(/秒$/)
      .first()
      .waitFor();
    await page.getByText('在线', { exact: true }).waitFor();
    await page.getByText(/^可用 .* GB/).waitFor();
    await visit.check('health-chinese');
    await visit.close(refusedCalls);
  });
});
