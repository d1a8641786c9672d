/** Reading the environment into a `Config`: defaults, every variable, and the report of all problems. */

import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import type { Environment } from '../src/config/environment-reader.ts';
import { providerProblems } from '../src/config/payment-providers.ts';
import { type Config, ConfigError, readConfig } from '../src/config.ts';

const workingDir = resolve('/srv/shop');

function read(env: Environment): Config {
  return readConfig(env, workingDir);
}

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

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const secret = `whsec_${'A'.repeat(32)}`;
const idp = { JWKS_URL: 'https://id.example/jwks', JWT_ISSUER: 'https://id.example', JWT_AUDIENCE: 'shop' };

test('an empty environment gives a complete configuration', () => {
  const { zone, ...config } = read({});
  assert.equal(zone.name, 'Asia/Shanghai');
  assert.deepEqual(config, {
    host: '127.0.0.1',
    port: 8080,
    publicUrl: null,
    dataDir: resolve(workingDir, 'data'),
    databaseUrl: null,
    databaseTls: null,
    role: 'all',
    secretKeys: null,
    adminPassword: null,
    paymentProviders: ['sandbox'],
    rateLimitPerMinute: 600,
    trustedProxies: [],
    currency: 'CNY',
    auth: 'optional',
    jwt: null,
    plainHttpAllowed: false,
    events: null,
    orderExpiryMs: 30 * minuteMs,
    uploadKeptMs: dayMs,
    resultKeptMs: 7 * dayMs,
    memberResultKeptMs: 30 * dayMs,
    unpaidOrdersKeptMs: 30 * 24 * 60 * minuteMs,
    resultLinkMs: 60 * minuteMs,
    imageProcesses: 2,
    imageUserId: 65_534,
    queueLengthMax: 1000,
    uploadFreeMibMin: 512,
    nets: { colouriserFile: null, matting: null },
    refundApprovalAboveMinor: null,
    logLevel: 'info',
  });
});

test('every variable changes its setting', () => {
  const { zone, ...config } = read({
    HOST: '0.0.0.0',
    PORT: '0',
    PUBLIC_URL: 'https://shop.example/',
    DATA_DIR: 'var/shop',
    DATABASE_URL: 'postgres://shop:pw@db/shop',
    ROLE: 'worker',
    SECRET_KEY: `${'k'.repeat(32)}, ${'j'.repeat(40)}`,
    ADMIN_PASSWORD: 'open sesame',
    PAYMENT_PROVIDERS: 'sandbox, sandbox',
    RATE_LIMIT: '42',
    TRUST_PROXY: 'loopback, 10.0.0.0/8, 2001:db8::/32, 192.0.2.1',
    TIME_ZONE: 'Europe/Berlin',
    CURRENCY: 'EUR',
    AUTH: 'required',
    ...idp,
    EVENTS_URL: 'https://erp.example/hook',
    EVENTS_SECRET: secret,
    EVENTS_PRIVATE_ADDRESSES: 'allow',
    PLAIN_HTTP: 'allow',
    ORDER_EXPIRY_MINUTES: '5',
    UPLOAD_KEPT_HOURS: '2',
    RESULT_KEPT_DAYS: '3',
    MEMBER_RESULT_KEPT_DAYS: '4',
    UNPAID_ORDERS_KEPT_DAYS: '0',
    RESULT_LINK_MINUTES: '6',
    IMAGE_PROCESSES: '7',
    IMAGE_USER_ID: '987',
    QUEUE_LENGTH_MAX: '8',
    UPLOAD_FREE_MIB_MIN: '9',
    COLOURISER_NET_FILE: 'nets/colour.onnx',
    MATTING_NET_FILE: '/nets/matte.onnx',
    MATTING_NET_KIND: 'birefnet',
    REFUND_APPROVAL_MINOR: '0',
    LOG_LEVEL: 'debug',
  });
  assert.equal(zone.name, 'Europe/Berlin');
  assert.deepEqual(config, {
    host: '0.0.0.0',
    port: 0,
    publicUrl: 'https://shop.example',
    dataDir: resolve(workingDir, 'var/shop'),
    databaseUrl: 'postgres://shop:pw@db/shop',
    databaseTls: { mode: 'verify-full', host: 'db', rootFile: null, certificateFile: null, keyFile: null },
    role: 'worker',
    secretKeys: ['k'.repeat(32), 'j'.repeat(40)],
    adminPassword: 'open sesame',
    paymentProviders: ['sandbox'],
    rateLimitPerMinute: 42,
    trustedProxies: ['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.1'],
    currency: 'EUR',
    auth: 'required',
    jwt: { jwksUrl: idp.JWKS_URL, issuer: idp.JWT_ISSUER, audience: idp.JWT_AUDIENCE },
    plainHttpAllowed: true,
    events: { url: 'https://erp.example/hook', secret, privateAddressesAllowed: true },
    orderExpiryMs: 5 * minuteMs,
    uploadKeptMs: 120 * minuteMs,
    resultKeptMs: 3 * dayMs,
    memberResultKeptMs: 4 * dayMs,
    unpaidOrdersKeptMs: null,
    resultLinkMs: 6 * minuteMs,
    imageProcesses: 7,
    imageUserId: 987,
    queueLengthMax: 8,
    uploadFreeMibMin: 9,
    nets: {
      colouriserFile: resolve('/srv/shop', 'nets/colour.onnx'),
      matting: { file: resolve('/nets/matte.onnx'), kind: 'birefnet' },
    },
    refundApprovalAboveMinor: 0,
    logLevel: 'debug',
  });
});

