/** The configuration of the provider `wechat`: each wrong value causes one clear problem, which contains no secret. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Environment } from '../../../src/config/environment-reader.ts';
import { ConfigError, readConfig } from '../../../src/config.ts';
import { settingsOf } from '../../../src/main/settings-of.ts';
import { account, merchantKeys, strangerKeys } from './fake-signer.ts';

function privatePem(key = merchantKeys.privateKey): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }));
}

function publicPem(key = account.publicKey): string {
  return String(key.export({ type: 'spki', format: 'pem' }));
}

const complete: Environment = {
  PAYMENT_PROVIDERS: 'wechat',
  PUBLIC_URL: 'https://shop.example',
  WECHAT_APP_ID: account.appId,
  WECHAT_APP_SECRET: 'c0ffee00c0ffee00c0ffee00c0ffee00',
  WECHAT_MCH_ID: account.mchId,
  WECHAT_MCH_SERIAL: account.mchSerial.toLowerCase(),
  WECHAT_MCH_KEY: privatePem(),
  WECHAT_API_V3_KEY: account.apiV3Key,
};

const ready = { WECHAT_READY_TEMPLATE_ID: 'xSLLkaBvsrTyuNqHlm9pO0aBcDeFgHiJkLmNoPqRsTu' };

function problemsOf(changes: Environment): readonly string[] {
  try {
    readConfig({ ...complete, ...changes }, '/srv/shop');
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
}

test('a complete configuration enables wechat, with the official address and downloaded certificates', () => {
  const [wechat] = readConfig(complete, '/srv/shop').paymentProviders;
  assert.ok(wechat?.name === 'wechat');
  assert.equal(wechat.payUrl, 'https://api.mch.weixin.qq.com');
  assert.equal(wechat.mchSerial, account.mchSerial);
  assert.equal(wechat.publicKey, null);
});

test('keys are also read from files, and from one line with \\n for line breaks', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-wechat-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'apiclient_key.pem');
  writeFileSync(file, privatePem());
  const changes = {
    WECHAT_MCH_KEY: undefined,
    WECHAT_MCH_KEY_FILE: file,
    WECHAT_PUBLIC_KEY_ID: account.publicKeyId,
    WECHAT_PUBLIC_KEY: publicPem().replaceAll('\n', '\\n'),
  };
  const [wechat] = readConfig({ ...complete, ...changes }, '/srv/shop').paymentProviders;
  assert.ok(wechat?.name === 'wechat');
  assert.ok(wechat.mchKey.equals(merchantKeys.privateKey));
  assert.ok(wechat.publicKey?.key.equals(account.publicKey));
});

const wrong: readonly (readonly [string, Environment, RegExp])[] = [
  ['no app id', { WECHAT_APP_ID: undefined }, /^WECHAT_APP_ID is missing/],
  ['another app id', { WECHAT_APP_ID: 'gh_0123456789' }, /^WECHAT_APP_ID must be/],
  ['no app secret', { WECHAT_APP_SECRET: undefined }, /^WECHAT_APP_SECRET is missing/],
  ['no merchant', { WECHAT_MCH_ID: undefined }, /^WECHAT_MCH_ID is missing/],
  ['a merchant with letters', { WECHAT_MCH_ID: 'M900000109' }, /^WECHAT_MCH_ID must be 8 to 10 digits/],
  ['a serial with colons', { WECHAT_MCH_SERIAL: '1D:DE:55:AD:98' }, /^WECHAT_MCH_SERIAL must be/],
  [
    'the id of the public key as the serial',
    { WECHAT_MCH_SERIAL: account.publicKeyId },
    /^WECHAT_MCH_SERIAL/,
  ],
  ['no private key', { WECHAT_MCH_KEY: undefined }, /^WECHAT_MCH_KEY is missing/],
  ['a key that is cut off', { WECHAT_MCH_KEY: privatePem().slice(0, 400) }, /^WECHAT_MCH_KEY must be an RSA/],
  ['a public key as the private key', { WECHAT_MCH_KEY: publicPem() }, /^WECHAT_MCH_KEY must be an RSA/],
  [
    'the certificate as the private key',
    { WECHAT_MCH_KEY: '-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----' },
    /^WECHAT_MCH_KEY is a certificate/,
  ],
  ['an APIv3 key of 31 bytes', { WECHAT_API_V3_KEY: account.apiV3Key.slice(1) }, /32 bytes, not 31\.$/],
  ['no APIv3 key', { WECHAT_API_V3_KEY: undefined }, /^WECHAT_API_V3_KEY is missing/],
  ['a public key without its id', { WECHAT_PUBLIC_KEY: publicPem() }, /must be set together/],
  ['an id without its public key', { WECHAT_PUBLIC_KEY_ID: account.publicKeyId }, /must be set together/],
  [
    'the merchant’s own public key as WeChat Pay’s',
    { WECHAT_PUBLIC_KEY_ID: account.publicKeyId, WECHAT_PUBLIC_KEY: publicPem(merchantKeys.publicKey) },
    /^WECHAT_PUBLIC_KEY is the merchant’s own key/,
  ],
  [
    'a private key as WeChat Pay’s public key',
    { WECHAT_PUBLIC_KEY_ID: account.publicKeyId, WECHAT_PUBLIC_KEY: privatePem(strangerKeys.privateKey) },
    /^WECHAT_PUBLIC_KEY must be WeChat Pay’s RSA public key/,
  ],
  [
    'a certificate’s serial as the id of the public key',
    { WECHAT_PUBLIC_KEY_ID: account.mchSerial, WECHAT_PUBLIC_KEY: publicPem() },
    /^WECHAT_PUBLIC_KEY_ID must begin with PUB_KEY_ID_/,
  ],
  [
    'an address with a path',
    { WECHAT_PAY_URL: 'https://api.mch.weixin.qq.com/v3' },
    /^WECHAT_PAY_URL must be an origin/,
  ],
  [
    'an address without TLS',
    { WECHAT_PAY_URL: 'http://pay.example' },
    /^WECHAT_PAY_URL must begin with https/,
  ],
  [
    'an unknown mode of shipping',
    { WECHAT_SHIPPING: 'yes' },
    /^WECHAT_SHIPPING must be one of auto, on, off/,
  ],
  [
    'a template id with blanks',
    { ...ready, WECHAT_READY_TEMPLATE_ID: 'a b' },
    /^WECHAT_READY_TEMPLATE_ID must be/,
  ],
  [
    'a keyword with an unknown value',
    { ...ready, WECHAT_READY_KEYWORDS: 'thing1=price' },
    /not "thing1=price"/,
  ],
  ['a page with parameters', { ...ready, WECHAT_READY_PAGE: 'pages/a?b=1' }, /^WECHAT_READY_PAGE must be/],
  ['keywords without a template', { WECHAT_READY_KEYWORDS: 'thing1=title' }, /need WECHAT_READY_TEMPLATE_ID/],
  ['another currency', { CURRENCY: 'EUR' }, /takes only CNY, but CURRENCY is EUR/],
  ['no public address', { PUBLIC_URL: undefined }, /^PUBLIC_URL must begin with https/],
  [
    'a public address without TLS',
    { PUBLIC_URL: 'http://shop.example' },
    /^PUBLIC_URL must begin with https/,
  ],
];

for (const [what, changes, expected] of wrong) {
  test(`${what} is the only problem that the start reports`, () => {
    const problems = problemsOf(changes);
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0] ?? '', expected);
  });
}

test('deliveries are reported by default, and a template has default keywords and a default page', () => {
  const [plain] = readConfig(complete, '/srv/shop').paymentProviders;
  assert.ok(plain?.name === 'wechat');
  assert.equal(plain.shippingMode, 'auto');
  assert.equal(plain.ready, null);
  const [wechat] = readConfig({ ...complete, ...ready }, '/srv/shop').paymentProviders;
  assert.ok(wechat?.name === 'wechat');
  assert.deepEqual(wechat.ready, {
    templateId: ready.WECHAT_READY_TEMPLATE_ID,
    keywords: { thing1: 'title', time2: 'time' },
    page: 'pages/order/order',
  });
});

test('the settings contain the providers that get delivery reports, and the provider that sends ready messages', () => {
  const settings = (changes: Environment) =>
    settingsOf(readConfig({ ...complete, ...changes }, '/srv/shop'), 'https://shop.example');
  assert.deepEqual(settings({}).deliveryReportProviders, ['wechat']);
  assert.equal(settings({}).readyMessageProvider, null);
  assert.deepEqual(settings({ WECHAT_SHIPPING: 'off' }).deliveryReportProviders, []);
  assert.equal(settings(ready).readyMessageProvider, 'wechat');
});

test('all problems are reported at once, and none of them contains a secret', () => {
  const secrets = {
    WECHAT_APP_SECRET: 'secret-of-the-app',
    WECHAT_MCH_KEY: 'secret-private-key',
    WECHAT_API_V3_KEY: 'secret-of-31-bytes-and-no-more!',
    WECHAT_PUBLIC_KEY: 'secret-public-key',
  };
  const problems = problemsOf({ ...secrets, WECHAT_APP_ID: 'x', WECHAT_MCH_ID: 'y', WECHAT_MCH_SERIAL: 'z' });
  assert.equal(problems.length, 6, problems.join('\n'));
  for (const secret of Object.values(secrets)) assert.ok(!problems.join('\n').includes(secret));
});
