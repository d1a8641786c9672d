/** The client with the real service: the built package, the examples of its README, and lost responses. */

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ApiError } from '../../client/src/api-error.ts';
import { fetchTransport } from '../../client/src/fetch-transport.ts';
import { createPhotokiosk } from '../../client/src/photokiosk.ts';
import { wechatTransport } from '../../client/src/wechat-transport.ts';
import { serviceForThisFile } from '../e2e/running-service.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { wx } from './wx-on-fetch.ts';

const { client } = await serviceForThisFile({ IMAGE_PROCESSES: '1' });
const photos = await samplePhotos();
const root = fileURLToPath(new URL('../../', import.meta.url));
const vip = { id: 3, funct_name: 'mark_order_vip' };

/** A project that has installed the client as it is published. */
function projectWithClient(): string {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-client-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const installed = join(folder, 'node_modules/photokiosk-client');
  mkdirSync(installed, { recursive: true });
  copyFileSync(join(root, 'client/package.json'), join(installed, 'package.json'));
  const tsc = join(root, 'node_modules/.bin/tsc');
  execFileSync(tsc, ['-p', join(root, 'client'), '--outDir', join(installed, 'dist')], { stdio: 'inherit' });
  writeFileSync(join(folder, 'photo.jpg'), photos.old);
  return folder;
}

const project = projectWithClient();

/** The `js` examples of the README, with the address of this test's service. */
function examples(): string[] {
  const text = readFileSync(join(root, 'client/README.md'), 'utf8');
  const found = [...text.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  return found.map((code) => code.replaceAll('http://127.0.0.1:8080', client.url));
}

/** Runs an example, and pays when it asks for a payment. @returns what it prints after the payment. */
async function run(code: string, more: readonly string[] = []): Promise<string> {
  const file = join(project, 'example.mjs');
  writeFileSync(file, code);
  const child = spawn(process.execPath, [...more, file], { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let isPaid = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, url] = /Pay at (\S+)\n/.exec(output) ?? [];
      if (url === undefined || isPaid) return;
      isPaid = true;
      void client.checkout(url, 'paid');
    });
  }
  const [code_] = await once(child, 'close');
  assert.equal(code_, 0, output);
  return output.replace(/^Pay at .*\n/, '');
}

describe('the examples of the README', () => {
  const [quickStart = '', miniProgram = '', errors = '', ...others] = examples();

  it('are three', () => assert.deepEqual([others.length, errors !== ''], [0, true]));

  it('upload, order, pay and wait for the picture in Node', async () => {
    assert.match(await run(quickStart), /^done http:\/\/127\.0\.0\.1:\d+\/files\/\S+\n$/);
  });

  it('upload, order, pay and wait for the picture in a mini program', async () => {
    const preload = join(import.meta.dirname, 'wx-on-fetch.ts');
    assert.match(await run(miniProgram, ['--import', preload]), /^(order\n)+done http:\/\/\S+\n$/);
  });

  it('show the code and the field of an error', async () => {
    assert.equal(await run(errors), 'invalid_parameters /num\n');
  });
});

