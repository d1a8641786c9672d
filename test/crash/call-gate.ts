/**
 * A proxy between the service and the fake of a provider. It reports when a call arrives and when the provider has
 * answered, so that the service can be killed exactly then.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Bank } from '../payments/banks/bank.ts';
import type { Moments } from './moments.ts';

export interface CallGate {
  readonly url: string;
  stop(): Promise<void>;
}

/** Headers of one connection, which the proxy must not repeat on the other. */
const ownHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'host', 'content-length'];

export async function openCallGate(bank: Bank, moments: Moments): Promise<CallGate> {
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const body = await buffer(request);
    const kind = bank.kindOf(method, path, body.toString());
    if (kind !== undefined && moments.reach(`${kind} before`)) return void request.socket.destroy();
    const answer = await fetch(`${bank.url}${path}`, {
      method,
      headers: headersOf(request),
      redirect: 'manual',
      ...(method === 'POST' ? { body: new Uint8Array(body) } : {}),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (kind !== undefined && moments.reach(`${kind} after`)) return void request.socket.destroy();
    const headers = [...answer.headers].filter(([name]) => !ownHeaders.includes(name));
    response.writeHead(answer.status, Object.fromEntries(headers)).end(bytes);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the gate has no address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
