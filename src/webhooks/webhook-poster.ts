/**
 * Posts to an address that the operator named. Never follows a redirect, never reads an answer beyond a bound,
 * and connects to public addresses only unless told otherwise. The address is judged where the connection is
 * made, not before: a name may point elsewhere by then (DNS rebinding).
 */

import { lookup as dnsLookup, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface WebhookPosterParts {
  readonly privateAddressesAllowed: boolean;
  /** Resolves a name to every address it has; the system's resolver unless a test brings its own. */
  readonly resolve?: (hostname: string, done: ResolveDone) => void;
  /** For the whole call, the connection included. */
  readonly timeoutMs?: number;
}

export type ResolveDone = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/** @returns the status. Rejects when there is none, and with the signal's reason when it aborts. */
export type PostWebhook = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
) => Promise<number>;

/** Names no address: what a private network looks like from inside is no business of a log. */
export class AddressRefused extends Error {
  constructor() {
    super('the endpoint is not at a public address');
    this.name = 'AddressRefused';
  }
}

const timeoutMsDefault = 15_000;
const answerBytesMax = 16_384;
const connectionsMax = 8;

export function createWebhookPoster({
  privateAddressesAllowed,
  resolve = resolveBySystem,
  timeoutMs = timeoutMsDefault,
}: WebhookPosterParts): PostWebhook {
  const lookup = guardedLookup(resolve, privateAddressesAllowed);
  // A connection for each call: a kept one may be closed by the other side just as it is used again.
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
    // Stays: what goes wrong after the answer must not be an unhandled error.
    request.on('error', reject);
    request.end(bytes);
    return promise;
  };
}

/** A host that is an address already is connected to without any look-up. */
function refuseBareAddress(target: URL): void {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw new AddressRefused();
}

function guardedLookup(
  resolve: NonNullable<WebhookPosterParts['resolve']>,
  privateAddressesAllowed: boolean,
): LookupFunction {
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

function resolveBySystem(hostname: string, done: ResolveDone): void {
  dnsLookup(hostname, { all: true }, done);
}

/** The status is all that counts. A short answer is read to its end, so that the other side sees it taken. */
function drop(answer: IncomingMessage): void {
  let sizeBytes = 0;
  answer.on('error', () => undefined);
  answer.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > answerBytesMax) answer.destroy();
  });
}
