/**
 * Refuses requests of HTTP/1.1 without a Host header (RFC 9112, 3.2). Node would refuse them before any hook runs, with
 * an answer that is no problem document and has no request id.
 */

import type { FastifyInstance } from 'fastify';
import { AppError } from '../../domain/errors.ts';

const noHost = new AppError('malformed_request', 'The request has no Host header.');

export function requireHost(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.raw.httpVersion === '1.1' && request.headers.host === undefined ? noHost : undefined);
  });
}
