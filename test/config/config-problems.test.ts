/** The error about a wrong configuration lists all problems at once and contains no secret. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Environment } from '../../src/config/environment-reader.ts';
import { providerProblems } from '../../src/config/payment-providers.ts';
import { ConfigError } from '../../src/config.ts';
import { eventsSecret, idp, read } from './read-config.ts';

function problemsOf(env: Environment): readonly string[] {
  try {
    read(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    assert.equal(error.message.split('\n').length, error.problems.length + 1);
    return error.problems;
  }
  return [];
}

/** Asserts that `env` has exactly one problem, and that the problem matches `expected`. */
function assertProblem(env: Environment, expected: RegExp): void {
  const problems = problemsOf(env);
  assert.equal(problems.length, 1, problems.join('\n'));
  assert.match(problems[0] ?? '', expected);
}

test('the sandbox is refused beside any other payment provider', () => {
  const known = ['sandbox', 'stripe', 'wechat'];
  assert.deepEqual(providerProblems(['sandbox'], known), []);
  assert.deepEqual(providerProblems(['sandbox', 'sandbox'], known), []);
  assert.deepEqual(providerProblems(['stripe', 'wechat'], known), []);
  for (const names of [
    ['stripe', 'sandbox'],
    ['sandbox', 'wechat'],
  ]) {
    const problems = providerProblems(names, known);
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', /^PAYMENT_PROVIDERS must not list sandbox beside (stripe|wechat):/);
  }
  assert.match(problemsOf({ PAYMENT_PROVIDERS: 'stripe,sandbox' }).join('\n'), /sandbox beside stripe/);
});

