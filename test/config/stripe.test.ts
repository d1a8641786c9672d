/** The configuration of the payment provider `stripe`: one problem for each wrong value, and no secret in any. */

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Environment } from '../../src/config/environment-reader.ts';
import { ConfigError } from '../../src/config.ts';
import { read } from './read-config.ts';

const key = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc';
const secret = 'whsec_fakeOfTheTests0123456789';
const whole = { PAYMENT_PROVIDERS: 'stripe', STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret };

function problemsOf(env: Environment): readonly string[] {
  try {
    read(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.problems;
  }
  return [];
}

test('Stripe needs its key and a webhook secret, and nothing else', () => {
  assert.deepEqual(read(whole).paymentProviders, [
    { name: 'stripe', secretKey: key, webhookSecrets: [secret], apiUrl: 'https://api.stripe.com' },
  ]);
  assert.equal(problemsOf({ PAYMENT_PROVIDERS: 'stripe' }).length, 2);
});

test('live keys, restricted keys, several webhook secrets and another address of the API are accepted', () => {
  for (const [name, value] of [
    ['STRIPE_SECRET_KEY', key.replace('test', 'live')],
    ['STRIPE_SECRET_KEY', key.replace('sk_', 'rk_')],
    ['STRIPE_WEBHOOK_SECRET', `${secret}, ${secret}x`],
    ['STRIPE_API_URL', 'http://127.0.0.1:12111'],
    ['STRIPE_API_URL', 'https://stripe.proxy.example/'],
  ] as const) {
    assert.deepEqual(problemsOf({ ...whole, [name]: value }), [], value);
  }
});

test('the key and the secrets can be in files', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-config-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'key');
  await writeFile(file, `${key}\n`);
  const { STRIPE_SECRET_KEY: _key, ...others } = whole;
  const [provider] = read({ ...others, STRIPE_SECRET_KEY_FILE: file }).paymentProviders;
  assert.ok(provider?.name === 'stripe' && provider.secretKey === key);
  assert.match(problemsOf({ ...whole, STRIPE_SECRET_KEY_FILE: file }).join(), /not both/);
});

const wrong: readonly [Environment, RegExp][] = [
  [{ STRIPE_SECRET_KEY: '' }, /needs STRIPE_SECRET_KEY/],
  [{ STRIPE_SECRET_KEY: 'pk_test_hunter2hunter2' }, /not the publishable key/],
  [{ STRIPE_SECRET_KEY: 'hunter2hunter2' }, /STRIPE_SECRET_KEY must begin with/],
  [{ STRIPE_SECRET_KEY: 'sk_test_hunter2 hunter2' }, /STRIPE_SECRET_KEY must begin with/],
  [{ STRIPE_WEBHOOK_SECRET: '' }, /needs STRIPE_WEBHOOK_SECRET/],
  [{ STRIPE_WEBHOOK_SECRET: 'hunter2hunter2hunter2' }, /STRIPE_WEBHOOK_SECRET .* begin with whsec_/],
  [{ STRIPE_WEBHOOK_SECRET: `${secret},hunter2hunter2` }, /begin with whsec_/],
  [{ STRIPE_WEBHOOK_SECRET: Array(6).fill(secret).join() }, /at most 5 secrets/],
  [{ STRIPE_API_URL: 'api.stripe.com' }, /STRIPE_API_URL must be a URL/],
  [{ STRIPE_API_URL: 'http://stripe.example' }, /STRIPE_API_URL must begin with https/],
  [{ STRIPE_API_URL: 'https://user:hunter2@stripe.example' }, /STRIPE_API_URL must be an origin/],
  [{ STRIPE_API_URL: 'https://stripe.example/v1' }, /STRIPE_API_URL must be an origin/],
];

test('each wrong value of Stripe is reported once, without the value', () => {
  for (const [change, expected] of wrong) {
    const problems = problemsOf({ ...whole, ...change });
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0] ?? '', expected);
    assert.doesNotMatch(problems.join(), /hunter2|4eC39/);
  }
});

test('Stripe’s variables are not read while Stripe is not enabled', () => {
  assert.deepEqual(problemsOf({ STRIPE_SECRET_KEY: 'anything' }), []);
});
