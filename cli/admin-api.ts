/** Calls of the admin API with an operator's API token (docs/admin-api.md). */

import { fetchTransport } from '../client/src/fetch-transport.ts';
import { parsedBody, pauseByTimer, repeatCall } from '../client/src/repeat-call.ts';
import type { TransportRequest } from '../client/src/transport.ts';
import { isLocalHost } from '../src/config/local-host.ts';
import type { Operations } from '../web/shared/api/openapi-types.ts';
import { CommandError, exitCodes } from './exit-codes.ts';

export interface ServiceAddress {
  /** Without a slash at the end. */
  readonly url: string;
  readonly token: string | null;
  /** Whether the token may be sent without encryption over a network. */
  readonly isPlainHttpAllowed: boolean;
}

export type OperationName = keyof Operations;
export type Answer<Name extends OperationName> = Operations[Name]['answer'];

export type Body<Name extends OperationName> = Operations[Name]['body'];

export interface AdminApi {
  /** @param path below `/admin/api/`. @throws ApiError */
  get<Name extends OperationName>(
    name: Name,
    path: string,
    query?: Operations[Name]['query'],
  ): Promise<Answer<Name>>;
  /**
   * If the response of a POST is lost, the service may have carried it out. A POST is therefore repeated only after a
   * refusal.
   */
  post<Name extends OperationName>(name: Name, path: string, body: Body<Name>): Promise<Answer<Name>>;
}

const rules = { retriesMax: 3, waitMsMax: 15_000, pause: pauseByTimer };

function queryText(query: object): string {
  const given = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function requireToken({ url, token, isPlainHttpAllowed }: ServiceAddress): string {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !isLocalHost(hostname) && !isPlainHttpAllowed) {
    throw new CommandError(
      exitCodes.usage,
      `${url} is not encrypted, so others on the network could read the token. Use https://, or --plain-http.`,
    );
  }
  if (token !== null) return token;
  throw new CommandError(
    exitCodes.notAllowed,
    'Set PHOTOKIOSK_TOKEN to an API token. Operators create API tokens in the console, under My account.',
  );
}

/** @throws CommandError when no token is set, or it would be sent without encryption. */
export function createAdminApi(address: ServiceAddress): AdminApi {
  const token = requireToken(address);
  const transport = fetchTransport({ timeoutMs: 30_000 });
  async function send(method: 'GET' | 'POST', path: string, body: object | undefined): Promise<unknown> {
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const request: TransportRequest<Blob> = {
      method,
      url: `${address.url}/admin/api/${path}`,
      headers: { authorization: `Bearer ${token}`, ...type },
      body: body === undefined ? { kind: 'none' } : { kind: 'json', text: JSON.stringify(body) },
      signal: null,
    };
    return parsedBody(
      await repeatCall(transport, request, method === 'GET' ? 'always' : 'if_refused', rules),
    );
  }
  // The service checks every response against the schema that the types are made from.
  return {
    get: async (name, path, query) =>
      (await send('GET', path + queryText(query ?? {}), undefined)) as Answer<typeof name>,
    post: async (name, path, body) => (await send('POST', path, body)) as Answer<typeof name>,
  };
}
