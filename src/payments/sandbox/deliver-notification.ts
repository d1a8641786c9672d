/**
 * Posts the sandbox bank's notifications over HTTP. Connections are kept open, because opening one for each
 * notification costs more than the notification itself. Redirects are not followed; their status is returned.
 */

import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { DeliverNotify } from './bank-messenger.ts';

const silenceMsMaxDefault = 10_000;
const connectionsMax = 64;

/** @param silenceMsMax how long a connection may stay silent before the notification counts as not delivered. */
export function createDelivery(silenceMsMax = silenceMsMaxDefault): DeliverNotify {
  const agentOptions = { keepAlive: true, maxSockets: connectionsMax };
  const agents = { http: new HttpAgent(agentOptions), https: new HttpsAgent(agentOptions) };
  let target: RequestOptions | undefined;
  let targetUrl = '';

  /** Parses the URL and caches the last result, because nearly all notifications go to the same URL. */
  function targetOf(url: string): RequestOptions {
    if (target === undefined || url !== targetUrl) {
      target = urlToHttpOptions(new URL(url));
      targetUrl = url;
    }
    return target;
  }

  function send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const { protocol, hostname, port, path } = targetOf(url);
    const options = {
      hostname,
      port,
      path,
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      timeout: silenceMsMax,
    };
    const request =
      protocol === 'https:'
        ? httpsRequest({ ...options, agent: agents.https })
        : httpRequest({ ...options, agent: agents.http });
    request.once('response', (answer) => {
      // Read the response to its end, because otherwise the connection could not be used again.
      answer.on('error', () => undefined).resume();
      resolve(answer.statusCode ?? 0);
    });
    request.once('timeout', () => request.destroy(new Error('the notification was not answered in time')));
    request.on('error', (error) => {
      if (wasClosedBetween(request, error)) send(url, headers, body).then(resolve, reject);
      else reject(error);
    });
    request.end(body);
    return promise;
  }

  return send;
}

/**
 * Whether the receiver closed an open connection just when it was used again. The notification may then be
 * repeated safely, because it has the same event id.
 */
function wasClosedBetween(request: ClientRequest, error: Error): boolean {
  return request.reusedSocket && 'code' in error && error.code === 'ECONNRESET';
}
