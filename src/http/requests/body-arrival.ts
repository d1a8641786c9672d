/**
 * Closes the connections of requests whose body does not arrive: small bodies must be complete within
 * seconds. For files, `multipart-file.ts` requires a minimum number of bytes in each window of time. A body
 * that was refused because of its size is not read to its end.
 */

import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { HttpLimits } from '../app-options.ts';
import { costOf } from './route-cost.ts';

const lingerMs = 1_000;

/** @returns the size of the body that the header declares; Infinity for a chunked body, which has no declared size. */
export function declaredBytes({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
}

/**
 * The rest of a body that the route would have read is read and discarded, because many clients read the
 * response only after they have sent everything. The rest of a larger body is not read: the connection closes
 * after the response. If a handler sets `Connection: close`, the rest of the body is not read either.
 */
function closeAfterUnreadBody(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  const isRefused = reply.getHeader('connection') === 'close';
  if (raw.complete || (!isRefused && declaredBytes(request) <= request.routeOptions.bodyLimit)) return;
  reply.header('connection', 'close');
  // After the response, Node reads and discards the rest of a body, unless some code has read from the body. This call
  // of `read` counts as reading, so Node does not read the rest.
  raw.read(0);
  raw.pause();
  lingerAtClose(raw.socket);
}

/**
 * If a server closes the connection while the client still sends, the connection is reset and the client may
 * lose the response (RFC 9112, 9.6). The service therefore closes its sending half first, and closes the
 * connection after the client had time to read.
 */
function lingerAtClose(socket: Socket): void {
  // Node calls `destroySoon` after the last response of a connection.
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

export function requireBodies(
  app: FastifyInstance,
  { bodyTimeoutMs }: Pick<HttpLimits, 'bodyTimeoutMs'>,
): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { raw } = request;
    if (declaredBytes(request) > 0 && costOf(request) !== 'upload') {
      const timer = setTimeout(() => {
        if (reply.sent) return void raw.destroy();
        reply.header('connection', 'close');
        reply.send(new AppError('malformed_request', 'The body did not arrive in time.'));
      }, bodyTimeoutMs);
      const stop = () => clearTimeout(timer);
      raw.once('end', stop);
      raw.once('close', stop);
    }
    done(null, payload);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    closeAfterUnreadBody(request, reply);
    done(null, payload);
  });
}
