/** Sends one request to an object store, and limits how long it waits for a connection and for the store. */

import {
  type ClientRequest,
  type Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import type { LocalFile } from '../local-file.ts';

/** A local file, or the part of it that begins at `start`. */
export interface S3Body {
  readonly file: LocalFile;
  readonly start?: number;
  readonly sizeBytes: number;
}

/** All connections to the store are in use. The request has waited long, so it is not repeated. */
export class NoFreeConnection extends Error {
  constructor() {
    super('no connection to the object store became free');
    this.name = 'NoFreeConnection';
  }
}

interface ExchangeOptions {
  readonly method: string;
  readonly agent: HttpAgent | HttpsAgent;
  readonly waitMsMax: number;
  readonly silenceMsMax: number;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** Sends one request, with a file or a part of a file as its body. `fetch` is not used, because it reads the whole file into memory. */
export async function exchange(
  url: URL,
  { method, agent, headers, waitMsMax, silenceMsMax }: ExchangeOptions,
  body: S3Body | undefined,
): Promise<IncomingMessage> {
  const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
    method,
    agent,
    headers: { ...headers },
    timeout: silenceMsMax,
  });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    // The timeout of a request begins when the request has a connection. A destroyed request reports its error only
    // then, too, so reject here.
    const wait = setTimeout(() => {
      const error = new NoFreeConnection();
      reject(error);
      request.destroy(error);
    }, waitMsMax);
    request.once('socket', () => clearTimeout(wait));
    request.once('close', () => {
      clearTimeout(wait);
      // After `101 Switching Protocols`, Node ends the connection without a response or an error.
      reject(new Error('the connection ended without a response'));
    });
    request.once('response', resolve);
    request.on('error', reject);
  });
  limitSilence(request, silenceMsMax);
  if (body === undefined || body.sizeBytes === 0) request.end();
  // An error of the file or the connection destroys the request, which rejects the response with the same error.
  else pipeline(body.file.read(body.start, body.sizeBytes), request).catch(() => undefined);
  return response;
}

/**
 * Ends a request whose store is silent. A client of the service that reads slowly, or whose phone pauses the download,
 * fills the buffer of the response, so that this side stops to read. Then the silence is not the fault of the store.
 */
function limitSilence(request: ClientRequest, silenceMsMax: number): void {
  let response: IncomingMessage | undefined;
  request.once('response', (received) => {
    response = received;
  });
  // The event `timeout` of a request occurs only once.
  request.once('socket', (socket) => {
    const onSilence = (): void => {
      if (response === undefined || !hasEnough(response))
        return void request.destroy(new Error('the object store does not answer'));
      socket.setTimeout(silenceMsMax);
    };
    socket.on('timeout', onSilence);
    request.once('close', () => socket.off('timeout', onSilence));
  });
}

/** Whether all bytes have been received, or as many as the buffer may hold. */
function hasEnough({ complete, readableLength, readableHighWaterMark }: IncomingMessage): boolean {
  return complete || readableLength >= readableHighWaterMark;
}
