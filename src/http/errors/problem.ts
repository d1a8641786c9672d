/**
 * Errors on the wire: RFC 9457 problem details with our code. What a caller may read is exactly an
 * `AppError`'s public text; a cause never gets here.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, errorCatalogue } from '../../domain/errors.ts';

export const problemMediaType = 'application/problem+json';

/** The errors that requests were refused with, for their log lines. */
const refusals = new WeakMap<FastifyRequest, AppError>();

export function refusalOf(request: FastifyRequest): AppError | undefined {
  return refusals.get(request);
}

/** The page anchor that explains a code; it is the problem's `type`. */
export function problemType(publicUrl: string, code: string): string {
  return `${publicUrl}/docs/errors#${code}`;
}

/** The path without its query: a query can carry an order number or a signature. */
function instanceOf(request: FastifyRequest): string {
  const url = request.originalUrl;
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** @returns the JSON text of the problem. */
export function problemText(error: AppError, publicUrl: string, instance: string, requestId: string): string {
  const { status, title } = errorCatalogue[error.code];
  return JSON.stringify({
    type: problemType(publicUrl, error.code),
    title,
    status,
    detail: error.message,
    instance,
    code: error.code,
    reason: error.reason,
    // The same text once more, for clients of PHP services.
    msg: error.message,
    errors: error.fields.length === 0 ? undefined : error.fields,
    request_id: requestId,
  });
}

export function sendProblem(
  publicUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
  error: AppError,
): FastifyReply {
  refusals.set(request, error);
  if (error.retryAfterS !== undefined) reply.header('retry-after', String(error.retryAfterS));
  // RFC 9110, 15.5.2: a 401 must say which credential would do. Basic is not named: a browser would prompt.
  if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="photokiosk"');
  return (
    reply
      .code(error.status)
      .header('cache-control', 'no-store')
      .header('content-type', problemMediaType)
      // As bytes: to a text the framework would add a charset, which this media type does not have.
      .send(Buffer.from(problemText(error, publicUrl, instanceOf(request), request.id)))
  );
}
