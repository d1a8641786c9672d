/**
 * Posts a webhook to a URL that the operator configured. Never follows a redirect, and reads a limited part of the
 * response. Connects to public addresses only, unless the operator allows private ones. The address is checked when
 * the connection is made, because a host name may resolve to another address after an earlier check (DNS rebinding).
 */

import { lookup as dnsLookup } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { type Lookup, sharedLookups } from './shared-lookups.ts';

export interface WebhookPosterParts {
  readonly privateAddressesAllowed: boolean;
  /** The monotonic clock in milliseconds, by which results of the resolver expire. */
  readonly monotonicMs: () => number;
  /** Resolves a host name to all its addresses. Default: the system's resolver; tests replace it. */
  readonly resolve?: Lookup;
  /** Time limit of the whole call, the connection included. */
  readonly timeoutMs?: number;
}

/** @returns the status code. Rejects without a response, and with the signal's reason when the signal aborts. */
export type PostWebhook = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
) => Promise<number>;

/** The message contains no address, so that the log reveals nothing about the private network. */
export class AddressRefused extends Error {
  constructor() {
    super('the webhook endpoint has no public address');
    this.name = 'AddressRefused';
  }
}

/** The time limit of a call. Standard Webhooks recommends 15 to 30 seconds. */
const timeoutMsDefault = 15_000;
/** The maximum number of bytes of a response that are read: enough for a short confirmation. */
const answerBytesMax = 16_384;
/**
 * The maximum number of connections to one host. An endpoint gets at most two deliveries at once (`endpoint-gate.ts`),
 * so the limit only matters when several endpoints have the same host.
 */
const connectionsMax = 8;

export function createWebhookPoster({
  privateAddressesAllowed,
  monotonicMs,
  resolve = bySystem,
  timeoutMs = timeoutMsDefault,
}: WebhookPosterParts): PostWebhook {
  const shared = sharedLookups(resolve, monotonicMs);
  const lookup = guardedLookup(shared, privateAddressesAllowed);
  // Each call opens a new connection, because the receiver may close an open connection just when it is used
  // again.
  const agentOptions = { keepAlive: false, maxSockets: connectionsMax };
  const agents = { 'http:': new HttpAgent(agentOptions), 'https:': new HttpsAgent(agentOptions) };

  return async (url, headers, body, signal) => {
    const target = new URL(url);
    if (!privateAddressesAllowed) refuseBareAddress(target);
    const bytes = Buffer.from(body);
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': bytes.byteLength },
      lookup,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    };
    const { promise, resolve: answered, reject } = Promise.withResolvers<number>();
    const onAnswer = (answer: IncomingMessage) => {
      answered(answer.statusCode ?? 0);
      drop(answer);
    };
    const request =
      target.protocol === 'https:'
        ? httpsRequest(target, { ...options, agent: agents['https:'] }, onAnswer)
        : httpRequest(target, { ...options, agent: agents['http:'] }, onAnswer);
    // The listener stays after the response. Without it, a later error of the connection would be unhandled
    // and end the process.
    request.on('error', reject);
    // After `101 Switching Protocols`, Node ends the connection without a response or an error.
    request.once('close', () => reject(new Error('the connection ended without a response')));
    request.end(bytes);
    return promise;
  };
}

/** A URL with an IP address as its host is not resolved, so its address is checked here. */
function refuseBareAddress(target: URL): void {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new AddressRefused();
}

function guardedLookup(resolve: Lookup, privateAddressesAllowed: boolean): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, (error, found) => {
      if (error !== null) return done(error, '', 0);
      const addresses = privateAddressesAllowed
        ? found
        : found.filter(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (first === undefined) return done(new AddressRefused(), '', 0);
      if (options.all === true) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}

const bySystem: Lookup = (hostname, done) => dnsLookup(hostname, { all: true }, done);

/**
 * Discards the body of a response, because only the status is needed. A short body is read to its end, so
 * that the connection ends without an error.
 */
function drop(answer: IncomingMessage): void {
  let sizeBytes = 0;
  answer.on('error', () => undefined);
  answer.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > answerBytesMax) answer.destroy();
  });
}
