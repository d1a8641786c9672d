/** Links with which a phone sends its photo to the order form of a desktop computer. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertProblem } from '../../support/assert-problem.ts';
import { headerTokens } from '../../support/deps.ts';
import { post } from '../../support/http-forms.ts';
import { colourise, openShop, type Shop } from '../../support/shop.ts';
import { shopApp } from '../../support/shop-app.ts';

const open = () => openShop({ wrap: (deps) => ({ ...deps, tokens: headerTokens }) });
const minuteMs = 60_000;

type Web = ReturnType<typeof shopApp>;

interface Link {
  readonly token: string;
  readonly secret: string;
  readonly expires_in: number;
}

async function create({ app }: Web): Promise<Link> {
  const answer = await app.inject(post('/v1/create_photo_link', {}));
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json();
}

const look = ({ app }: Web, key: string) => app.inject(post('/v1/photo_link', { key }));
const end = ({ app }: Web, secret: string) => app.inject(post('/v1/end_photo_link', { secret }));

function send({ app }: Web, token: string, more: Readonly<Record<string, string>> = {}) {
  const boundary = 'x-boundary';
  const head = 'Content-Disposition: form-data; name="file"; filename="a.jpg"';
  return app.inject({
    method: 'POST',
    url: '/v1/ext_upload',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'photo-link': token, ...more },
    payload: `--${boundary}\r\n${head}\r\n\r\na photo\r\n--${boundary}--\r\n`,
  });
}

async function orderWith(web: Web, path: string) {
  return web.app.inject(post('/v1/mark_order_zhaopianshangse', { goods_id: colourise.goodsId, path }));
}

function assertNoUpload(shop: Shop): void {
  assert.deepEqual(shop.rows('select path from uploads'), []);
  assert.deepEqual([...shop.disk.stored.keys()], []);
}

test('a photo that a phone sends with the token can be read and ordered with the secret', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const link = await create(web);
  assert.equal(link.expires_in, 600);
  assert.deepEqual((await look(web, link.secret)).json(), {
    photos: 0,
    expires_in: 600,
    path: null,
    url: null,
  });
  // Another customer may be signed in in the phone's browser. The photo must not become this customer's.
  const sent = await send(web, link.token, { authorization: 'Bearer subject.alice' });
  assert.equal(sent.statusCode, 200, sent.body);
  const { photos, path, url } = (await look(web, link.secret)).json();
  assert.deepEqual([photos, path], [1, sent.json().path]);
  assert.equal(typeof url, 'string');
  assert.equal((await orderWith(web, path)).statusCode, 200);
});

test('a second photo that the phone sends replaces the first one in the order form', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const link = await create(web);
  const first = (await send(web, link.token)).json();
  const second = (await send(web, link.token)).json();
  const { photos, path } = (await look(web, link.secret)).json();
  assert.deepEqual([photos, path], [2, second.path]);
  assert.notEqual(first.path, second.path);
});

test('the token of a link can neither read the photo nor end the link, and is no credential for other calls', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const link = await create(web);
  await send(web, link.token);
  const seen = (await look(web, link.token)).json();
  assert.deepEqual([seen.photos, seen.path, seen.url], [1, null, null]);
  await end(web, link.token);
  assert.equal((await look(web, link.secret)).statusCode, 200, 'the token has not ended the link');
  const orders = await web.app.inject(post('/v1/my_orders', {}, { authorization: `Bearer ${link.token}` }));
  assert.equal(orders.statusCode, 401);
});

test('the secret of a link cannot send a photo', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const link = await create(web);
  assertProblem(await send(web, link.secret), 'link_expired');
  assertNoUpload(shop);
});

test('after ten minutes, no photo can be sent or read with the link', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const link = await create(web);
  shop.clock.advance(10 * minuteMs);
  assertProblem(await send(web, link.token), 'link_expired');
  assertProblem(await look(web, link.secret), 'link_expired');
  assertProblem(await look(web, link.token), 'link_expired');
  assertNoUpload(shop);
});

test('after the form has ended the link, the phone cannot send a photo, and the photo that it sent earlier can still be ordered', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const link = await create(web);
  const { path } = (await send(web, link.token)).json();
  assert.deepEqual((await end(web, link.secret)).json(), { ended: true });
  assert.deepEqual((await end(web, link.secret)).json(), { ended: true }, 'again');
  assertProblem(await send(web, link.token), 'link_expired');
  assert.equal((await orderWith(web, path)).statusCode, 200);
});

test('a link that ends while the photo is decoded leaves neither a row nor a file', async () => {
  await using shop = await openShop({
    wrap: (deps) => ({
      ...deps,
      uploadImages: {
        ...deps.uploadImages,
        async run(task, options) {
          const outcome = await deps.uploadImages.run(task, options);
          await deps.store.transaction((tx) => tx.photoLinks.purge(Number.MAX_SAFE_INTEGER));
          return outcome;
        },
      },
    }),
  });
  await using web = shopApp(shop);
  const link = await create(web);
  assertProblem(await send(web, link.token), 'link_expired');
  assertNoUpload(shop);
  assert.deepEqual([...shop.disk.local.keys()], []);
});

test('the order form gets the photo only after its file is stored', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const link = await create(web);
  const { put } = shop.disk.files;
  const seen: unknown[] = [];
  shop.disk.files.put = async (...file) => {
    seen.push((await look(web, link.secret)).json().path);
    await put(...file);
    seen.push(shop.disk.stored.size);
  };
  const { path } = (await send(web, link.token)).json();
  assert.deepEqual(seen, [null, 1]);
  assert.equal((await look(web, link.secret)).json().path, path);
});

test('a photo whose file cannot be stored does not count as sent with the link', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const link = await create(web);
  const { put } = shop.disk.files;
  shop.disk.files.put = () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  assertProblem(await send(web, link.token), 'unavailable');
  shop.disk.files.put = put;
  const { photos, path } = (await look(web, link.secret)).json();
  assert.deepEqual([photos, path], [0, null]);
  assert.equal((await send(web, link.token)).statusCode, 200);
});

test('a link that ends while the file is stored leaves no file', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const link = await create(web);
  const { put } = shop.disk.files;
  shop.disk.files.put = async (...file) => {
    await put(...file);
    await end(web, link.secret);
  };
  assertProblem(await send(web, link.token), 'link_expired');
  assert.deepEqual([...shop.disk.stored.keys()], []);
});

test('a link accepts at most ten photos', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const link = await create(web);
  for (let count = 1; count <= 10; count++) assert.equal((await send(web, link.token)).statusCode, 200);
  assertProblem(await send(web, link.token), 'link_expired');
  assert.equal((await look(web, link.secret)).json().photos, 10);
});

test('an upload with the idempotency key of an upload through another link is refused', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const [one, other] = [await create(web), await create(web)];
  const key = { 'idempotency-key': 'the-key-of-one-upload' };
  const first = await send(web, one.token, key);
  assert.equal((await send(web, one.token, key)).body, first.body);
  assert.equal((await look(web, one.secret)).json().photos, 1);
  assertProblem(await send(web, other.token, key), 'idempotency_key_reused');
});

test('the database contains neither the token nor the secret of a link, and the purge deletes expired links', async () => {
  await using shop = await open();
  await using web = shopApp(shop);
  const link = await create(web);
  const stored = JSON.stringify(shop.rows('select * from photo_links'));
  assert.ok(!stored.includes(link.token) && !stored.includes(link.secret), stored);
  shop.clock.advance(11 * minuteMs);
  await shop.drain();
  assert.deepEqual(shop.rows('select * from photo_links'), []);
});
