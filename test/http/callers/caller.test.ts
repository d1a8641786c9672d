/** Credentials of requests, requests that another site’s page sends, and tokens of new guests. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertProblem } from '../../support/assert-problem.ts';
import { post } from '../../support/http-forms.ts';
import { testApp } from '../../support/test-app.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

describe('credentials of a request', () => {
  const shown: readonly (readonly [string, Record<string, string>, object])[] = [
    ['nothing', {}, {}],
    ['an empty Authorization header', { authorization: '' }, {}],
    ['a bearer token', { authorization: 'Bearer g1.a.b.c' }, { bearer: 'g1.a.b.c' }],
    ['a bearer token in any case', { authorization: 'bearer  x' }, { bearer: 'x' }],
    [
      'an operator',
      { authorization: basic('ada:pass:wörd') },
      { basic: { name: 'ada', password: 'pass:wörd' } },
    ],
    ['the guest cookie', { cookie: 'a=1; photokiosk_guest=g1.x.y.z; b=2' }, { cookie: 'g1.x.y.z' }],
    ['a cookie of another name', { cookie: 'xphotokiosk_guest=g1; photokiosk_guest2=g2' }, {}],
    [
      'a bearer token beside the cookie',
      { authorization: 'Bearer t', cookie: 'photokiosk_guest=c' },
      { bearer: 't' },
    ],
  ];
  for (const [what, headers, credentials] of shown) {
    it(`${what} reaches the service as ${JSON.stringify(credentials)}`, async () => {
      const { app, fake } = testApp();
      await app.inject(post('/v1/fetch_order', { order_no: 'A' }, headers));
      assert.deepEqual(fake.callsOf('identify')[0]?.[0], credentials);
      await app.close();
    });
  }

  const twoCookies = 'photokiosk_guest=planted; __Host-photokiosk_guest=own';
  const underHttps = [
    ['a=1; __Host-photokiosk_guest=g1.x', { cookie: 'g1.x' }],
    [twoCookies, { cookie: 'own' }],
    // Another host of the same domain can set a cookie of this name, so a shop at https ignores it.
    ['photokiosk_guest=planted', {}],
  ] as const;
  for (const [cookie, credentials] of underHttps) {
    it(`a shop at https takes from the Cookie header "${cookie}" the credentials ${JSON.stringify(credentials)}`, async () => {
      const { app, fake } = testApp({ publicUrl: 'https://kiosk.example' });
      await app.inject(post('/v1/fetch_order', { order_no: 'A' }, { cookie }));
      assert.deepEqual(fake.callsOf('identify')[0]?.[0], credentials);
      const { has_token: hasToken } = (await app.inject({ url: '/shop/config', headers: { cookie } })).json();
      assert.equal(hasToken, 'cookie' in credentials);
      await app.close();
    });
  }

  // PostgreSQL refuses a text that contains NUL, so a query for such a name would fail with 500.
  const unreadable = [basic('nocolon'), basic(':nobody'), basic('ad\0a:x'), basic(`${'a'.repeat(65)}:x`)];
  for (const authorization of ['Bearer', 'Bearer a b', 'Digest x', 'x', ...unreadable]) {
    it(`"${authorization}" in the Authorization header is an invalid credential, and the 401 response names the scheme Bearer`, async () => {
      const { app } = testApp();
      const answer = await app.inject(post('/v1/fetch_order', { order_no: 'A' }, { authorization }));
      assertProblem(answer, 'invalid_credential');
      assert.equal(answer.headers['www-authenticate'], 'Bearer realm="photokiosk"');
      await app.close();
    });
  }

  it('goods_list ignores credentials', async () => {
    const { app, fake } = testApp();
    const answer = await app.inject(post('/v1/goods_list', {}, { authorization: 'Bearer bad' }));
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(fake.callsOf('identify'), []);
    await app.close();
  });
});

const cookie = 'photokiosk_guest=g1.x';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const order = { method: 'POST' as const, url: '/v1/mark_order_vip', payload: 'goods_id=3' };

describe('a request of another site’s page', () => {
  const foreign: readonly Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://127.0.0.1:8080' },
    { origin: 'http://other.example' },
    { origin: 'null' },
    { origin: 'http://shop.example.other.example', host: 'shop.example' },
  ];

  for (const headers of foreign) {
    it(`is refused with the guest’s cookie: ${JSON.stringify(headers)}`, async () => {
      const { app, fake } = testApp();
      const refused = await app.inject({ ...order, headers: { ...form, ...headers, cookie } });
      assert.equal(assertProblem(refused, 'forbidden').reason, 'foreign_origin');
      assert.deepEqual(fake.callsOf('identify'), []);
      await app.close();
    });

    it(`does not replace the guest’s cookie: ${JSON.stringify(headers)}`, async () => {
      const { app } = testApp();
      const answer = await app.inject({ ...order, headers: { ...form, ...headers } });
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['x-user-token'], 'g1.token');
      assert.equal(answer.headers['set-cookie'], undefined);
      await app.close();
    });
  }

  it('is accepted with a bearer token, because no browser adds one by itself', async () => {
    const { app } = testApp();
    const headers = { ...form, 'sec-fetch-site': 'cross-site', cookie, authorization: 'Bearer g1.x' };
    assert.equal((await app.inject({ ...order, headers })).statusCode, 200);
    await app.close();
  });
});

describe('a request of the shop’s own page or of an app', () => {
  const own: readonly Record<string, string>[] = [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://other.example' },
    { origin: 'http://127.0.0.1:8080', host: 'behind-a-proxy' },
    { origin: 'https://shop.example', host: 'shop.example' },
  ];

  for (const headers of own) {
    it(`uses and sets the guest’s cookie: ${JSON.stringify(headers)}`, async () => {
      const { app } = testApp();
      const known = await app.inject({ ...order, headers: { ...form, ...headers, cookie } });
      assert.equal(known.statusCode, 200, known.body);
      const fresh = await app.inject({ ...order, headers: { ...form, ...headers } });
      assert.match(String(fresh.headers['set-cookie']), /^photokiosk_guest=/);
      await app.close();
    });
  }
});

describe('a response to a caller without a credential', () => {
  const order = post('/v1/mark_order_vip', { goods_id: 3 });

  it('contains the new guest’s token in X-User-Token and in an HttpOnly cookie', async () => {
    const { app } = testApp();
    const { headers } = await app.inject(order);
    assert.equal(headers['x-user-token'], 'g1.token');
    assert.equal(
      headers['set-cookie'],
      'photokiosk_guest=g1.token; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax',
    );
    await app.close();
  });

  it('sets a Secure cookie that is bound to the host when the public URL is https', async () => {
    const { app } = testApp({ publicUrl: 'https://kiosk.example' });
    const { headers } = await app.inject(order);
    assert.match(String(headers['set-cookie']), /^__Host-photokiosk_guest=g1.token; Path=\/; .*; Secure$/);
    await app.close();
  });

  it('a response to a known caller contains no new token', async () => {
    const { app } = testApp();
    const { headers } = await app.inject({ ...order, headers: { authorization: 'Bearer g1.x' } });
    assert.equal(headers['x-user-token'], undefined);
    assert.equal(headers['set-cookie'], undefined);
    await app.close();
  });
});