const wrong: readonly [Environment, RegExp][] = [
  [{ PORT: '65536' }, /^PORT .*0 to 65535/],
  [{ PORT: '80a' }, /^PORT/],
  [{ PORT: '-1' }, /^PORT/],
  [{ PORT: '1e3' }, /^PORT/],
  [{ PUBLIC_URL: 'shop.example' }, /^PUBLIC_URL .*http:\/\/ or https:\/\//],
  [{ PUBLIC_URL: 'ftp://shop.example' }, /^PUBLIC_URL/],
  [{ PUBLIC_URL: 'https://shop.example/kiosk' }, /^PUBLIC_URL must be an origin/],
  [{ PUBLIC_URL: 'https://shop.example/?utm=x' }, /^PUBLIC_URL must be an origin/],
  [{ PUBLIC_URL: 'https://shop.example/#top' }, /^PUBLIC_URL must be an origin/],
  [{ PUBLIC_URL: 'https://user@shop.example' }, /^PUBLIC_URL must be an origin/],
  [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL .*postgres:\/\//],
  [{ WORKER_PORT: '65536' }, /^WORKER_PORT .*off or/],
  [{ WORKER_KINDS: 'pictures,money' }, /^WORKER_KINDS .*not "money"/],
  [{ ROLE: 'boss' }, /^ROLE .*all, api, worker/],
  [{ SECRET_KEY: 'short' }, /^SECRET_KEY .*32/],
  [{ SECRET_KEY: `${'k'.repeat(32)},short` }, /^SECRET_KEY .*32/],
  [{ SECRET_KEY: Array(6).fill('k'.repeat(32)).join() }, /^SECRET_KEY must list at most 5 keys/],
  [{ DATABASE_URL: 'postgres://shop:100%@db/x' }, /^DATABASE_URL .*%25/],
  [{ DATABASE_URL: 'postgres://h1,h2/x' }, /^DATABASE_URL with several hosts needs target_session_attrs/],
  [{ DATABASE_URL: 'postgres://h1:x,h2/x' }, /^DATABASE_URL must be a URL/],
  [
    { DATABASE_URL: 'postgres://h/x?target_session_attrs=standby' },
    /^DATABASE_URL must have target_session_attrs/,
  ],
  [{ DATABASE_DIRECT_URL: 'postgres://h/x' }, /^DATABASE_DIRECT_URL needs DATABASE_URL/],
  [{ DATABASE_URL: 'postgres://%db/x' }, /^DATABASE_URL .*%25/],
  [{ DATABASE_URL: 'postgres://db/x?%=1' }, /^DATABASE_URL .*%25/],
  [{ DATABASE_URL: 'postgres://db/x?sslmode=prefer' }, /^DATABASE_URL .*sslmode/],
  [{ DATABASE_URL: 'postgres://db/x?ssl=true' }, /^DATABASE_URL .*not ssl/],
  [{ DATABASE_URL: 'postgres://db/x?sslmode=verify-ca' }, /^DATABASE_URL .*sslrootcert/],
  [{ ...idp, JWKS_URL: 'http://id.example/jwks' }, /^JWKS_URL must begin with https:.*PLAIN_HTTP=allow/],
  [{ ...idp, JWKS_URL: 'http://127.0.0.1.example/jwks' }, /^JWKS_URL must begin with https:/],
  [{ EVENTS_URL: 'http://10.0.0.7/hook', EVENTS_SECRET: eventsSecret }, /^EVENTS_URL must begin with https:/],
  [{ PLAIN_HTTP: 'yes' }, /^PLAIN_HTTP/],
  [{ PAYMENT_PROVIDERS: 'cheques' }, /^PAYMENT_PROVIDERS .*cheques/],
  [{ RATE_LIMIT: '0' }, /^RATE_LIMIT must be off or/],
  [{ RATE_LIMIT: 'many' }, /^RATE_LIMIT/],
  [{ UPLOAD_MIB_PER_CLIENT_PER_DAY: '15' }, /^UPLOAD_MIB_PER_CLIENT_PER_DAY must be off or .* from 16 to/],
  [{ TRUST_PROXY: 'my-proxy' }, /^TRUST_PROXY .*my-proxy/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY/],
  [{ TRUST_PROXY: '10.0.0.0/8/8' }, /^TRUST_PROXY/],
  [{ TIME_ZONE: 'Mars/Olympus' }, /^TIME_ZONE .*Mars/],
  [{ TIME_ZONE: '+08:00' }, /^TIME_ZONE must be an IANA time zone/],
  [{ CURRENCY: 'yuan' }, /^CURRENCY/],
  [{ AUTH: 'maybe' }, /^AUTH/],
  [{ AUTH: 'required' }, /^AUTH=required needs JWKS_URL/],
  [{ JWT_ISSUER: 'x' }, /^JWKS_URL, JWT_ISSUER and JWT_AUDIENCE/],
  [{ EVENTS_URL: 'https://erp.example' }, /^EVENTS_URL needs EVENTS_SECRET/],
  [{ EVENTS_URL: 'https://erp.example', EVENTS_SECRET: 'whsec_short' }, /^EVENTS_URL needs EVENTS_SECRET/],
  [{ EVENTS_URL: 'erp', EVENTS_SECRET: eventsSecret }, /^EVENTS_URL must be a URL/],
  [{ EVENTS_PRIVATE_ADDRESSES: 'yes' }, /^EVENTS_PRIVATE_ADDRESSES/],
  [{ ORDER_EXPIRY_MINUTES: '0' }, /^ORDER_EXPIRY_MINUTES/],
  [{ UPLOAD_KEPT_HOURS: '0' }, /^UPLOAD_KEPT_HOURS/],
  [{ RESULT_KEPT_DAYS: '-1' }, /^RESULT_KEPT_DAYS/],
  [{ MEMBER_RESULT_KEPT_DAYS: '9999' }, /^MEMBER_RESULT_KEPT_DAYS/],
  [{ UNPAID_ORDERS_KEPT_DAYS: '-1' }, /^UNPAID_ORDERS_KEPT_DAYS/],
  [{ RESULT_LINK_MINUTES: '0' }, /^RESULT_LINK_MINUTES/],
  [{ IMAGE_PROCESSES: '0' }, /^IMAGE_PROCESSES/],
  [{ QUEUE_LENGTH_MAX: '0' }, /^QUEUE_LENGTH_MAX/],
  [{ REFUND_APPROVAL_MINOR: '9.90' }, /^REFUND_APPROVAL_MINOR/],
  [{ SHOP_CONTACT: 'x'.repeat(201) }, /^SHOP_CONTACT must have at most 200 characters/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL/],
  [{ STORAGE_URL: 'https://photos' }, /^STORAGE_URL must be file:/],
  [
    { ROLE: 'api', DATABASE_URL: 'postgres://db/x', SECRET_KEY: 's'.repeat(32) },
    /^ROLE=api needs PUBLIC_URL/,
  ],
  [
    { ROLE: 'api', DATABASE_URL: 'postgres://db/x', PUBLIC_URL: 'https://shop.example' },
    /^ROLE=api needs SECRET_KEY/,
  ],
  [
    { ROLE: 'worker', PUBLIC_URL: 'https://shop.example', SECRET_KEY: 's'.repeat(32) },
    /^ROLE=worker needs DATABASE_URL/,
  ],
];

test('each wrong value is reported once, with the name of its variable', () => {
  for (const [env, expected] of wrong) assertProblem(env, expected);
});

test('one start reports every problem', () => {
  const alone = wrong.filter(
    ([env]) =>
      Object.keys(env).length === 1 &&
      !('AUTH' in env) &&
      !('ROLE' in env) &&
      !('DATABASE_DIRECT_URL' in env),
  );
  const env = Object.assign({}, ...alone.map(([one]) => one)) as Environment;
  const problems = problemsOf(env);
  assert.equal(problems.length, Object.keys(env).length);
  for (const name of Object.keys(env)) {
    assert.ok(
      problems.some((problem) => problem.includes(name)),
      name,
    );
  }
});

test('no message repeats a secret, whether the secret is valid or not', () => {
  const secrets = {
    SECRET_KEY: 'hunter2-key',
    ADMIN_PASSWORD: 'hunter2-admin',
    DATABASE_URL: 'mysql://shop:hunter2-db@db/shop',
    EVENTS_URL: 'https://erp.example/hook?token=hunter2-url',
    EVENTS_SECRET: 'hunter2-events',
    PUBLIC_URL: 'https://user:hunter2-public@host',
    JWKS_URL: 'ftp://user:hunter2-jwks@host',
  };
  const problems = problemsOf({ ...secrets, PORT: 'x' });
  assert.ok(problems.length >= 6);
  assert.doesNotMatch(problems.join('\n'), /hunter2/);
});

test('a secret can be read from a file, without the line break at the end of the file', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-config-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'password');
  await writeFile(file, 'correct horse battery\n');
  assert.equal(read({ ADMIN_PASSWORD_FILE: file }).adminPassword, 'correct horse battery');
  await writeFile(file, `${'k'.repeat(32)}, ${'o'.repeat(32)}\n`);
  assert.deepEqual(read({ SECRET_KEY_FILE: file }).secretKeys, ['k'.repeat(32), 'o'.repeat(32)]);
  assertProblem({ ADMIN_PASSWORD_FILE: file, ADMIN_PASSWORD: 'x' }, /ADMIN_PASSWORD or ADMIN_PASSWORD_FILE/);
  assertProblem({ ADMIN_PASSWORD_FILE: join(folder, 'none') }, /cannot be read \(ENOENT\)/);
  await writeFile(file, '\n');
  assertProblem({ ADMIN_PASSWORD_FILE: file }, /empty file/);
});

