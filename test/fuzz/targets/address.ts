/** The target `address`: paths and queries of every route, in every spelling, with every method. */

import fc from 'fast-check';
import { operations, targetOf } from '../operations.ts';
import { requestTarget } from '../request-target.ts';
import { requestText } from '../request-text.ts';
import { hostileText } from '../values.ts';
import { personFor } from './request-headers.ts';

/** Routes that the OpenAPI document does not list. */
const pages = [
  ...[
    '/',
    '/shop',
    '/admin',
    '/admin/orders/1',
    '/docs',
    '/docs/errors',
    '/docs/json',
    '/docs/static/index.html',
  ],
  ...[
    '/web/shop/assets/main.js',
    '/icons/1.png',
    '/health/live',
    '/health/ready',
    '/metrics',
    '/favicon.ico',
    '/robots.txt',
  ],
  ...[
    '/sandbox/checkout/{{payment}}',
    '/sandbox/checkout/x',
    '/.well-known/security.txt',
    '/v1/goods_list',
    '*',
  ],
];

/** Ways to spell an address that routers, limits and logs may read differently. */
const spellings: readonly ((target: string) => string)[] = [
  (target) => target.replace(/[a-z]/, (c) => `%${c.charCodeAt(0).toString(16)}`),
  (target) => target.replaceAll('/', '//'),
  (target) => target.replace('/', '/./'),
  (target) => target.replace('/', '/x/../'),
  (target) => target.replace('/', '/%2e%2e/'),
  (target) => target.replaceAll('/', '\\'),
  (target) => target.toUpperCase(),
  (target) => `${target}/`,
  (target) => `${target}?`,
  (target) => `${target}#fragment`,
  (target) => `${target};a=b`,
  (target) => `${target}%`,
  (target) => `${target}%00`,
  (target) => `${target}%c0%af`,
  (target) => `http://127.0.0.1${target}`,
  (target) => `http://evil.test:99999${target}`,
  (target) => `${target}${'/a'.repeat(2_000)}`,
  (target) => `${target}${target.includes('?') ? '&' : '?'}${'a=b&'.repeat(1_500)}`,
  (target) => target.replace(/=[^&]*/, '=%ff'),
  (target) => target.replace(/\?(.*)$/, '?$1&$1'),
  (target) => target.replace('/index.php', ''),
  (target) => target.slice(1),
];

const spelled = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.oneof(...operations.map(targetOf)) },
      { weight: 2, arbitrary: fc.constantFrom(...pages) },
      { weight: 1, arbitrary: hostileText.map((text) => `/${text.replaceAll(/[\s]/g, '')}`) },
    ),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: fc.array(fc.constantFrom(...spellings), { minLength: 1, maxLength: 2 }) },
    ),
  )
  .map(([target, changes]) => changes.reduce((text, change) => change(text), target));

const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant('GET') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'POST',
      'HEAD',
      'CONNECT',
      'OPTIONS',
      'DELETE',
      'PUT',
      'PATCH',
      'TRACE',
      'PROPFIND',
    ),
  },
);

const header = fc.oneof(
  fc.constantFrom(
    ...[
      'Accept: text/html',
      'Accept: application/json',
      'Accept-Language: zh-CN,zh;q=0.9,*;q=x',
      'If-None-Match: *',
    ],
    ...[
      'Range: bytes=0-',
      'Range: bytes=9-1',
      'Accept-Encoding: br;q=x, gzip',
      'Host: evil.test',
      'Origin: null',
    ],
    ...[
      'If-Modified-Since: x',
      'Accept-Language: ',
      `Accept-Language: ${'a,'.repeat(2_000)}`,
      'X-Request-Id: mine',
      'Expect: 100-continue',
      'Expect: x',
      'Upgrade: websocket',
    ],
  ),
  hostileText.map((text) => `X-Other: ${text.replaceAll(/[\r\n\0]/g, '').slice(0, 100)}`),
);

export const addressTarget = requestTarget({
  name: 'address',
  inputs: fc
    .record({
      target: spelled,
      method,
      headers: fc.array(header, { maxLength: 2 }),
      person: personFor('/admin'),
    })
    .map(({ target, method, headers, person }) =>
      requestText({ method, target, headers: [...person, ...headers] }),
    ),
  dictionary: [
    '/',
    '//',
    '/..',
    '%2f',
    '%2e',
    '%',
    '?',
    '#',
    '&',
    '=',
    '/admin/api/',
    '/v1/',
    '/index.php',
    '@',
    ':',
  ],
});
