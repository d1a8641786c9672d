import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Answer, type Fields, fieldsOf, textField } from '../support/http-client.ts';
import { assertOrder, orderFields } from '../support/order-shape.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { createCustomer } from './customer.ts';
import { serviceForThisFile } from './running-service.ts';

const issuer = 'https://login.example';
const audience = 'photokiosk';
const keys = await generateKeyPair('ES256');

/**
 * Starts a server that serves only the public keys of the operator's identity provider. @returns the address of the
 * keys.
 */
async function startJwks(): Promise<string> {
  const key = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: [key] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  return `http://127.0.0.1:${address.port}/jwks.json`;
}

function tokenOf(subject: string, lifetime = '5m', signer = keys.privateKey): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
    .setSubject(subject)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(signer);
}

const { client } = await serviceForThisFile({
  JWKS_URL: await startJwks(),
  JWT_ISSUER: issuer,
  JWT_AUDIENCE: audience,
});
const photos = await samplePhotos();

test('the order of a signed-in user does not exist for any other caller', async () => {
  const anna = createCustomer(client, { token: await tokenOf('anna') });
  const orderNo = await anna.order('mark_order_vip', 3, { num: 1 });
  assertOrder(await anna.fetchOrder(orderNo), { status: 'wait_pay' });
  const others = [
    createCustomer(client),
    createCustomer(client, { token: await tokenOf('bert') }),
    createCustomer(client, { token: await guestToken() }),
  ];
  for (const other of others) {
    for (const operation of ['fetch_order', 'pay_order', 'cancel_order', 'refund_order']) {
      const answer = await other.call(operation, { order_no: orderNo });
      const nothing = await other.call(operation, { order_no: `${orderNo.slice(0, -1)}#` });
      assert.equal(answer.status, 404, `${operation}: ${answer.text}`);
      assert.equal(answer.fields.code, 'unknown_order');
      assert.equal(
        answer.fields.detail,
        nothing.fields.detail,
        'the same response as for an order that does not exist',
      );
    }
    const stream = await client.get(`/index.php/v1/order_events?order_no=${orderNo}`);
    assert.equal(stream.status, 404);
  }
  assertOrder(await anna.fetchOrder(orderNo), { status: 'wait_pay' });
});

async function guestToken(): Promise<string> {
  const guest = createCustomer(client);
  await guest.order('mark_order_vip', 3, { num: 1 });
  const token = guest.token();
  assert.ok(token !== null);
  return token;
}

test('only the signed-in user who uploaded a photo can order with it', async () => {
  const anna = createCustomer(client, { token: await tokenOf('anna') });
  const path = await anna.upload(photos.old);
  const bert = createCustomer(client, { token: await tokenOf('bert') });
  for (const other of [bert, createCustomer(client)]) {
    const answer = await other.call('mark_order_zhaopianshangse', { goods_id: 1, path });
    assert.equal(answer.status, 422, answer.text);
    assert.deepEqual(fieldsOf((answer.fields.errors as unknown[])[0]).pointer, '/path');
  }
  await anna.order('mark_order_zhaopianshangse', 1, { path });
});

test('an expired token, a token with another signature and a malformed token are refused, and the caller does not become a guest', async () => {
  const { privateKey } = await generateKeyPair('ES256');
  const wrong = [await tokenOf('anna', '-1m'), await tokenOf('anna', '5m', privateKey), 'nonsense'];
  for (const token of wrong) {
    const answer = await client.post('mark_order_vip', { goods_id: 3 }, { token });
    assert.equal(answer.status, 401, answer.text);
    assert.equal(answer.fields.code, 'invalid_credential');
    assert.ok(answer.headers.has('www-authenticate'));
  }
});

function ordersOf(answer: Answer): Fields[] {
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(Object.keys(answer.fields), ['orders', 'details', 'before']);
  return Array.isArray(answer.fields.orders) ? answer.fields.orders.map(fieldsOf) : [];
}

test('a user sees the same orders with every valid token', async () => {
  const first = createCustomer(client, { token: await tokenOf('carl') });
  const orderNo = await first.order('mark_order_vip', 3, { num: 1 });
  const again = await client.post('my_orders', {}, { token: await tokenOf('carl', '9m') });
  const list = ordersOf(again);
  assert.deepEqual(
    list.map((order) => order.order_no),
    [orderNo],
  );
  assert.deepEqual(Object.keys(list[0] ?? {}), orderFields);
});

test('the first order creates a guest, whose token owns later orders; the order number alone opens the order', async () => {
  const guest = createCustomer(client);
  const first = await guest.call('mark_order_vip', { goods_id: 3, num: 1 });
  const token = first.headers.get('x-user-token');
  assert.ok(token !== null);
  const cookie = first.headers.get('set-cookie') ?? '';
  for (const attribute of [/HttpOnly/i, /SameSite=/i, /Path=\//i]) assert.match(cookie, attribute);
  const second = await guest.call('mark_order_vip', { goods_id: 3, num: 2 });
  assert.equal(second.headers.get('x-user-token'), null, 'the guest already has a token');
  const numbers = [second, first].map(({ fields }) => textField(fields, 'order_no'));
  const mine = await guest.call('my_orders');
  const list = ordersOf(mine);
  assert.deepEqual(
    list.map((order) => order.order_no),
    numbers,
  );
  const stranger = createCustomer(client);
  assertOrder(await stranger.fetchOrder(numbers[1] ?? ''), { status: 'wait_pay' });
  const nameless = await stranger.call('my_orders');
  assert.equal(nameless.status, 401);
});

test('a member pays the member price, and a guest the full price', async () => {
  const member = createCustomer(client);
  await member.pay(await member.order('mark_order_vip', 3, { num: 1 }));
  const guest = createCustomer(client);
  for (const [customer, price] of [
    [member, 290],
    [guest, 690],
  ] as const) {
    const path = await customer.upload(photos.portrait);
    const orderNo = await customer.order('mark_order_yiCunZhao', 2, { path, color: 'blue' });
    assertOrder(await customer.fetchOrder(orderNo), { price });
  }
});
