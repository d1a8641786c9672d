/**
 * Closes the connections of requests whose body does not arrive: small bodies must be complete within seconds.
 * `multipart-file.ts` requires a least rate of the files that a handler receives. A body that was refused because of its
 * size is not read to its end.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import type { HttpLimits } from '../app-options.ts';
import { costOf } from './route-cost.ts';

function declaredBytes({ headers }: FastifyRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
}

/**
 * The rest of a body that the route would have read is read and discarded, because many clients read the answer only
 * after they have sent everything. The rest of a larger body is not read: the connection closes after the answer.
 */
function closeAfterUnreadBody(request: FastifyRequest, reply: FastifyReply): void {
  if (request.raw.complete || declaredBytes(request) <= request.routeOptions.bodyLimit) return;
  reply.header('connection', 'close');
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
