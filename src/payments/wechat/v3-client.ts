/**
 * Calls WeChat Pay API v3. Signs each request and verifies each answer. Never repeats a call. Errors contain WeChat
 * Pay's code and message, and never a key, a signature or a query.
 */

import type { KeyObject } from 'node:crypto';
import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';
import type { Clock, Random } from '../../usecases/ports/tools.ts';
import { type Fields, parseFields } from '../json-object.ts';
import { readBounded } from '../read-bounded.ts';
import { textOf } from './json-fields.ts';
import { readCertificates } from './platform-certificates.ts';
import { createPlatformKeys, type PublicKey } from './platform-keys.ts';
import { authorization, type Signer } from './v3-signature.ts';
import { type FindKey, type Headers, refuseMessage } from './verify-message.ts';

/** WeChat Pay refused a call: a status of 4xx with a code. The call has changed nothing there. */
export class WechatRefusal extends Error {
  readonly code: string;
  /** Whether the refusal is signed. WeChat Pay does not promise to sign refusals. */
  readonly isSigned: boolean;

  constructor(code: string, message: string, isSigned: boolean) {
    super(`WeChat Pay refused the call: ${code} ${message}`);
    this.name = 'WechatRefusal';
    this.code = code;
    this.isSigned = isSigned;
  }
}

export interface V3ClientParts {
  /** Without a trailing slash. */
  readonly payUrl: string;
  readonly signer: Signer;
  readonly apiV3Key: KeyObject;
  readonly publicKey: PublicKey | null;
  readonly clock: Clock;
  readonly random: Random;
  /** Time limit of one call. */
  readonly timeoutMs?: number;
}

export interface V3Client {
  /**
   * @param path with the query.
   * @param body undefined: a GET.
   * @returns the fields of the answer; none for a status of 204.
   * @throws WechatRefusal, ProviderUnreachable (the outcome is unknown, or the same call may be repeated later; its
   * `cause` is a WechatRefusal if WeChat Pay has refused the call for now).
   */
  call(path: string, body?: Fields): Promise<Fields>;
  /**
   * Downloads a bill. The response is not signed, so the caller must compare the hash of the bill.
   * @throws ProviderUnreachable
   */
  download(path: string): Promise<Buffer>;
  readonly findKey: FindKey;
}

/**
 * The time limit of one call. To open one payment may need four calls: the certificates, the payment, a query and a
 * close. Four times this limit is less than `openingMsMax`.
 */
const timeoutMsDefault = 8_000;
const answerBytesMax = 1024 * 1024;
/** A bill has about 400 bytes for a payment and is compressed. */
const billBytesMax = 64 * 1024 * 1024;
const messageLengthMax = 200;
const codeLengthMax = 64;

/** After these codes WeChat Pay asks the merchant to repeat the same call, or the outcome of the call is unknown. */
const repeatable: readonly string[] = [
  'SYSTEM_ERROR',
  'SYSTEMERROR',
  'BANK_ERROR',
  'BANKERROR',
  'BIZERR_NEED_RETRY',
  'FREQUENCY_LIMITED',
  'FREQUENCY_LIMIT_EXCEED',
  'RATELIMIT_EXCEEDED',
  'RATELIMIT_EXCEED',
];

interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

