/**
 * Writes errors as RFC 9457 problem details with the service's error code. The response contains only the
 * public text of an `AppError`, never its cause.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, errorCatalogue } from '../../domain/errors.ts';
import { withoutOrigin } from '../requests/without-origin.ts';
import { hasProblemPage, sendProblemPage } from './problem-page.ts';

export const problemMediaType = 'application/problem+json';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error with which the request was refused, for its log line. */
    refusal: AppError | undefined;
  }
}

/** The URL that explains an error code, for the `type` of the problem. */
export function problemType(publicUrl: string, code: string): string {
  return `${publicUrl}/docs/errors#${code}`;
}

/** The path without its query: a query can carry an order number or a signature. */
function instanceOf(request: FastifyRequest): string {
  const url = withoutOrigin(request.originalUrl);
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
    // The same text as `detail`, for clients that were written for PHP services and read the field `msg`.
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
  request.refusal = error;
  if (error.retryAfterS !== undefined) reply.header('retry-after', String(error.retryAfterS));
  if (hasProblemPage(request, error)) return sendProblemPage(request, reply, error);
  // RFC 9110, 15.5.2: a 401 response must name an authentication scheme. It does not name Basic, because
  // browsers would then show a password dialog.
  if (error.status === 401) reply.header('www-authenticate', 'Bearer realm="photokiosk"');
  return (
    reply
      .code(error.status)
      .header('cache-control', 'no-store')
      .header('content-type', problemMediaType)
      // Sends bytes and not a string, because Fastify would add a `charset` to a string's media type, which
      // this media type does not have.
      .send(Buffer.from(problemText(error, publicUrl, instanceOf(request), request.id)))
  );
}
