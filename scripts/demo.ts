/**
 * `npm run demo [folder]`: acts as a customer who visits the shop over HTTP. It starts a service in a
 * temporary folder, or uses the service at `BASE_URL`. It uploads sample photos, orders all three goods, pays
 * in the sandbox, follows the work and saves the pictures in the folder.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { startService } from './demo/demo-service.ts';
import { makeSamples, type Sample } from './demo/samples.ts';
import { watchUntilDone } from './demo/watch.ts';

const folder = resolve(process.argv[2] ?? join('out', 'demo'));

interface Good {
  readonly id: number;
  readonly title: string;
  readonly price: number;
  readonly funct_name: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** A customer with a guest token: the first order returns the token, and later calls send it. */
function createCustomer(baseUrl: string) {
  let token: string | null = null;

  async function call(operation: string, body: string | FormData, contentType?: string): Promise<Fields> {
    const headers = new Headers();
    if (contentType !== undefined) headers.set('content-type', contentType);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    const answer = await fetch(`${baseUrl}/index.php/v1/${operation}`, { method: 'POST', headers, body });
    token = answer.headers.get('x-user-token') ?? token;
    const value: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${JSON.stringify(value)}`);
    return fieldsOf(value);
  }

  return {
    post: (operation: string, parameters: Fields = {}) =>
      call(operation, JSON.stringify(parameters), 'application/json'),
    upload(sample: Sample) {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(sample.jpeg)], { type: 'image/jpeg' }), sample.name);
      return call('ext_upload', form);
    },
    token: () => token,
  };
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

async function listGoods(baseUrl: string): Promise<Good[]> {
  const answer = await fetch(`${baseUrl}/index.php/v1/goods_list`, { method: 'POST' });
  const value: unknown = await answer.json();
  if (!Array.isArray(value)) throw new Error('goods_list did not return a list');
  return value.map(fieldsOf).map((good) => ({
    id: Number(good.id),
    title: String(good.title),
    price: Number(good.price),
    funct_name: String(good.funct_name),
  }));
}

async function saveResult(order: Fields, name: string): Promise<string> {
  const answer = await fetch(String(order.deal_result));
  if (!answer.ok) throw new Error(`the result of ${name} answered ${answer.status}`);
  const path = join(folder, `${name}.jpg`);
  await writeFile(path, new Uint8Array(await answer.arrayBuffer()));
  return path;
}

async function visit(baseUrl: string): Promise<string[]> {
  const customer = createCustomer(baseUrl);
  const goods = await listGoods(baseUrl);
  const samples = await makeSamples();
  const saved: string[] = [];

  async function buy(functName: string, name: string, parameters: Fields, hasResult: boolean): Promise<void> {
    const good = goods.find((known) => known.funct_name === functName);
    if (good === undefined) throw new Error(`no good has the operation ${functName}`);
    const { order_no: orderNo } = await customer.post(functName, { goods_id: good.id, ...parameters });
    const { url } = await customer.post('pay_order', { order_no: orderNo });
    const paid = await fetch(String(url), {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'outcome=paid',
    });
    if (!paid.ok) throw new Error(`the checkout answered ${paid.status}: ${await paid.text()}`);
    await watchUntilDone(baseUrl, String(orderNo), customer.token(), `${good.title} ${name}`);
    const order = await customer.post('fetch_order', { order_no: orderNo });
    if (order.deal_status !== 'done') throw new Error(`${name} was not made: ${JSON.stringify(order)}`);
    if (hasResult) saved.push(await saveResult(order, name));
  }

  const portrait = await customer.upload(samples.portrait);
  for (const color of ['blue', 'red', 'white']) {
    await buy('mark_order_yiCunZhao', `id-photo-${color}`, { path: portrait.path, color }, true);
  }
  const old = await customer.upload(samples.oldPhoto);
  await writeFile(join(folder, 'old-photo.jpg'), samples.oldPhoto.jpeg);
  await buy('mark_order_zhaopianshangse', 'old-photo-coloured', { path: old.path }, true);
  await buy('mark_order_vip', 'membership', { num: 3 }, false);
  const vip = await customer.post('my_vip');
  console.log(`member: ${JSON.stringify(vip)}`);
  return saved;
}

await mkdir(folder, { recursive: true });
const service = await startService(process.env.BASE_URL);
try {
  console.log(`service: ${service.baseUrl}`);
  for (const path of await visit(service.baseUrl)) console.log(`saved: ${path}`);
} finally {
  await service.stop();
}
