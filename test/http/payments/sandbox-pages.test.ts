/** The sandbox provider's checkout page. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import type { CheckoutView, SandboxCheckout } from '../../../src/usecases/ports/sandbox-checkout.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { encodings } from '../../support/http-forms.ts';
import { testApp } from '../../support/test-app.ts';

const url = '/sandbox/checkout/P1';
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

function shop(changes: Partial<CheckoutView> = {}) {
  const decided: unknown[][] = [];
  const view: CheckoutView = {
    paymentNo: 'P1',
    title: '一寸照',
    amountMinor: 690,
    currency: 'CNY',
    state: 'open',
    returnUrl: 'http://127.0.0.1:8080/back?a=1&b=2',
    ...changes,
  };
  const sandboxCheckout: SandboxCheckout = {
    view: async (paymentNo) => (paymentNo === 'P1' ? view : undefined),
    decide: async (...args) => {
      decided.push(args);
      return { ...view, state: args[1] === 'declined' ? 'declined' : 'paid' };
    },
  };
  return { ...testApp({ sandboxCheckout }), decided };
}

describe('the sandbox checkout', () => {
  it('shows title, amount, five outcomes and a link back, without scripts', async () => {
    const { app } = shop();
    const answer = await app.inject({ url, headers: browser });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
    for (const outcome of ['paid', 'declined', 'late', 'twice', 'lost']) {
      assert.ok(answer.body.includes(`value="${outcome}"`));
    }
    for (const plan of ['done', 'pending', 'failed'])
      assert.ok(answer.body.includes(`<option value="${plan}">`));
    assert.ok(answer.body.includes('¥6.90'));
    assert.ok(answer.body.includes('href="http://127.0.0.1:8080/back?a=1&amp;b=2"'));
    assert.doesNotMatch(answer.body, /<script|style=|onclick/);
    assert.match(
      String(answer.headers['content-security-policy']),
      /default-src 'none'.*frame-ancestors 'none'/,
    );
    assert.equal(answer.headers['referrer-policy'], 'no-referrer');
    await app.close();
  });

  it('uses the browser’s preferred language of Chinese and English, and English otherwise', async () => {
    const { app } = shop();
    const pageFor = async (language: string) =>
      (await app.inject({ url, headers: { ...browser, 'accept-language': language } })).body;
    for (const language of ['zh-CN,zh;q=0.9,en;q=0.8', 'ZH', 'fr-FR,zh-TW;q=0.5']) {
      const body = await pageFor(language);
      assert.match(body, /<html lang="zh-CN">.*付款成功，商店收到一次通知。.*返回商店/s);
      assert.doesNotMatch(body, />[A-Z][a-z]+ /);
    }
    for (const language of ['en-GB,zh;q=0.5', 'de', '']) {
      assert.match(await pageFor(language), /<html lang="en">.*no real money moves/s);
    }
    await app.close();
  });

  it('shows the default goods in the customer’s language, and the operator’s own goods with the titles that the operator wrote', async () => {
    const { app } = shop();
    const titleFor = async (language: string) =>
      /<h1>(.*)<\/h1>/.exec(
        (await app.inject({ url, headers: { ...browser, 'accept-language': language } })).body,
      )?.[1];
    assert.equal(await titleFor('en'), 'One-inch ID photo');
    assert.equal(await titleFor('zh-CN'), '一寸照');
    await app.close();
    const own = shop({ title: '全家福' });
    const { body } = await own.app.inject({ url, headers: { ...browser, 'accept-language': 'en' } });
    assert.match(body, /<h1>全家福<\/h1>/);
    await own.app.close();
  });

  it('escapes the order’s title and links only to http and https URLs', async () => {
    const { app } = shop({ title: `"><script>alert('1')</script>&`, returnUrl: 'javascript:alert(1)' });
    const { body } = await app.inject({ url, headers: browser });
    assert.ok(body.includes('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;'));
    assert.doesNotMatch(body, /<script|javascript:/);
    await app.close();
  });

  for (const state of ['declined', 'closed', 'paid'] as const) {
    it(`has no buttons for outcomes once the payment is ${state}`, async () => {
      const { app } = shop({ state });
      assert.ok(!(await app.inject({ url, headers: browser })).body.includes('<form'));
      await app.close();
    });
  }

  it('after a browser sends an outcome, the response redirects to the checkout page (303)', async () => {
    const { app, decided } = shop();
    const [, form] = encodings({ outcome: 'twice', refund: 'pending' });
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { ...form?.headers, ...browser },
      payload: form?.payload ?? '',
    });
    assert.equal(answer.statusCode, 303);
    assert.equal(answer.headers.location, url);
    assert.deepEqual(decided, [['P1', 'twice', 'pending']]);
    await app.close();
  });

  it('a script can send an outcome in every encoding and gets the payment’s state; by default, later refunds succeed', async () => {
    const { app, decided } = shop();
    for (const { headers, payload } of encodings({ outcome: 'declined' })) {
      const answer = await app.inject({
        method: 'POST',
        url,
        headers: { ...headers, accept: '*/*' },
        payload,
      });
      assert.deepEqual(answer.json(), { state: 'declined' });
    }
    assert.deepEqual(decided[0], ['P1', 'declined', 'done']);
    await app.close();
  });

  it('an unknown outcome is 422, an unknown payment 404, and a finished payment 409', async () => {
    const { app } = shop();
    const wrong = await app.inject({ method: 'POST', url, payload: { outcome: 'stolen', refund: 'never' } });
    const problem = assertProblem(wrong, 'invalid_parameters');
    assert.deepEqual(
      problem.errors?.map(({ pointer }) => pointer),
      ['/outcome', '/refund'],
    );
    assertProblem(await app.inject('/sandbox/checkout/P2'), 'unknown_payment');
    await app.close();

    const over: SandboxCheckout = {
      view: async () => undefined,
      decide: async () => {
        throw new AppError('illegal_transition', 'This payment is no longer open.');
      },
    };
    const second = testApp({ sandboxCheckout: over });
    assertProblem(
      await second.app.inject({ method: 'POST', url, payload: { outcome: 'paid' } }),
      'illegal_transition',
    );
    await second.app.close();
  });

  it('is 404 without the sandbox provider', async () => {
    const { app } = testApp();
    assertProblem(await app.inject(url), 'unknown_operation');
    await app.close();
  });
});
