/** Fills a shop by HTTP with an order of each kind, so that a dump of its database has every kind of row. */

import assert from 'node:assert/strict';
import { createCustomer } from '../e2e/customer.ts';
import { operator } from '../e2e/running-service.ts';
import { type Fields, fieldsOf, type HttpClient, textField } from '../support/http-client.ts';
import { samplePhotos } from '../support/sample-photos.ts';

/** The fields of an order that no later version may change. */
const lastingFields = [
  'order_no',
  'goods_id',
  'funct_name',
  'price',
  'status',
  'deal_status',
  'user_id',
  'create_time',
  'pay_time',
] as const;

export const lastingPart = (order: Fields): Fields =>
  Object.fromEntries(lastingFields.map((name) => [name, order[name]]));

const isDone = ({ deal_status }: Fields) => deal_status === 'done';

/**
 * @returns, for each paid order, the fields that no later version may change. Unpaid orders are left out, because
 * they expire.
 */
export async function fillShop(client: HttpClient): Promise<Fields[]> {
  const goods = (await client.post('goods_list')).value;
  assert.ok(Array.isArray(goods), 'a list of goods');
  const idOf = (name: string) => Number(goods.map(fieldsOf).find((good) => good.funct_name === name)?.id);
  const photos = await samplePhotos();
  const customer = createCustomer(client);
  const buyMonths = (num: number) => customer.order('mark_order_vip', idOf('mark_order_vip'), { num });
  const idPhoto = async (photo: Uint8Array<ArrayBuffer>) => {
    const path = await customer.upload(photo);
    return customer.order('mark_order_yiCunZhao', idOf('mark_order_yiCunZhao'), { path, color: 'blue' });
  };

  await buyMonths(1);
  const cancelled = await buyMonths(3);
  await customer.post('cancel_order', { order_no: cancelled });

  const declinedFirst = await buyMonths(2);
  await customer.pay(declinedFirst, 'declined');
  await customer.pay(declinedFirst);
  const picture = await idPhoto(photos.portrait);
  await customer.pay(picture);
  const refused = await idPhoto(photos.noFace);
  await customer.pay(refused);
  const colour = createCustomer(client);
  const path = await colour.upload(photos.old);
  const name = 'mark_order_zhaopianshangse';
  const regretted = await colour.order(name, idOf(name), { path });
  await colour.pay(regretted);

  await customer.orderWhen(declinedFirst, 'extended', isDone);
  await customer.orderWhen(picture, 'made', isDone);
  await customer.orderWhen(refused, 'refunded', ({ status }) => status === 'refund');
  await colour.orderWhen(regretted, 'made', isDone);
  const asOperator = { basic: operator };
  const refund = { order_no: regretted, reason: 'Blurred' };
  assert.equal((await client.post('refund_order', refund, asOperator)).status, 200);
  await colour.orderWhen(regretted, 'refunded', ({ status }) => status === 'refund');
  const paid = [declinedFirst, picture, refused, regretted];
  const views = await Promise.all(paid.map((orderNo) => customer.fetchOrder(orderNo)));
  assert.equal(textField(views[0] ?? {}, 'status'), 'pay');
  return views.map(lastingPart);
}
