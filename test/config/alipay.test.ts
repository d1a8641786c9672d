/** The configuration of Alipay: keys in every form that its console and tools produce, and one problem per wrong value. */

import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import type { Environment } from '../../src/config/environment-reader.ts';
import { ConfigError } from '../../src/config.ts';
import { read } from './read-config.ts';

const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const alipay = generateKeyPairSync('rsa', { modulusLength: 2048 });
const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const privatePem = (type: 'pkcs1' | 'pkcs8', key = own.privateKey) =>
  key.export({ type, format: 'pem' }).toString();
const privateBase64 = (type: 'pkcs1' | 'pkcs8') =>
  own.privateKey.export({ type, format: 'der' }).toString('base64');
const publicPem = (key: KeyObject = alipay.publicKey) =>
  key.export({ type: 'spki', format: 'pem' }).toString();
const publicBase64 = (key: KeyObject = alipay.publicKey) =>
  key.export({ type: 'spki', format: 'der' }).toString('base64');

const right: Environment = {
  PAYMENT_PROVIDERS: 'alipay',
  ALIPAY_APP_ID: '2021000117608023',
  ALIPAY_SELLER_ID: '2088102146225135',
  ALIPAY_KEY: privatePem('pkcs8'),
  ALIPAY_PUBLIC_KEY: publicBase64(),
};

function configOf(env: Environment) {
  const [provider] = read(env).paymentProviders;
  assert.ok(provider?.name === 'alipay');
  return provider;
}

function problemsOf(more: Environment): readonly string[] {
  try {
    read({ ...right, ...more });
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
}

test('the application’s key can be PEM or base64, PKCS#1 or PKCS#8, on one line or on many', () => {
  const forms = [
    privatePem('pkcs1'),
    privatePem('pkcs8'),
    privatePem('pkcs8').replaceAll('\n', '\\n'),
    privateBase64('pkcs1'),
    privateBase64('pkcs8'),
    privateBase64('pkcs8').replaceAll(/(.{64})/g, '$1\n'),
  ];
  for (const ALIPAY_KEY of forms) assert.ok(configOf({ ...right, ALIPAY_KEY }).key.equals(own.privateKey));
});

test('Alipay’s key can be PEM or the base64 of Alipay’s console', () => {
  for (const ALIPAY_PUBLIC_KEY of [publicPem(), publicBase64(), ` ${publicBase64()}\n`]) {
    assert.ok(configOf({ ...right, ALIPAY_PUBLIC_KEY }).publicKey.equals(alipay.publicKey));
  }
});

test('without a gateway the service calls the real Alipay', () => {
  assert.equal(configOf(right).gatewayUrl, 'https://openapi.alipay.com/gateway.do');
  const sandbox = 'https://openapi-sandbox.dl.alipaydev.com/gateway.do';
  assert.equal(configOf({ ...right, ALIPAY_GATEWAY_URL: sandbox }).gatewayUrl, sandbox);
});

const wrong: readonly [Environment, RegExp][] = [
  [{ ALIPAY_APP_ID: '' }, /^ALIPAY_APP_ID is missing/],
  [{ ALIPAY_APP_ID: '12345' }, /^ALIPAY_APP_ID must be the 16 digits/],
  [{ ALIPAY_SELLER_ID: '' }, /^ALIPAY_SELLER_ID is missing/],
  [{ ALIPAY_SELLER_ID: 'shop@example.com' }, /^ALIPAY_SELLER_ID .*2088/],
  [{ ALIPAY_KEY: '' }, /^ALIPAY_KEY is missing/],
  [{ ALIPAY_KEY: 'hunter2' }, /^ALIPAY_KEY must be an RSA private key/],
  [{ ALIPAY_KEY: publicPem() }, /^ALIPAY_KEY must be an RSA private key/],
  [{ ALIPAY_KEY: privatePem('pkcs8', weak.privateKey) }, /^ALIPAY_KEY .*2048/],
  [{ ALIPAY_KEY: privatePem('pkcs8', elliptic.privateKey) }, /^ALIPAY_KEY must be an RSA/],
  [{ ALIPAY_PUBLIC_KEY: '' }, /^ALIPAY_PUBLIC_KEY is missing/],
  [{ ALIPAY_PUBLIC_KEY: 'hunter2' }, /^ALIPAY_PUBLIC_KEY must be Alipay’s/],
  [{ ALIPAY_PUBLIC_KEY: privatePem('pkcs8', alipay.privateKey) }, /^ALIPAY_PUBLIC_KEY must be Alipay’s/],
  [{ ALIPAY_PUBLIC_KEY: publicPem(weak.publicKey) }, /^ALIPAY_PUBLIC_KEY must be Alipay’s/],
  [{ ALIPAY_PUBLIC_KEY: publicBase64(own.publicKey) }, /^ALIPAY_PUBLIC_KEY is the application’s own/],
  [{ ALIPAY_GATEWAY_URL: 'openapi.alipay.com' }, /^ALIPAY_GATEWAY_URL/],
  [{ CURRENCY: 'USD' }, /alipay takes only CNY/],
  [{ PAYMENT_PROVIDERS: 'alipay,sandbox' }, /sandbox beside alipay/],
];

test('each wrong value is reported as one problem, and no problem repeats a secret', () => {
  for (const [more, expected] of wrong) {
    const problems = problemsOf(more);
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0] ?? '', expected);
    assert.doesNotMatch(problems.join(), /hunter2|MII/);
  }
});
