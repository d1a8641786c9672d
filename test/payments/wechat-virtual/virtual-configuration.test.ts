/** The configuration of `wechat_virtual`: each wrong value causes one clear problem, which contains no secret. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Environment } from '../../../src/config/environment-reader.ts';
import { ConfigError, readConfig } from '../../../src/config.ts';
import { wechatAccount } from './fake-wechat-api.ts';
import { xpayAccount } from './fake-xpay.ts';

const complete: Environment = {
  PAYMENT_PROVIDERS: 'wechat_virtual',
  WECHAT_APP_ID: wechatAccount.appId,
  WECHAT_APP_SECRET: wechatAccount.appSecret,
  WECHAT_VIRTUAL_OFFER_ID: xpayAccount.offerId,
  WECHAT_VIRTUAL_APP_KEY: xpayAccount.appKeys[0],
  WECHAT_PUSH_TOKEN: wechatAccount.token,
};

function problemsOf(changes: Environment): readonly string[] {
  try {
    readConfig({ ...complete, ...changes }, '/srv/shop');
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
}

test('a complete configuration enables the live environment and plain pushes', () => {
  const [provider] = readConfig(complete, '/srv/shop').paymentProviders;
  assert.ok(provider?.name === 'wechat_virtual');
  assert.equal(provider.apiUrl, 'https://api.weixin.qq.com');
  assert.equal(provider.env, 0);
  assert.equal(provider.pushAesKey, null);
  assert.equal(provider.appKey.export().toString(), xpayAccount.appKeys[0]);
});

test('the sandbox and encrypted pushes can be chosen', () => {
  const changes = { WECHAT_VIRTUAL_ENV: '1', WECHAT_PUSH_AES_KEY: wechatAccount.aesKey };
  const [provider] = readConfig({ ...complete, ...changes }, '/srv/shop').paymentProviders;
  assert.ok(provider?.name === 'wechat_virtual');
  assert.equal(provider.env, 1);
  assert.equal(provider.pushAesKey, wechatAccount.aesKey);
});

const wrong: readonly [string, string | undefined, RegExp][] = [
  ['WECHAT_APP_ID', undefined, /WECHAT_APP_ID is missing/],
  ['WECHAT_APP_ID', 'gh_0123456789ab', /WECHAT_APP_ID must be wx/],
  ['WECHAT_APP_SECRET', undefined, /WECHAT_APP_SECRET is missing/],
  ['WECHAT_API_URL', 'https://api.weixin.qq.com/xpay', /WECHAT_API_URL must be an origin/],
  ['WECHAT_VIRTUAL_OFFER_ID', undefined, /WECHAT_VIRTUAL_OFFER_ID is missing/],
  ['WECHAT_VIRTUAL_OFFER_ID', '1 2', /WECHAT_VIRTUAL_OFFER_ID must be/],
  ['WECHAT_VIRTUAL_APP_KEY', undefined, /WECHAT_VIRTUAL_APP_KEY is missing/],
  ['WECHAT_VIRTUAL_ENV', 'live', /WECHAT_VIRTUAL_ENV must be one of 0, 1/],
  ['WECHAT_PUSH_TOKEN', undefined, /WECHAT_PUSH_TOKEN is missing/],
  ['WECHAT_PUSH_TOKEN', 'a token', /WECHAT_PUSH_TOKEN must be/],
  ['WECHAT_PUSH_AES_KEY', 'x'.repeat(42), /43 letters or digits, not 42/],
  ['CURRENCY', 'EUR', /wechat_virtual takes only CNY/],
];

for (const [name, value, expected] of wrong) {
  test(`${name}=${value ?? '(missing)'} causes one problem, which contains no secret`, () => {
    const problems = problemsOf({ [name]: value });
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0] ?? '', expected);
    if (/SECRET|KEY|TOKEN/.test(name) && value !== undefined) assert.ok(!problems[0]?.includes(value));
  });
}