test('an empty or blank variable counts as unset', () => {
  assert.equal(read({ PORT: '', HOST: '  ', DATABASE_URL: '' }).port, 8080);
  assert.equal(read({ HOST: '  ' }).host, '127.0.0.1');
});

test('DATABASE_URL accepts a PostgreSQL URL with a socket folder and no host', () => {
  const databaseUrl = 'postgres://shop:pw@/shop?host=%2Frun%2Fpostgresql';
  assert.equal(read({ DATABASE_URL: databaseUrl }).databaseUrl, databaseUrl);
});

const local = [
  'postgres://shop:pw@localhost/shop',
  'postgres://shop:pw@127.0.0.1:5433/shop',
  'postgres://shop:pw@[::1]:5433/shop',
  'postgres://shop:pw@/shop?host=/run/postgresql',
  'postgres://shop:pw@%2Frun%2Fpostgresql/shop',
  'postgres:///shop',
];

for (const url of local) {
  test(`${url} needs no TLS, because the database is on this machine`, () => {
    const { databaseUrl, databaseTls } = read({ DATABASE_URL: url });
    assert.deepEqual([databaseUrl, databaseTls?.mode], [url, 'disable']);
  });
}

test('a database on another machine is reached by TLS with a verified certificate, unless the URL says otherwise', () => {
  const tlsOf = (query: string, env: Environment = {}) =>
    read({ DATABASE_URL: `postgres://shop:p%3Fw@db.example/shop${query}`, ...env }).databaseTls?.mode;
  assert.equal(tlsOf(''), 'verify-full');
  assert.equal(tlsOf('?application_name=x'), 'verify-full');
  assert.equal(tlsOf('?sslmode=disable'), 'disable');
  assert.equal(tlsOf('?sslmode=require'), 'require');
  assert.equal(tlsOf('?sslmode=require&sslrootcert=/etc/ca.pem'), 'verify-ca');
  assert.equal(tlsOf('?host=127.0.0.1'), 'disable');
  assert.equal(read({ DATABASE_URL: 'postgres://localhost/x?host=db' }).databaseTls?.mode, 'verify-full');
  assert.equal(read({ DATABASE_URL: 'postgres:///shop', PGHOST: 'db' }).databaseTls?.mode, 'verify-full');
});

test('the parameters of TLS are taken out of DATABASE_URL, and all other parameters stay as they are', () => {
  const { databaseUrl, databaseTls } = read({
    DATABASE_URL:
      'postgres://u:p@db:6432/x?sslmode=verify-full&options=-c%20a%3Db&sslrootcert=/ca.pem&sslcert=/c.pem&sslkey=/k.pem',
  });
  assert.equal(databaseUrl, 'postgres://u:p@db:6432/x?options=-c%20a%3Db');
  assert.deepEqual(databaseTls, {
    mode: 'verify-full',
    host: 'db',
    rootFile: '/ca.pem',
    certificateFile: '/c.pem',
    keyFile: '/k.pem',
  });
});

test('http:// is accepted for a JWKS or an event receiver on this machine', () => {
  for (const host of ['localhost:9000', '127.0.0.7', '[::1]:9000', 'id.localhost']) {
    assert.equal(read({ ...idp, JWKS_URL: `http://${host}/jwks` }).jwt?.jwksUrl, `http://${host}/jwks`);
    read({ EVENTS_URL: `http://${host}/hook`, EVENTS_SECRET: secret });
  }
});

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

