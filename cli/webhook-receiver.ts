/** A receiver of webhooks on this machine: verifies each event, reports it, and forwards it to another address. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { VerifyWebhook } from '../src/webhooks/verify-webhook.ts';

export interface ReceivedWebhook {
  readonly id: string;
  readonly type: string;
  readonly isValid: boolean;
  /** Why the signature is refused; null for a valid one. */
  readonly why: string | null;
  /** The status of the address that the event was forwarded to; null: not forwarded, or no response. */
  readonly forwardStatus: number | null;
  readonly event: unknown;
}

export interface ReceiverOptions {
  readonly host: string;
  readonly port: number;
  readonly verify: VerifyWebhook;
  /** Null: events are only reported. */
  readonly forwardTo: string | null;
  readonly onEvent: (received: ReceivedWebhook) => void;
}

const bodyBytesMax = 1_000_000;
const forwardTimeoutMs = 10_000;

/** The headers that a receiver needs to verify the event. */
const forwardedHeaders = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

/** @returns null when the body is too large. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes > bodyBytesMax) return null;
  }
  return Buffer.concat(pieces).toString('utf8');
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    forwardedHeaders.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}

/** @returns the status of the address; null: no response. */
export async function postEvent(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(forwardTimeoutMs);
    const answer = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}

function parsed(body: string): { readonly type: string; readonly event: unknown } {
  try {
    const event: unknown = JSON.parse(body);
    const type: unknown =
      typeof event === 'object' && event !== null ? Reflect.get(event, 'type') : undefined;
    return { type: typeof type === 'string' ? type : '', event };
  } catch {
    return { type: '', event: null };
  }
}

/** @returns the status that the service receives. With another than 2xx the service retries the event. */
async function receive(request: IncomingMessage, options: ReceiverOptions): Promise<number> {
  const { verify, forwardTo, onEvent } = options;
  if (request.method !== 'POST') return 405;
  const body = await bodyOf(request);
  if (body === null) return 413;
  const headers = headersOf(request);
  const id = headers['webhook-id'] ?? '';
  const verdict = verify(body, headers);
  if (!verdict.isValid) {
    // Nothing in the body may be trusted, so the report does not contain it.
    onEvent({ id, type: '', isValid: false, why: verdict.why, forwardStatus: null, event: null });
    return 401;
  }
  const forwardStatus = forwardTo === null ? null : await postEvent(forwardTo, body, headers);
  onEvent({ id, ...parsed(body), isValid: true, why: null, forwardStatus });
  if (forwardTo === null) return 204;
  return forwardStatus ?? 502;
}

/** @returns the address of the receiver, and a function that closes it. */
export async function openWebhookReceiver(
  options: ReceiverOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    receive(request, options).then(
      (status) => response.writeHead(status, { connection: 'close' }).end(),
      () => response.destroy(),
    );
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}/`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
