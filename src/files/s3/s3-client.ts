/**
 * Signed requests to an S3-compatible object store. A request that the store does not answer, or answers with 429 or
 * 5xx, is tried again; every request of this client has the same effect if it is repeated.
 */

import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { MachineTrouble } from '../../usecases/ports/machine-trouble.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import { exchange, NoFreeConnection, type S3Body } from './s3-exchange.ts';

export interface S3Address {
  /** Origin of the store, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  /** The text with which every key in the bucket begins: empty, or a path that ends in `/`. */
  readonly prefix: string;
  readonly style: 'path' | 'virtual';
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken: string | null;
  };
}

export interface S3Call {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** The key without the prefix; empty: the bucket itself. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** A local file, or the part of it that begins at `start`; it is sent in small pieces. */
  readonly body?: S3Body;
  /** Statuses that the caller handles. Every other status is an error. */
  readonly expected: readonly (200 | 201 | 204)[];
}

export interface S3Client {
  /**
   * @returns a response with one of the expected statuses. The caller reads its body or calls `resume`.
   * @throws MachineTrouble when the store cannot be reached, or answers with another status.
   */
  send(call: S3Call): Promise<IncomingMessage>;
  /**
   * Like `send`, for an object that may not exist. Only the store's own error `NoSuchKey` counts as "does not exist":
   * a proxy without a backend, a wrong endpoint and a missing bucket answer 404 as well.
   * @returns undefined when the object does not exist.
   */
  find(call: S3Call): Promise<IncomingMessage | undefined>;
  /** @returns an address at which the object can be read without credentials, for this time. */
  presign(key: string, query: Readonly<Record<string, string>>, seconds: number): Promise<string>;
}

const triesMax = 3;
const pauseMs = 200;
/** How long a connection may be without traffic before the request fails, unless this side does not read. */
const silenceMsMaxDefault = 30_000;
/**
 * The maximum number of connections. More transfers at once would not be faster, because they share the same
 * bandwidth. Further requests wait for a connection.
 */
const connectionsMaxDefault = 64;
/** How long a request waits for a connection. Without a limit, jobs would keep their leases and callers would wait. */
const waitMsMaxDefault = 30_000;
/** How many characters of the store's error document are read at most. */
const errorTextMax = 4_096;

/** The error code of S3 for an object that does not exist in a bucket that does. */
const missingObjectCode = 'NoSuchKey';

/** The store's response has an unexpected status. */
export class S3Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`the object store answered ${status} ${code}`.trim());
    this.name = 'S3Refusal';
    this.status = status;
    this.code = code;
  }
}

export interface S3Connections {
  readonly connectionsMax?: number;
  readonly waitMsMax?: number;
  readonly silenceMsMax?: number;
}

export function createS3Client(
  address: S3Address,
  log: Log,
  {
    connectionsMax = connectionsMaxDefault,
    waitMsMax = waitMsMaxDefault,
    silenceMsMax = silenceMsMaxDefault,
  }: S3Connections = {},
): S3Client {
  const { accessKeyId, secretAccessKey, sessionToken } = address.credentials;
  const account = {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === null ? {} : { sessionToken }),
    service: 's3',
    region: address.region,
  };
  const options = { keepAlive: true, maxSockets: connectionsMax, timeout: silenceMsMax };
  const agent = address.endpoint.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);

  async function attempt({
    method,
    key,
    query,
    headers = {},
    body,
    expected,
  }: S3Call): Promise<IncomingMessage> {
    const signer = new AwsV4Signer({
      ...account,
      method,
      url: urlOf(address, key, query),
      headers: { ...headers },
    });
    const signed = await signer.sign();
    const length = body === undefined ? {} : { 'content-length': body.sizeBytes };
    const response = await exchange(
      signed.url,
      {
        method,
        agent,
        waitMsMax,
        silenceMsMax,
        headers: { ...Object.fromEntries(signed.headers), ...length },
      },
      body,
    );
    const status = response.statusCode ?? 0;
    if (expected.some((each) => each === status)) return response;
    const text = await shortText(response);
    // The response to HEAD has no body, so read the error from the response to GET.
    if (status === 404 && method === 'HEAD')
      return headOf(await attempt({ method: 'GET', key, expected: [200] }));
    throw new S3Refusal(status, /<Code>([A-Za-z0-9]+)<\/Code>/.exec(text)?.[1] ?? '');
  }

  async function find(call: S3Call): Promise<IncomingMessage | undefined> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(call);
      } catch (err) {
        if (isOfLocalFile(err)) throw err;
        if (isMissingObject(err)) return undefined;
        const { method } = call;
        if (tries < triesMax && isTemporary(err)) {
          await pause(pauseMs * 2 ** tries);
          continue;
        }
        log.error({ err, method, tries }, 'a request to the object store failed');
        throw new MachineTrouble('EIO', { cause: err });
      }
    }
  }

  return {
    find,
    async send(call) {
      const response = await find(call);
      if (response !== undefined) return response;
      throw new MachineTrouble('EIO', { cause: new S3Refusal(404, missingObjectCode) });
    },
    async presign(key, query, seconds) {
      const url = urlOf(address, key, { ...query, 'X-Amz-Expires': String(seconds) });
      return (await new AwsV4Signer({ ...account, method: 'GET', url, signQuery: true }).sign()).url.href;
    },
  };
}

function urlOf(
  { endpoint, style, bucket, prefix }: S3Address,
  key: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const url = new URL(endpoint);
  if (style === 'virtual') url.hostname = `${bucket}.${url.hostname}`;
  const path = key === '' ? '' : `${prefix}${key}`;
  url.pathname = style === 'path' ? `/${bucket}/${path}` : `/${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

async function shortText(response: IncomingMessage): Promise<string> {
  let text = '';
  response.setEncoding('utf8');
  for await (const part of response) {
    text += part;
    if (text.length > errorTextMax) break;
  }
  return text;
}

/** Whether the error concerns the file that is sent, not the store. */
function isOfLocalFile(error: unknown): boolean {
  return error instanceof Error && 'path' in error;
}

function isMissingObject(error: unknown): boolean {
  return error instanceof S3Refusal && error.status === 404 && error.code === missingObjectCode;
}

/** A 404 without an error code does not come from the store, but from a proxy in front of it. */
function isTemporary(error: unknown): boolean {
  if (error instanceof NoFreeConnection) return false;
  if (!(error instanceof S3Refusal)) return true;
  return error.status === 429 || error.status >= 500 || (error.status === 404 && error.code === '');
}

/** Ends the transfer of the body, of which the caller wants only the headers. */
function headOf(response: IncomingMessage): IncomingMessage {
  response.destroy();
  return response;
}
