/** The refusals that all operations of a kind have. Each case derives its call from the call that succeeds. */

import { once } from 'node:events';
import { connect } from 'node:net';
import type { ErrorCode } from '../../../src/domain/errors.ts';
import type { Call } from './operation-cases.ts';

/** The state of the service to which a case sends its call. */
export type Place =
  /** The ordinary shop in which the other cases of the operation run. */
  | 'shop'
  /** A shop that serves signed-in customers only. */
  | 'shop without guests'
  | 'service that stops'
  | 'service with an exhausted rate limit'
  | 'service whose use cases fail'
  /** A listening service that receives the call on a socket, with headers above the size limit. */
  | 'socket';

export interface SharedCase {
  readonly code: ErrorCode;
  readonly place: Place;
  readonly derive: (success: Call) => Call;
}

export interface OperationKind {
  readonly operationId: string;
  readonly method: string;
}

/** Operations of the client API that look at no credential. */
const open: readonly string[] = [
  'goods_list',
  'document_list',
  'pay_notify',
  'download',
  'create_photo_link',
  'photo_link',
  'end_photo_link',
];

/** Larger than the largest body that a call accepts, which is the import of goods. */
const tooLargeBody = Buffer.alloc(6_000_000, ' ');

function withHeaders(call: Call, headers: Record<string, string>): Call {
  return { ...call, headers: { ...call.headers, ...headers } };
}

function without(call: Call, ...names: readonly string[]): Call {
  const kept = Object.entries(call.headers ?? {}).filter(([name]) => !names.includes(name));
  return { ...call, headers: Object.fromEntries(kept) };
}

function tooLarge(call: Call): Call {
  if (String(call.headers?.['content-type']).startsWith('multipart/')) {
    return withHeaders(call, { 'content-length': String(2 ** 30) });
  }
  return withHeaders({ ...call, payload: tooLargeBody }, { 'content-type': 'application/json' });
}

function asXml(call: Call): Call {
  return withHeaders({ ...call, payload: '<a/>' }, { 'content-type': 'application/xml' });
}

const everyOperation: readonly SharedCase[] = [
  { code: 'malformed_request', place: 'socket', derive: (call) => call },
  { code: 'internal', place: 'service whose use cases fail', derive: (call) => call },
  { code: 'unavailable', place: 'service that stops', derive: (call) => call },
];

const rateLimit: SharedCase = {
  code: 'too_many_requests',
  place: 'service with an exhausted rate limit',
  derive: (call) => call,
};

const bodySize: SharedCase = { code: 'body_too_large', place: 'shop', derive: tooLarge };
const contentType: SharedCase = { code: 'unsupported_media_type', place: 'shop', derive: asXml };

const noSession: SharedCase = {
  code: 'unauthenticated',
  place: 'shop',
  derive: (call) => without(call, 'cookie'),
};

/** Without `sec-fetch-site` and `x-csrf-token`, the service must assume that the call comes from another site. */
const fromAnotherSite: SharedCase = {
  code: 'forbidden',
  place: 'shop',
  derive: (call) => without(call, 'sec-fetch-site', 'x-csrf-token'),
};

/** A form of another site, to which the browser adds the guest's cookie. */
const cookieFromAnotherSite: SharedCase = {
  code: 'forbidden',
  place: 'shop',
  derive: (call) =>
    withHeaders(without(call, 'authorization'), {
      cookie: '__Host-photokiosk_guest=guest.1',
      'sec-fetch-site': 'same-site',
    }),
};

const noCredential: SharedCase = {
  code: 'unauthenticated',
  place: 'shop without guests',
  derive: (call) => without(call, 'authorization'),
};

const wrongCredential: SharedCase = {
  code: 'invalid_credential',
  place: 'shop',
  derive: (call) => withHeaders(call, { authorization: 'Bearer wrong' }),
};

export function sharedCases({ operationId, method }: OperationKind): readonly SharedCase[] {
  // A payment notification has no rate limit, and any content type, because its signature covers raw bytes.
  if (operationId === 'pay_notify') return [...everyOperation, bodySize];
  if (operationId === 'pay_notify_check') return everyOperation;
  // `shop_config` has no parameters, and answers without or with an invalid credential as well.
  if (operationId === 'shop_config') return [...everyOperation, rateLimit];
  const changes = method !== 'GET';
  const always = [...everyOperation, rateLimit, ...(changes ? [bodySize, contentType] : [])];
  if (operationId.startsWith('console_sign_in')) return [...always, fromAnotherSite];
  if (operationId.startsWith('console_'))
    return [...always, noSession, ...(changes ? [fromAnotherSite] : [])];
  // A client whose credential is missing or has expired calls `login`.
  if (operationId === 'login') return [...always, cookieFromAnotherSite];
  return open.includes(operationId)
    ? always
    : [...always, noCredential, wrongCredential, cookieFromAnotherSite];
}

/** Sends `call` with 20 KiB of headers. @returns the status line's status and the body. */
export async function sendWithLongHeaders(
  port: number,
  { method, url }: Call,
): Promise<{ statusCode: number; body: string }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.write(`${method} ${url} HTTP/1.1\r\nHost: shop\r\nX-Long: ${'x'.repeat(20 * 1024)}\r\n\r\n`);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return { statusCode: Number(head.split(' ')[1]), body };
}
