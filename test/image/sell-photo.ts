/** Buys one ID photo over HTTP as a customer's app does: upload, order, payment at the sandbox, download. */

import assert from 'node:assert/strict';
import sharp from 'sharp';
import { createCustomer } from '../e2e/customer.ts';
import { fieldsOf, httpClient, textField } from '../support/http-client.ts';
import { samplePhotos } from '../support/sample-photos.ts';

export interface SoldPhoto {
  readonly width: number;
  readonly height: number;
}

export async function sellPhoto(url: string): Promise<SoldPhoto> {
  const client = httpClient(url);
  const shop = await client.get('/', { accept: 'text/html' });
  assert.match(shop.text, /\/web\/shop\/.*\.js/, 'the image has the pages of the shop');
  const goods = (await client.post('goods_list')).value;
  assert.ok(Array.isArray(goods), 'a list of goods');
  const good = goods.map(fieldsOf).find(({ funct_name }) => funct_name === 'mark_order_yiCunZhao');
  const customer = createCustomer(client);
  const path = await customer.upload((await samplePhotos()).portrait);
  const orderNo = await customer.order('mark_order_yiCunZhao', Number(good?.id), { path, color: 'red' });
  await customer.pay(orderNo);
  const order = await customer.orderWhen(orderNo, 'done', ({ deal_status }) => deal_status === 'done');
  const answer = await fetch(textField(order, 'deal_result'));
  assert.equal(answer.status, 200);
  const { width, height, format } = await sharp(await answer.arrayBuffer()).metadata();
  assert.equal(format, 'jpeg');
  return { width, height };
}
