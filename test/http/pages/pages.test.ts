/** The built-in pages, their files and their security headers. */

import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { AppError, errorCatalogue } from '../../../src/domain/errors.ts';
import { defaultCatalogue } from '../../../src/domain/goods/default-catalogue.ts';
import { builtInSettings } from '../../../src/domain/shop-settings.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { testApp } from '../../support/test-app.ts';

const storefront = {
  providers: [],
  guestsAllowed: true,
  orderExpiryMs: 1,
  resultKeptMs: 1,
  memberResultKeptMs: 1,
  resultLinkMs: 1,
  emailsOffered: false,
  settings: () => builtInSettings,
};

describe('the built-in pages', () => {
  const { app } = testApp();
  after(() => app.close());

  for (const url of ['/docs/errors']) {
    it(`${url} forbids scripts, framing and content of other origins`, async () => {
      const answer = await app.inject(url);
      assert.equal(answer.statusCode, 200);
      const policy = String(answer.headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|script-src|https?:/);
      assert.equal(answer.headers['x-content-type-options'], 'nosniff');
      assert.equal(answer.headers['referrer-policy'], 'no-referrer');
      assert.doesNotMatch(answer.body, /<script|<style|style=|https?:\/\//);
    });
  }

  it('link the design tokens, which are served with them', async () => {
    const page = await app.inject('/docs/errors');
    assert.match(page.body, /<link rel="stylesheet" href="\/assets\/tokens\.css">/);
    const tokens = await app.inject('/assets/tokens.css');
    assert.equal(tokens.headers['content-type'], 'text/css; charset=utf-8');
    assert.match(tokens.body, /--colour-page:/);
  });

  it('every icon of the default catalogue is served as an SVG', async () => {
    for (const { icon } of defaultCatalogue) {
      const answer = await app.inject(icon);
      assert.equal(answer.statusCode, 200, icon);
      assert.equal(answer.headers['content-type'], 'image/svg+xml; charset=utf-8');
      assert.match(answer.body, /^<svg /);
    }
  });

  it('/favicon.ico is an icon file with three sizes, because not every browser draws an SVG there', async () => {
    const answer = await app.inject('/favicon.ico');
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'image/x-icon');
    assert.deepEqual([...answer.rawPayload.subarray(0, 6)], [0, 0, 1, 0, 3, 0]);
  });

  for (const [tag, title] of [
    ['en-GB', 'Page not found'],
    ['zh-CN', '页面不存在'],
  ] as const) {
    it(`at an unknown address, a browser whose language is ${tag} gets a page in this language, with the status 404 and a link to the shop`, async () => {
      const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': tag };
      const answer = await app.inject({ url: '/no/such/page', headers });
      assert.equal(answer.statusCode, 404);
      assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
      assert.match(answer.body, new RegExp(`<h1>${title}</h1>`));
      assert.match(answer.body, /<a href="\/">/);
    });
  }

  it('an expired link to a picture shows a browser a page, and a program a problem document', async () => {
    const url = '/files/results/none.jpg?expires=1&signature=x';
    const browser = await app.inject({ url, headers: { accept: 'text/html' } });
    const program = await app.inject({ url, headers: { accept: '*/*' } });
    assert.equal(browser.statusCode, program.statusCode);
    assert.match(browser.body, /This link no longer works/);
    assert.match(String(program.headers['content-type']), /^application\/problem\+json/);
  });

  it('the page about a link that no longer works does not say how long links work, because the operator sets the time', async () => {
    const url = '/files/results/none.jpg?expires=1&signature=x';
    for (const language of ['en', 'zh-CN']) {
      const headers = { accept: 'text/html', 'accept-language': language };
      assert.doesNotMatch((await app.inject({ url, headers })).body, /hour|minute|小时|分钟/);
    }
  });

  it('an unknown operation is a problem document for every client, because only programs call operations', async () => {
    const answer = await app.inject({ url: '/index.php/v1/none', headers: { accept: 'text/html' } });
    assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
  });

  it('an unknown address of the console’s API is a problem document for every method', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const answer = await app.inject({ method, url: '/admin/api/none', headers: { accept: 'text/html' } });
      assertProblem(answer, 'unknown_operation');
    }
    const read = await app.inject({ url: '/admin/api/password' });
    assertProblem(read, 'method_not_allowed');
    assert.equal(read.headers.allow, 'POST');
  });

  const missing = [
    '/icons/../app.ts',
    '/icons/%2e%2e/%2e%2e/package.json',
    '/assets/',
    '/icons/.hidden',
    '/docs/static/none.css',
    '/docs/static/..%2f..%2fpackage.json',
  ];
  for (const url of missing) {
    it(`${url} is 404`, async () => assert.equal((await app.inject(url)).statusCode, 404));
  }

  it('/docs/errors explains every code at its own anchor', async () => {
    const { body } = await app.inject('/docs/errors');
    for (const [code, { status }] of Object.entries(errorCatalogue)) {
      assert.ok(body.includes(`<section id="${code}">`), code);
      assert.ok(body.includes(`<code>${code}</code> <span class="status">${status}</span>`));
    }
  });
});