test('HOST is a name or an IP address, without port, brackets and zone', () => {
  for (const HOST of ['0.0.0.0', '::', '::1', 'localhost', 'shop-1.internal', 'fd00::2'])
    assert.equal(read({ HOST }).host, HOST);
  for (const HOST of [
    '192.168.1.300',
    'localhost:80',
    '[::1]',
    'fe80::1%eth0',
    'a b',
    'http://shop',
    'x/y',
    '-',
  ])
    assertProblem({ HOST }, /^HOST must be an IP address or a host name/);
});

test('the placeholders of the examples are refused as secrets', () => {
  const example = readFileSync(new URL('../../deploy/kubernetes/config.yaml', import.meta.url), 'utf8');
  const names = ['SECRET_KEY', 'ADMIN_PASSWORD', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  const values = names.map((name) => [name, new RegExp(`^  ${name}: (.+)$`, 'm').exec(example)?.[1]]);
  const problems = problemsOf({
    STORAGE_URL: 's3://shop?endpoint=https://s3.example',
    ...Object.fromEntries(values),
  });
  for (const name of names)
    assert.ok(
      problems.some((problem) => problem.startsWith(`${name} has the placeholder`)),
      problems.join(),
    );
  assertProblem(
    { SECRET_KEY: `${'k'.repeat(32)},replace-with-${'x'.repeat(32)}` },
    /^SECRET_KEY has the placeholder/,
  );
});
