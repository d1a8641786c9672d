/**
 * Turns every error of a request into a problem response with a code of the closed list (`domain/errors.ts`).
 * An error that the caller did not cause becomes 500, and only the log contains its details.
 */

import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/errors.ts';
import { databaseDown, machineTroubleOf } from '../../usecases/ports/machine-trouble.ts';
import type { Log } from '../../usecases/ports/tools.ts';
import { mediaTypesText } from '../requests/body-parsers.ts';
import type { MethodTable } from '../requests/method-table.ts';
import type { ProtectiveHeaders } from '../requests/protective-headers.ts';
import { problemMediaType, problemText, sendProblem } from './problem.ts';

/** What Fastify adds to its errors. */
interface FrameworkError {
  readonly code?: unknown;
  readonly statusCode?: unknown;
}

const internalText = 'Something went wrong on our side. Please try again.';

const machineText = 'The service cannot store anything at the moment. Please try again soon.';
/**
 * The `Retry-After` while the disk is full. Disk space becomes free when a person deletes files, or when the purge
 * runs, every minute.
 */
const machineRetryAfterS = 30;
/** The `Retry-After` while the database does not respond: a failover to another server takes a few seconds. */
const databaseRetryAfterS = 2;
const databaseText = 'The service cannot reach its database at the moment. Please try again soon.';

/**
 * Fastify's own errors by their code. The public texts are the service's own, because Fastify's texts may
 * reveal internals.
 */
const frameworkErrors: Readonly<Record<string, AppError>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('unsupported_media_type', mediaTypesText),
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('body_too_large', 'The body is too large.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError(
    'malformed_request',
    'The body is not as long as Content-Length says.',
  ),
  FST_ERR_BAD_URL: new AppError('malformed_request', 'The address is not a valid URL path.'),
  FST_ERR_MAX_PARAM_LENGTH: new AppError('unknown_operation', 'There is nothing at this address.'),
};

export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const trouble = machineTroubleOf(error);
  if (trouble === databaseDown) {
    return new AppError('unavailable', databaseText, { retryAfterS: databaseRetryAfterS, cause: error });
  }
  if (trouble !== null) {
    return new AppError('unavailable', machineText, {
      reason: 'storage_full',
      retryAfterS: machineRetryAfterS,
      cause: error,
    });
  }
  if (typeof error === 'object' && error !== null) {
    const { code, statusCode }: FrameworkError = error;
    const known = typeof code === 'string' ? frameworkErrors[code] : undefined;
    if (known !== undefined) return known;
    if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
      return new AppError('malformed_request', 'The request cannot be read.', { cause: error });
    }
  }
  return new AppError('internal', internalText, { cause: error });
}

function logServerFault(log: Log, error: AppError, request: FastifyRequest): void {
  if (error.status < 500) return;
  const fields = { requestId: request.id, code: error.code, err: error.cause ?? error };
  if (error.code === 'internal') log.error(fields, 'request failed');
  else log.warn(fields, 'request could not be served');
}

/** Registers the handlers for failed requests and for addresses that no route has. */
export function handleErrors(app: FastifyInstance, publicUrl: string, log: Log, methods: MethodTable): void {
  app.setErrorHandler((error, request, reply) => {
    const appError = toAppError(error);
    logServerFault(log, appError, request);
    return sendProblem(publicUrl, request, reply, appError);
  });
  app.setNotFoundHandler((request, reply) => {
    const allowed = methods.allowedAt(request.url);
    // The address is unknown: no route has this path, or the path is in a folder that has no file of this name.
    if (allowed.length === 0 || allowed.includes(request.method)) {
      return sendProblem(
        publicUrl,
        request,
        reply,
        new AppError('unknown_operation', 'There is nothing at this address.'),
      );
    }
    reply.header('allow', allowed.join(', '));
    const detail = `Use ${allowed.join(' or ')} here.`;
    return sendProblem(publicUrl, request, reply, new AppError('method_not_allowed', detail));
  });
}

/** Answers requests that are too damaged for the router, and URLs that the router cannot decode. */
export function routerErrorHandler(
  publicUrl: string,
  headers: ProtectiveHeaders,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    reply.header('x-request-id', request.id);
    reply.headers(headers);
    void sendProblem(publicUrl, request, reply, toAppError(error));
  };
}

/**
 * Answers connections on which no request could be read: the bytes are not HTTP, the headers are too large, or the
 * request does not end. A connection on which nothing was sent is closed without an answer: browsers open connections
 * in advance, and one that sends its first request at the same moment would take the answer for the response.
 */
export function connectionErrorHandler(
  publicUrl: string,
  headers: ProtectiveHeaders,
  newRequestId: () => string,
) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    const isUnused = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
    if (isUnused || error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = newRequestId();
    const problem = new AppError('malformed_request', connectionErrorText(error.code));
    const body = problemText(problem, publicUrl, '', requestId);
    socket.end(
      `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nX-Request-Id: ${requestId}\r\n${lines.join('')}` +
        `Content-Type: ${problemMediaType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  };
}

function connectionErrorText(code: string | undefined): string {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'The address and headers are too long.';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'The request did not arrive in time.';
    default:
      return 'This is not valid HTTP.';
  }
}
