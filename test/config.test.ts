/** The defaults of the configuration, and the effect of every environment variable. */

import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { eventsSecret, idp, read, workingDir } from './config/read-config.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

test('an empty environment gives a complete configuration', () => {
  const { zone, ...config } = read({});
  assert.equal(zone.name, 'Asia/Shanghai');
  assert.deepEqual(config, {
    host: '127.0.0.1',
    port: 8080,
    publicUrl: null,
    dataDir: resolve(workingDir, 'data'),
    database: null,
    databaseDirect: null,
    role: 'all',
    workerPort: 8081,
    workerKinds: ['pictures', 'webhooks', 'payments', 'others'],
    workerPictures: null,
    storage: { current: { kind: 'folder' }, former: null, links: 'presigned' },
    secretKeys: null,
    adminPassword: null,
    paymentProviders: [{ name: 'sandbox' }],
    rateLimitPerMinute: 600,
    trustedProxies: [],
    currency: 'CNY',
    auth: 'optional',
    jwt: null,
    plainHttpAllowed: false,
    events: null,
    webhookPrivateAddressesAllowed: false,
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
    uploadBytesPerClientPerDay: 1000 * 2 ** 20,
    nets: { colouriserFile: null, matting: null },
    refundApprovalAboveMinor: null,
    shopContact: null,
    smtp: null,
    logLevel: 'info',
    setVariables: new Set(),
  });
});

test('every variable changes its setting', () => {
  const { zone, ...config } = read({
    HOST: '0.0.0.0',
    PORT: '0',
    PUBLIC_URL: 'https://shop.example/',
    DATA_DIR: 'var/shop',
    DATABASE_URL: 'postgres://shop:pw@db/shop',
    DATABASE_DIRECT_URL: 'postgres://shop:pw@direct/shop?target_session_attrs=read-write',
    ROLE: 'worker',
    WORKER_PORT: 'off',
    WORKER_KINDS: 'others, colourise, id_photo',
    STORAGE_URL: 's3://shop?endpoint=https://s3.example',
    STORAGE_FORMER_URL: 'file:',
    STORAGE_LINKS: 'service',
    AWS_ACCESS_KEY_ID: 'AK',
    AWS_SECRET_ACCESS_KEY: 'SK',
    SECRET_KEY: `${'k'.repeat(32)}, ${'j'.repeat(40)}`,
    ADMIN_PASSWORD: 'open sesame',
    PAYMENT_PROVIDERS: 'sandbox, sandbox',
    RATE_LIMIT: '42',
    TRUST_PROXY: 'loopback, 10.0.0.0/8, 2001:db8::/32, 192.0.2.1',
    TIME_ZONE: 'Europe/Berlin',
    CURRENCY: 'EUR',
    AUTH: 'required',
    ...idp,
    JWT_TYPE: 'at+jwt',
    EVENTS_URL: 'https://erp.example/hook',
    EVENTS_SECRET: eventsSecret,
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
    UPLOAD_MIB_PER_CLIENT_PER_DAY: '16',
    COLOURISER_NET_FILE: 'nets/colour.onnx',
    MATTING_NET_FILE: '/nets/matte.onnx',
    MATTING_NET_KIND: 'birefnet',
    REFUND_APPROVAL_MINOR: '0',
    SMTP_URL: 'smtps://ann:secret@mail.example',
    MAIL_FROM: 'photos@shop.example',
    SHOP_CONTACT: 'laozhaopian',
    LOG_LEVEL: 'debug',
  });
  assert.equal(zone.name, 'Europe/Berlin');
  assert.deepEqual(config, {
    host: '0.0.0.0',
    port: 0,
    publicUrl: 'https://shop.example',
    dataDir: resolve(workingDir, 'var/shop'),
    database: {
      urls: ['postgres://shop:pw@db/shop'],
      primaryOnly: false,
      tls: { mode: 'verify-full', host: 'db', rootFile: null, certificateFile: null, keyFile: null },
    },
    databaseDirect: {
      urls: ['postgres://shop:pw@direct/shop'],
      primaryOnly: true,
      tls: { mode: 'verify-full', host: 'direct', rootFile: null, certificateFile: null, keyFile: null },
    },
    role: 'worker',
    workerPort: null,
    workerKinds: ['pictures', 'others'],
    workerPictures: ['id_photo', 'colourise'],
    storage: {
      current: {
        kind: 's3',
        endpoint: 'https://s3.example',
        region: 'us-east-1',
        bucket: 'shop',
        prefix: '',
        style: 'path',
        credentials: { accessKeyId: 'AK', secretAccessKey: 'SK', sessionToken: null },
      },
      former: { kind: 'folder' },
      links: 'service',
    },
    secretKeys: ['k'.repeat(32), 'j'.repeat(40)],
    adminPassword: 'open sesame',
    paymentProviders: [{ name: 'sandbox' }],
    rateLimitPerMinute: 42,
    trustedProxies: ['loopback', '10.0.0.0/8', '2001:db8::/32', '192.0.2.1'],
    currency: 'EUR',
    auth: 'required',
    jwt: { jwksUrl: idp.JWKS_URL, issuer: idp.JWT_ISSUER, audience: idp.JWT_AUDIENCE, types: 'at+jwt' },
    plainHttpAllowed: true,
    events: { url: 'https://erp.example/hook', secret: eventsSecret },
    webhookPrivateAddressesAllowed: true,
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
    uploadBytesPerClientPerDay: 16 * 2 ** 20,
    nets: {
      colouriserFile: resolve('/srv/shop', 'nets/colour.onnx'),
      matting: { file: resolve('/nets/matte.onnx'), kind: 'birefnet' },
    },
    refundApprovalAboveMinor: 0,
    smtp: {
      ...{ host: 'mail.example', port: 465, isTlsFirst: true, isLocal: false },
      login: { user: 'ann', password: 'secret' },
      from: { name: '', address: 'photos@shop.example' },
    },
    shopContact: 'laozhaopian',
    logLevel: 'debug',
    setVariables: new Set([
      'SHOP_CONTACT',
      'UPLOAD_KEPT_HOURS',
      'RESULT_KEPT_DAYS',
      'MEMBER_RESULT_KEPT_DAYS',
      'UNPAID_ORDERS_KEPT_DAYS',
    ]),
  });
});

test('an empty or blank variable counts as unset', () => {
  assert.equal(read({ PORT: '', HOST: '  ', DATABASE_URL: '' }).port, 8080);
  assert.equal(read({ HOST: '  ' }).host, '127.0.0.1');
});

test('http:// is accepted for a JWKS or an event receiver on this machine', () => {
  for (const host of ['localhost:9000', '127.0.0.7', '[::1]:9000', 'id.localhost']) {
    assert.equal(read({ ...idp, JWKS_URL: `http://${host}/jwks` }).jwt?.jwksUrl, `http://${host}/jwks`);
    read({ EVENTS_URL: `http://${host}/hook`, EVENTS_SECRET: eventsSecret });
  }
});

test('RATE_LIMIT=off and UPLOAD_MIB_PER_CLIENT_PER_DAY=off remove the limits', () => {
  assert.equal(read({ RATE_LIMIT: 'off' }).rateLimitPerMinute, null);
  assert.equal(read({ UPLOAD_MIB_PER_CLIENT_PER_DAY: 'off' }).uploadBytesPerClientPerDay, null);
});