describe('the example of the client guide for event streams', () => {
  it('prints the order, its progress and the end of the stream in Node', async () => {
    const shop = createPhotokiosk({ baseUrl: client.url, transport: fetchTransport() });
    const orderNo = await shop.order(vip, {});
    const { url = '' } = await shop.pay(orderNo);
    const guide = readFileSync(join(root, 'docs/client-guide.md'), 'utf8');
    const code = [...guide.matchAll(/```js\n([\s\S]*?)```/g)]
      .map(([, each = '']) => each)
      .find((each) => !each.includes('EventSource'));
    const known = { base: `${client.url}/index.php/v1`, orderNo };
    const lines = Object.entries(known).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
    await client.checkout(url, 'paid');
    const printed = await run([...lines, code].join('\n'));
    assert.match(printed, /^order \{/);
    assert.match(printed, /end \{\}\n$/);
  });
});

describe('the client', () => {
  it('reports the queue and the progress of a picture from the event stream', async () => {
    const shop = createPhotokiosk({ baseUrl: client.url, transport: fetchTransport() });
    const { path } = await shop.upload(new Blob([photos.old]));
    const [good] = await shop.listGoods();
    assert.ok(good !== undefined);
    const orderNo = await shop.order(good, { path });
    const { url = '' } = await shop.pay(orderNo);
    const kinds = new Set<string>();
    const outcome = shop.waitForResult(orderNo, { onProgress: ({ kind }) => kinds.add(kind) });
    await client.checkout(url, 'paid');
    assert.equal((await outcome).kind, 'done');
    assert.ok(kinds.has('order') && kinds.has('progress'), [...kinds].join());
    assert.equal((await shop.call('my_orders', {})).orders.length, 1);
  });

  it('returns a failed picture as an outcome with the reason', async () => {
    const shop = createPhotokiosk({ baseUrl: client.url, transport: fetchTransport() });
    const { path } = await shop.upload(new Blob([photos.noFace]));
    const orderNo = await shop.order({ id: 2, funct_name: 'mark_order_yiCunZhao' }, { path, color: 'red' });
    const { url = '' } = await shop.pay(orderNo);
    await client.checkout(url, 'paid');
    const outcome = await shop.waitForResult(orderNo);
    assert.equal(outcome.kind, 'failed');
    const refund = (await shop.fetchOrder(orderNo)).pay_ext_refund_data;
    assert.equal(refund?.reason_code, 'no_face');
  });

  it('pays several orders by one payment', async () => {
    const shop = createPhotokiosk({ baseUrl: client.url, transport: fetchTransport() });
    const orderNos = [await shop.order(vip), await shop.order(vip, { num: 2 })];
    const { url = '' } = await shop.payTogether(orderNos);
    await client.checkout(url, 'paid');
    for (const orderNo of orderNos) assert.equal((await shop.waitForResult(orderNo)).kind, 'done');
    await assert.rejects(shop.payTogether(orderNos), { code: 'illegal_transition', status: 409 });
  });

  it('places one order when the response of the first call is lost', async () => {
    const bare = fetchTransport();
    let calls = 0;
    const shop = createPhotokiosk({
      baseUrl: client.url,
      retries: { pause: async () => undefined },
      transport: {
        ...bare,
        async send(request) {
          const answer = await bare.send(request);
          calls += 1;
          if (calls === 1) throw new ApiError({ code: 'unreachable', status: 0 });
          return answer;
        },
      },
    });
    const orderNo = await shop.order(vip, { num: 2 });
    assert.equal(calls, 2);
    const { orders } = await shop.call('my_orders', {});
    assert.deepEqual(
      orders.map((order) => order.order_no),
      [orderNo],
    );
  });

  it('throws an error with the code `unreachable` if no response arrives', async () => {
    const shop = createPhotokiosk({
      // fetch never connects to port 9 (discard).
      baseUrl: 'http://127.0.0.1:9',
      transport: fetchTransport({ timeoutMs: 10_000 }),
      retries: { retriesMax: 0 },
    });
    await assert.rejects(shop.listGoods(), { code: 'unreachable', status: 0 });
  });

  it('keeps the guest token in a mini program and reads errors there', async () => {
    const tokens: string[] = [];
    const shop = createPhotokiosk({
      baseUrl: client.url,
      transport: wechatTransport(wx),
      onToken: (token) => tokens.push(token),
    });
    const orderNo = await shop.order(vip);
    assert.deepEqual([tokens.length, shop.token()], [1, tokens[0]]);
    const cancelled = await shop.call('cancel_order', { order_no: orderNo });
    assert.equal(cancelled.status, 'cancal');
    await assert.rejects(shop.pay(orderNo), { code: 'illegal_transition', status: 409 });
    assert.equal((await shop.waitForResult(orderNo)).kind, 'cancelled');
  });
});