describe('the web pages, when they are not built', () => {
  const { app } = testApp({ webFolder: '/nowhere/' });
  after(() => app.close());

  for (const url of ['/', '/admin', '/admin/orders']) {
    it(`${url} is 503 with an explanation, and the API works`, async () => {
      const answer = await app.inject({ url, headers: { accept: 'text/html' } });
      assert.equal(answer.statusCode, 503);
      assert.match(answer.body, /web pages are not built/);
      assert.equal((await app.inject({ method: 'POST', url: '/v1/goods_list' })).statusCode, 200);
    });
  }
});

describe('the shop’s configuration', () => {
  const { app } = testApp();
  after(() => app.close());

  it('contains the settings of the shop, and whether the browser sent a guest cookie', async () => {
    const answer = await app.inject('/shop/config');
    assert.equal(answer.headers['cache-control'], 'no-store');
    const config: unknown = answer.json();
    assert.deepEqual(config, {
      currency: 'CNY',
      time_zone: 'Asia/Shanghai',
      providers: [{ name: 'sandbox', channels: ['web'], several_orders: true }],
      guests_allowed: true,
      order_expiry_minutes: 30,
      result_kept_days: 7,
      member_result_kept_days: 30,
      result_link_minutes: 60,
      upload_bytes_max: 15_728_640,
      has_token: false,
      contact: null,
      company: '',
      terms_url: '',
      privacy_url: '',
      orders_open: true,
      closed_note: '',
      face_consent: null,
      emails_offered: false,
      photo_check: app.hasRoute({ method: 'POST', url: '/index.php/v1/check_photo' }),
      goods: {
        1: { description: '', picture: '' },
        2: { description: '', picture: '' },
        3: { description: '', picture: '' },
      },
      member_prices: { 1: 490, 2: 290 },
    });
    const known = await app.inject({ url: '/shop/config', headers: { cookie: 'photokiosk_guest=abc' } });
    assert.equal(known.json<{ has_token: boolean }>().has_token, true);
  });

  it('contains a channel that needs the provider’s account only for a customer who has signed in with it', async () => {
    const wechat = { name: 'wechat', channels: ['jsapi', 'native'], payerChannels: ['jsapi'] };
    const providers = [{ ...wechat, takesJointPayments: true }];
    const { app: own, fake } = testApp({ storefront: { ...storefront, providers } });
    const channels = async () => {
      const answer = await own.inject({ url: '/shop/config', headers: { cookie: 'photokiosk_guest=abc' } });
      return answer.json<{ providers: { channels: string[] }[] }>().providers[0]?.channels;
    };
    assert.deepEqual(await channels(), ['native']);
    fake.script({ signedInWith: async () => ['wechat'] });
    assert.deepEqual(await channels(), ['jsapi', 'native']);
    fake.script({
      identify: async () => {
        throw new AppError('invalid_credential', 'No.');
      },
    });
    assert.deepEqual(await channels(), ['native'], 'an old cookie is no error');
    await own.close();
  });

  it('where customers must sign in, a cookie counts as a token only while its customer is signed in', async () => {
    const { app: own, fake } = testApp({ storefront: { ...storefront, guestsAllowed: false } });
    const hasToken = async (headers: Record<string, string>) =>
      (await own.inject({ url: '/shop/config', headers })).json<{ has_token: boolean }>().has_token;
    const cookie = 'photokiosk_guest=abc';
    fake.script({ identify: async () => ({ kind: 'user', userId: 1 }) });
    assert.equal(await hasToken({ cookie }), true);
    assert.equal(await hasToken({}), false);
    fake.script({
      identify: async () => {
        throw new AppError('unauthenticated', 'Please sign in.');
      },
    });
    assert.equal(await hasToken({ cookie }), false);
    await own.close();
  });
});

describe('the API reference', () => {
  const { app } = testApp();
  after(() => app.close());

  it('is as wide as the screen of a phone', async () => {
    const { body } = await app.inject('/docs');
    assert.match(body, /<head><meta name="viewport" content="width=device-width, initial-scale=1">/);
  });

  it('gives for each order operation the example of a good that a new shop sells by this operation', async () => {
    const { paths } = (await app.inject('/openapi.json')).json();
    for (const [index, { functName }] of defaultCatalogue.entries()) {
      const { content } = paths[`/index.php/v1/${functName}`].post.requestBody;
      const { goods_id: goodsId } = content['application/json'].schema.properties;
      assert.deepEqual(goodsId.examples, [index + 1], functName);
    }
  });

  it('lists the operations of the console after all others', async () => {
    const paths = Object.keys((await app.inject('/openapi.json')).json().paths);
    const first = paths.findIndex((path) => path.startsWith('/admin/'));
    assert.ok(first > 0);
    assert.deepEqual(
      paths.slice(first).filter((path) => !path.startsWith('/admin/')),
      [],
    );
  });

  it('loads scripts and styles from this origin only', async () => {
    const page = await app.inject('/docs');
    assert.equal(page.statusCode, 200);
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    assert.doesNotMatch(policy, /https?:|upgrade-insecure-requests|swagger\.io/);
    const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
    assert.ok(loaded.length >= 4);
    for (const url of loaded) {
      assert.ok(url.startsWith('/docs/'), url);
      assert.equal((await app.inject(url)).statusCode, 200, url);
    }
  });
});
