/**
 * The closed list of errors that a caller can cause. Codes are stable, because clients branch on them. An error
 * that only a programmer can cause is an assertion (a plain `Error`, answered with 500) and not an `AppError`.
 */

import type { ErrorReason, ReasonOf } from './error-reasons.ts';
import type { FieldCode, FieldError } from './field-codes.ts';

/** Code → HTTP status and the title of RFC 9457. Each code has its status here, so it cannot have two. */
export const errorCatalogue = {
  malformed_request: { status: 400, title: 'Malformed request' },
  unauthenticated: { status: 401, title: 'Credential needed' },
  invalid_credential: { status: 401, title: 'Invalid credential' },
  forbidden: { status: 403, title: 'Not allowed' },
  unknown_operation: { status: 404, title: 'Unknown operation' },
  unknown_order: { status: 404, title: 'Unknown order' },
  unknown_file: { status: 404, title: 'Unknown file' },
  unknown_payment: { status: 404, title: 'Unknown payment' },
  unknown_item: { status: 404, title: 'Unknown item' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  illegal_transition: { status: 409, title: 'Not possible in the present state' },
  request_in_flight: { status: 409, title: 'The same request is still being processed' },
  result_expired: { status: 410, title: 'Result expired' },
  link_expired: { status: 410, title: 'Link expired' },
  upload_expired: { status: 410, title: 'Upload expired' },
  body_too_large: { status: 413, title: 'Body too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  invalid_parameters: { status: 422, title: 'Invalid parameters' },
  unusable_image: { status: 422, title: 'The image cannot be used' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  payment_provider_failed: { status: 502, title: 'The payment provider did not answer' },
  unavailable: { status: 503, title: 'Temporarily unavailable' },
  internal: { status: 500, title: 'Internal error' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

export interface AppErrorOptions<Code extends ErrorCode> {
  /** The reason, which is more specific than the code. Pages translate the reason. */
  readonly reason?: ReasonOf<Code>;
  readonly fields?: readonly FieldError[];
  readonly retryAfterS?: number;
  /** The error that caused this one, for the log only. It is never shown to a caller. */
  readonly cause?: unknown;
}

/** An error that the caller may see: `message` is public text. */
export class AppError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly code: Code;
  readonly reason: ErrorReason | undefined;
  readonly fields: readonly FieldError[];
  readonly retryAfterS: number | undefined;

  constructor(code: Code, message: string, options: AppErrorOptions<Code> = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.reason = options.reason;
    this.fields = options.fields ?? [];
    this.retryAfterS = options.retryAfterS;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

/**
 * The error of a single wrong parameter.
 * @param detail a whole sentence, or the rest of a sentence that begins with the parameter's name: `must not be blank`.
 * @param params the limits that the message of `code` names, for example a maximum.
 */
export function invalidParameter(
  name: string,
  code: FieldCode,
  detail: string,
  params?: Readonly<Record<string, number>>,
): AppError {
  const field: FieldError = {
    pointer: `/${name}`,
    code,
    ...(params === undefined ? {} : { params }),
    detail,
  };
  const message = /^[a-z]/.test(detail) ? `${name} ${detail}.` : detail;
  return new AppError('invalid_parameters', message, { fields: [field] });
}

/** The error of several wrong parameters. Each `detail` is the rest of a sentence that begins with the parameter's name. */
export function invalidParameters(fields: readonly FieldError[]): AppError {
  const detail = fields.map(({ pointer, detail }) => `${pointer.slice(1)} ${detail}`).join('; ');
  return new AppError('invalid_parameters', `${detail}.`, { fields });
}