export function createV3Client(parts: V3ClientParts): V3Client {
  const { clock, apiV3Key, publicKey } = parts;
  const findKey = createPlatformKeys({ publicKey, clock, download: downloadCertificates });

  /**
   * The list is signed with a certificate that is in the list, or with the public key if the request names it. The
   * APIv3 key proves that the list is genuine.
   */
  async function downloadCertificates() {
    const answer = await send(parts, '/v3/certificates', undefined, answerBytesMax);
    if (answer.status !== 200) return [];
    const listed = readCertificates(parseFields(answer.body.toString()) ?? {}, apiV3Key);
    const keys = new Map(listed.map(({ serial, key }) => [serial, key]));
    if (publicKey !== null) keys.set(publicKey.id, publicKey.key);
    const find: FindKey = async (serial) => keys.get(serial);
    const refusal = await refuseMessage(answer.headers, answer.body, find, clock.now());
    return refusal === undefined ? listed : [];
  }

  async function requireGenuine({ headers, body }: RawAnswer, path: string): Promise<void> {
    const refusal = await refuseMessage(headers, body, findKey, clock.now());
    if (refusal === undefined) return;
    throw new ProviderUnreachable(`The answer of ${nameOf(path)} is not verified: ${refusal.why}.`);
  }

  return {
    findKey,
    async call(path, body) {
      const answer = await send(parts, path, body, answerBytesMax);
      const { status, headers } = answer;
      if (status >= 200 && status < 300) {
        await requireGenuine(answer, path);
        const fields = answer.body.length === 0 ? {} : parseFields(answer.body.toString());
        if (fields !== undefined) return fields;
        throw new ProviderUnreachable(`The answer of ${nameOf(path)} is not JSON.`);
      }
      // The status 401 means that the service's key, serial number or clock is wrong. WeChat Pay does not sign a
      // response with 401, so it is not verified.
      const isSigned = headers['wechatpay-signature'] !== undefined && status !== 401;
      if (isSigned) await requireGenuine(answer, path);
      throw refusalOf(path, answer, isSigned);
    },
    async download(path) {
      const answer = await send(parts, path, undefined, billBytesMax);
      if (answer.status === 200) return answer.body;
      throw new ProviderUnreachable(`${nameOf(path)} answered with the status ${answer.status}.`);
    },
  };
}

function refusalOf(path: string, { status, headers, body }: RawAnswer, isSigned: boolean): Error {
  const fields = parseFields(body.toString()) ?? {};
  const code = textOf(fields, 'code')?.slice(0, codeLengthMax);
  // Operators need the id of the request when they ask WeChat Pay's support.
  const requestId = /^[\w-]{1,80}$/.exec(headers['request-id'] ?? '')?.[0];
  const suffix = requestId === undefined ? '' : ` (Request-ID ${requestId})`;
  const message = `${(textOf(fields, 'message') ?? '').slice(0, messageLengthMax)}${suffix}`;
  // A 401 is not final: the same call may succeed once the operator has corrected the configuration.
  const isFinal = status >= 400 && status < 500 && status !== 401 && status !== 429;
  if (code !== undefined && isFinal && !repeatable.includes(code)) {
    return new WechatRefusal(code, message, isSigned);
  }
  const text = `${nameOf(path)} answered with the status ${status} ${code ?? ''} ${message}`.trimEnd();
  // With 429, WeChat Pay has refused the call for now, for example to close a payment while the customer is typing the
  // password.
  const cause = status === 429 ? new WechatRefusal(code ?? '', message, isSigned) : undefined;
  return new ProviderUnreachable(text, { cause });
}

/** The path without its query: the query of a bill contains a token. */
function nameOf(path: string): string {
  return path.split('?', 1)[0] ?? '';
}

async function send(
  { payUrl, signer, publicKey, clock, random, timeoutMs = timeoutMsDefault }: V3ClientParts,
  path: string,
  fields: Fields | undefined,
  bytesMax: number,
): Promise<RawAnswer> {
  const method = fields === undefined ? 'GET' : 'POST';
  const body = fields === undefined ? '' : JSON.stringify(fields);
  const timestamp = String(Math.floor(clock.now() / 1000));
  const nonce = Buffer.from(random.bytes(16)).toString('hex');
  try {
    const response = await fetch(`${payUrl}${path}`, {
      method,
      headers: {
        authorization: authorization(signer, { method, path, timestamp, nonce, body }),
        accept: 'application/json',
        'user-agent': 'photokiosk',
        ...(publicKey === null ? {} : { 'wechatpay-serial': publicKey.id }),
        ...(fields === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(fields === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const bytes = await readBounded(response, bytesMax);
    return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes };
  } catch (cause) {
    throw new ProviderUnreachable(`WeChat Pay did not answer ${nameOf(path)}.`, { cause });
  }
}