test('RATE_LIMIT=off removes the limit', () => {
  assert.equal(read({ RATE_LIMIT: 'off' }).rateLimitPerMinute, null);
});

const wrong: readonly [Environment, RegExp][] = [
  [{ PORT: '65536' }, /^PORT .*0 to 65535/],
  [{ PORT: '80a' }, /^PORT/],
  [{ PORT: '-1' }, /^PORT/],
  [{ PORT: '1e3' }, /^PORT/],
  [{ PUBLIC_URL: 'shop.example' }, /^PUBLIC_URL .*http:\/\/ or https:\/\//],
  [{ PUBLIC_URL: 'ftp://shop.example' }, /^PUBLIC_URL/],
  [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL .*postgres:\/\//],
  [{ ROLE: 'boss' }, /^ROLE .*all, api, worker/],
  [{ SECRET_KEY: 'short' }, /^SECRET_KEY .*32/],
  [{ SECRET_KEY: `${'k'.repeat(32)},short` }, /^SECRET_KEY .*32/],
  [{ SECRET_KEY: Array(6).fill('k'.repeat(32)).join() }, /^SECRET_KEY must list at most 5 keys/],
  [{ DATABASE_URL: 'postgres://shop:100%@db/x' }, /^DATABASE_URL .*%25/],
  [{ DATABASE_URL: 'postgres://%db/x' }, /^DATABASE_URL .*%25/],
  [{ DATABASE_URL: 'postgres://db/x?%=1' }, /^DATABASE_URL .*%25/],
  [{ DATABASE_URL: 'postgres://db/x?sslmode=prefer' }, /^DATABASE_URL .*sslmode/],
  [{ DATABASE_URL: 'postgres://db/x?ssl=true' }, /^DATABASE_URL .*not ssl/],
  [{ DATABASE_URL: 'postgres://db/x?sslmode=verify-ca' }, /^DATABASE_URL .*sslrootcert/],
  [{ ...idp, JWKS_URL: 'http://id.example/jwks' }, /^JWKS_URL must begin with https:.*PLAIN_HTTP=allow/],
  [{ ...idp, JWKS_URL: 'http://127.0.0.1.example/jwks' }, /^JWKS_URL must begin with https:/],
  [{ EVENTS_URL: 'http://10.0.0.7/hook', EVENTS_SECRET: secret }, /^EVENTS_URL must begin with https:/],
  [{ PLAIN_HTTP: 'yes' }, /^PLAIN_HTTP/],
  [{ PAYMENT_PROVIDERS: 'cheques' }, /^PAYMENT_PROVIDERS .*cheques/],
  [{ RATE_LIMIT: '0' }, /^RATE_LIMIT must be off or/],
  [{ RATE_LIMIT: 'many' }, /^RATE_LIMIT/],
  [{ TRUST_PROXY: 'my-proxy' }, /^TRUST_PROXY .*my-proxy/],
  [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY/],
  [{ TRUST_PROXY: '10.0.0.0/8/8' }, /^TRUST_PROXY/],
  [{ TIME_ZONE: 'Mars/Olympus' }, /^TIME_ZONE .*Mars/],
  [{ CURRENCY: 'yuan' }, /^CURRENCY/],
  [{ AUTH: 'maybe' }, /^AUTH/],
  [{ AUTH: 'required' }, /^AUTH=required needs JWKS_URL/],
  [{ JWT_ISSUER: 'x' }, /^JWKS_URL, JWT_ISSUER and JWT_AUDIENCE/],
  [{ EVENTS_URL: 'https://erp.example' }, /^EVENTS_URL needs EVENTS_SECRET/],
  [{ EVENTS_URL: 'https://erp.example', EVENTS_SECRET: 'whsec_short' }, /^EVENTS_URL needs EVENTS_SECRET/],
  [{ EVENTS_URL: 'erp', EVENTS_SECRET: secret }, /^EVENTS_URL must be a URL/],
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
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL/],
  [{ STORAGE_URL: 's3://photos' }, /^STORAGE_URL is not supported/],
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
    ([env]) => Object.keys(env).length === 1 && !('AUTH' in env) && !('ROLE' in env),
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
    PUBLIC_URL: 'ftp://user:hunter2-public@host',
    JWKS_URL: 'ftp://user:hunter2-jwks@host',
  };
  const problems = problemsOf({ ...secrets, PORT: 'x' });
  assert.ok(problems.length >= 6);
  assert.doesNotMatch(problems.join('\n'), /hunter2/);
});
