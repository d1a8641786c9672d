/** The target `token`: bearer tokens, JWTs with genuine signatures over hostile claims, Basic credentials and cookies. */

import fc from 'fast-check';
import { audience, issuer } from '../identity-provider.ts';
import { requestTarget } from '../request-target.ts';
import { requestText } from '../request-text.ts';
import { hostileText, parametersOf } from '../values.ts';
import { personFor } from './request-headers.ts';

const ascii = (text: string) => text.replaceAll(/[\r\n]/g, '').slice(0, 300);

/** Claims of a token. Their times are before and after the time of the fixed clock. */
const claims = parametersOf({
  properties: {
    iss: { enum: [issuer, `${issuer}/`, ''] },
    aud: { enum: [audience, [audience], [], ['x', audience]] },
    sub: { type: 'string', minLength: 1, maxLength: 60 },
    exp: { enum: [1_900_000_000, 1_763_640_000, 0, -1] },
    nbf: { enum: [0, 1_900_000_000] },
    iat: { enum: [0, 1_900_000_000] },
    events: { enum: [{}, { 'http://schemas.openid.net/event/backchannel-logout': {} }] },
  },
  required: ['iss', 'aud', 'sub', 'exp'],
});

const header = parametersOf({
  properties: {
    alg: { enum: ['EdDSA', 'EdDSA', 'EdDSA', 'none', 'HS256', 'RS256'] },
    kid: { enum: ['k', 'other', '../../k'] },
    typ: { enum: ['JWT', 'at+jwt', 'application/at+jwt', 'logout+jwt', 'dpop+jwt'] },
    crit: { enum: [['exp'], []] },
    b64: { enum: [true, false] },
    jwk: { enum: [{}, { kty: 'oct', k: 'AAAA' }] },
  },
  required: ['alg'],
});

/** JSON without blanks between its members, because a blank separates header and payload. */
const json = (value: unknown) => ascii(JSON.stringify(value)).replaceAll(' ', '\\u0020');

const signed = fc
  .tuple(header, claims)
  .map(([ofHeader, ofPayload]) => [`X-Fuzz-Jwt: ${json(ofHeader)} ${json(ofPayload)}`]);

const base64url = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64url'));

const bearer = fc.oneof(
  fc.array(base64url, { maxLength: 5 }).map((parts) => parts.join('.')),
  fc
    .tuple(
      fc.constantFrom('1', '2', 'zzzzzzzzzzz', '0', '-1'),
      fc.constantFrom('tzzzzz', 'zzzzzzzz', '0'),
      base64url,
    )
    .map(([user, end, proof]) => `g1.${user}.${end}.${proof.padEnd(43, 'A').slice(0, 43)}`),
  fc.constantFrom('pk_', `pk_${'A'.repeat(43)}`, 'eyJhbGciOiJub25lIn0.e30.', '..', '...', 'g1....', 'null'),
  hostileText,
);

const basic = hostileText.map((text) => Buffer.from(text).toString('base64'));

const authorization = fc
  .tuple(
    fc.constantFrom('Bearer', 'Bearer', 'bearer', 'BEARER', 'Basic', 'Basic', 'Digest', ''),
    fc.constantFrom(' ', '  ', '\t', ''),
    fc.oneof(bearer, basic),
  )
  .map(([scheme, blank, value]) => [`Authorization: ${scheme}${blank}${ascii(value)}`]);

const cookie = fc
  .tuple(
    fc.constantFrom(
      'photokiosk_guest',
      '__Host-photokiosk_guest',
      'photokiosk_console',
      '__Host-photokiosk_console',
    ),
    fc.oneof(bearer, base64url, fc.constant('A'.repeat(43))),
    fc.constantFrom('', 'a=b; ', ';;;', 'photokiosk_guest=; '),
  )
  .map(([name, value, before]) => [
    `Cookie: ${before}${name}=${ascii(value)}`,
    'Sec-Fetch-Site: same-origin',
  ]);

const address = fc.constantFrom(
  ...[
    'POST /v1/my_orders',
    'POST /v1/my_vip',
    'POST /v1/goods_list',
    'GET /admin/api/session',
    'GET /admin/api/orders',
  ],
  ...[
    'POST /v1/end_guest_tokens',
    'GET /admin/api/api_tokens',
    'POST /admin/api/jobs/retry_all',
    'DELETE /admin/api/session',
  ],
);

const forwarded = fc.constantFrom<string[]>(
  [],
  ['X-Forwarded-For: 10.0.0.1, unknown', 'X-Forwarded-Proto: https', 'X-Forwarded-Host: evil.test'],
  ['Forwarded: for="[::1]";proto=https'],
);

export const tokenTarget = requestTarget({
  name: 'token',
  inputs: fc
    .record({
      address,
      credential: fc.oneof(
        { weight: 4, arbitrary: signed },
        { weight: 4, arbitrary: authorization },
        { weight: 2, arbitrary: cookie },
        { weight: 1, arbitrary: personFor('/admin') },
      ),
      forwarded,
    })
    .map(({ address, credential, forwarded }) => {
      const [method = '', target = ''] = address.split(' ');
      return requestText({ method, target, headers: [...credential, ...forwarded] });
    }),
  dictionary: [
    ...[
      'Authorization: Bearer ',
      'g1.',
      'pk_',
      '.',
      '==',
      'Cookie: ',
      'photokiosk_guest=',
      '"exp":1e300',
      '"sub":"\\u0000"',
    ],
    ...[
      'X-Fuzz-Jwt: {"alg":"EdDSA","kid":"k"} {"iss":"https://idp.test","aud":"photokiosk","sub":"a","exp":1900000000}\r\n',
    ],
    ...['"crit":["b64"]', '"b64":false', '"kid":null', 'Basic '],
  ],
});
