/**
 * Verifies AWS Signature Version 4 as a store does, in the header and in presigned links:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */

import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface SignedRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
}

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

interface Refusal {
  readonly status: number;
  readonly code: string;
}

interface Signature {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly at: string;
  readonly payloadHash: string;
  readonly expiresS: number | null;
}

const clockDifferenceMsMax = 15 * 60_000;

/** @returns undefined when the store must serve the request. */
export function refusalOf(sent: SignedRequest, credentials: Credentials, now: number): Refusal | undefined {
  const signature = signatureOf(sent);
  if (signature === undefined) return { status: 403, code: 'AccessDenied' };
  const [accessKeyId] = signature.credential.split('/');
  if (accessKeyId !== credentials.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' };
  const signedAt = Date.parse(
    signature.at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const { expiresS } = signature;
  if (expiresS !== null && now > signedAt + expiresS * 1000) return { status: 403, code: 'AccessDenied' };
  if (expiresS === null && Math.abs(now - signedAt) > clockDifferenceMsMax) {
    return { status: 403, code: 'RequestTimeTooSkewed' };
  }
  if (signature.signature !== expectedSignature(sent, signature, credentials.secretAccessKey)) {
    return { status: 403, code: 'SignatureDoesNotMatch' };
  }
  const isHashed = signature.payloadHash !== 'UNSIGNED-PAYLOAD';
  if (isHashed && signature.payloadHash !== createHash('sha256').update(sent.body).digest('hex')) {
    return { status: 400, code: 'XAmzContentSHA256Mismatch' };
  }
  return undefined;
}

function signatureOf({ url, headers }: SignedRequest): Signature | undefined {
  const query = new URL(url, 'http://store').searchParams;
  const inQuery = query.get('X-Amz-Signature');
  if (inQuery !== null) {
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      signature: inQuery,
      at: query.get('X-Amz-Date') ?? '',
      payloadHash: 'UNSIGNED-PAYLOAD',
      expiresS: Number(query.get('X-Amz-Expires')),
    };
  }
  const [, credential, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  if (credential === undefined || signedHeaders === undefined || signature === undefined) return undefined;
  return {
    credential,
    signedHeaders,
    signature,
    at: String(headers['x-amz-date'] ?? ''),
    payloadHash: String(headers['x-amz-content-sha256'] ?? ''),
    expiresS: null,
  };
}

/** @returns the signature that the owner of the secret makes for this request. */
export function expectedSignature(
  { method, url, headers }: Omit<SignedRequest, 'body'>,
  { credential, signedHeaders, at, payloadHash }: Omit<Signature, 'signature'>,
  secret: string,
): string {
  const [path = '', query = ''] = url.split('?', 2);
  const pairs = [...new URLSearchParams(query)]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort();
  const lines = signedHeaders.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`);
  const canonical = [method, path, pairs.join('&'), lines.join(''), signedHeaders, payloadHash].join('\n');
  const [, day = '', region = '', service = '', end = ''] = credential.split('/');
  const scope = [day, region, service, end].join('/');
  const toSign = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')];
  const key = [day, region, service, end].reduce<Buffer>(
    (above, part) => createHmac('sha256', above).update(part).digest(),
    Buffer.from(`AWS4${secret}`),
  );
  return createHmac('sha256', key).update(toSign.join('\n')).digest('hex');
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
