/** Sends the bytes of a request over a connection of its own and reads the answer. */

import { connect } from 'node:net';
import type { PreparedRequest } from './request-text.ts';

export interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export function isStream(text: string): boolean {
  return /^HTTP\/1\.1 200 [\s\S]*content-type: text\/event-stream/i.test(text);
}

/**
 * After this time without bytes from the service, the exchange closes the connection: a stream does not end by itself,
 * and the service may wait for bytes that `Content-Length` promises and the input does not send.
 */
const patienceMs = 50;
const piecesMax = 200;

/**
 * @param isEnough returns true if the text that has arrived is enough. The connection is then closed, because a
 * stream does not end.
 * @returns everything that arrived before the connection ended.
 */
export function exchange(
  port: number,
  { head, body, pieceBytes, isFramedByInput }: PreparedRequest,
  isEnough: (text: string) => boolean,
): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  let timer: NodeJS.Timeout | undefined;
  const giveUp = () => {
    // After the first silence, end the sending side; after the second one, close the connection.
    if (socket.writableEnded) socket.destroy();
    else socket.end();
    timer = setTimeout(giveUp, patienceMs);
  };
  const wait = () => {
    if (!isFramedByInput && !isStream(text)) return;
    clearTimeout(timer);
    timer = setTimeout(giveUp, patienceMs);
  };
  socket.setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.on('data', (chunk: string) => {
    text += chunk;
    if (isEnough(text)) socket.destroy();
    else wait();
  });
  socket.once('close', () => {
    clearTimeout(timer);
    resolve(text);
  });
  void sendPieces();
  return promise;

  async function sendPieces(): Promise<void> {
    const step = Math.max(pieceBytes, Math.ceil(body.length / piecesMax));
    if (body.length <= step) {
      socket.write(Buffer.concat([Buffer.from(head, 'latin1'), body]));
    } else {
      socket.write(head, 'latin1');
      for (let at = 0; at < body.length && !socket.destroyed; at += step) {
        socket.write(body.subarray(at, at + step));
        // Two turns of the event loop, so that the service reads this piece before the next one arrives.
        await new Promise(setImmediate);
        await new Promise(setImmediate);
      }
    }
    wait();
  }
}

/** @returns undefined when the text does not begin with the head of an HTTP response. */
export function parseAnswer(received: string, method: string): Answer | undefined {
  // Node answers `Expect: 100-continue` with an interim response.
  const text = received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const [, status, head = ''] = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n([\s\S]*?)\r\n\r\n/.exec(text) ?? [];
  if (status === undefined) return undefined;
  const headers = new Map(
    head.split('\r\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const rest = text.slice(text.indexOf('\r\n\r\n') + 4);
  const isChunked = headers.get('transfer-encoding') === 'chunked';
  const bytes =
    method === 'HEAD'
      ? ''
      : isChunked
        ? joinChunks(rest)
        : rest.slice(0, Number(headers.get('content-length') ?? rest.length));
  return { status: Number(status), headers, body: Buffer.from(bytes, 'latin1').toString() };
}

function joinChunks(text: string): string {
  let joined = '';
  for (let at = 0; ; ) {
    const lineEnd = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, lineEnd), 16);
    if (lineEnd === -1 || !(size > 0)) return joined;
    joined += text.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 2 + size + 2;
  }
}
