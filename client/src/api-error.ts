/**
 * The one error of a call to the service: the service refused (problem+json, RFC 9457), or no response
 * arrived. Choose the text for people by `reason`, `code` and `errors[].code`; `message` is English and meant
 * for logs.
 */

import type { Problem } from './openapi-types.ts';

/**
 * The service's code (docs/errors.md), or a code of the client: `offline` (the device has no network), `unreachable`
 * (no response arrived), `unavailable` and `internal` (a response that is not the service's). A newer service may send
 * further codes.
 */
export type ErrorCode = Problem['code'] | 'offline' | 'unreachable' | 'unavailable' | (string & {});

export type ErrorReason = NonNullable<Problem['reason']> | (string & {});

/** What is wrong with one field of the request. */
export interface FieldError {
  /** JSON Pointer to the field, such as `/price`. */
  readonly pointer: string;
  /** An English sentence; `code` and `params` say the same for a translation. */
  readonly detail: string;
  readonly code: string | null;
  readonly params: Readonly<Record<string, string | number>>;
}

interface ApiErrorFields {
  readonly code: ErrorCode;
  /** The HTTP status; 0 when no response arrived. */
  readonly status: number;
  readonly detail?: string;
  readonly reason?: ErrorReason | null;
  readonly errors?: readonly FieldError[];
  readonly retryAfterMs?: number | null;
  readonly requestId?: string | null;
}

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  /** More specific than `code`; null where the code is specific enough. */
  readonly reason: ErrorReason | null;
  readonly errors: readonly FieldError[];
  /** The wait that the header `Retry-After` demands; null without the header, or if its value is of no use. */
  readonly retryAfterMs: number | null;
  /**
   * The id with which an operator finds the request in the service's log; null when the response has none.
   */
  readonly requestId: string | null;

  constructor(fields: ApiErrorFields) {
    super(fields.detail ?? '');
    this.name = 'ApiError';
    this.code = fields.code;
    this.status = fields.status;
    this.reason = fields.reason ?? null;
    this.errors = fields.errors ?? [];
    this.retryAfterMs = fields.retryAfterMs ?? null;
    this.requestId = fields.requestId ?? null;
  }
}

/** Node and mini programs do not know whether the device has a network. */
function isOffline(): boolean {
  return 'navigator' in globalThis && Reflect.get(globalThis.navigator, 'onLine') === false;
}

/** `offline`: the device has no network. `unreachable`: the service did not respond. */
export function noAnswer(): ApiError {
  const code = isOffline() ? 'offline' : 'unreachable';
  return new ApiError({ code, status: 0, detail: `The service is ${code}: no response arrived.` });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function paramsOf(value: unknown): Readonly<Record<string, string | number>> {
  if (!isRecord(value)) return {};
  const usable = Object.entries(value).flatMap(([name, each]) =>
    typeof each === 'string' || typeof each === 'number' ? [[name, each] as const] : [],
  );
  return Object.fromEntries(usable);
}

function fieldErrorsOf(value: unknown): readonly FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).map(({ pointer, detail, code, params }) => ({
    pointer: textOf(pointer) ?? '',
    detail: textOf(detail) ?? '',
    code: textOf(code),
    params: paramsOf(params),
  }));
}

/** A proxy in front of the service responds with HTML: its status decides the code. */
function codeOfStatus(status: number): string {
  return status >= 502 && status <= 504 ? 'unavailable' : 'internal';
}

function parsed(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** The service sends seconds; a proxy in front of it may send a date (RFC 9110, 10.2.3). */
function retryAfterMsOf(header: string | null): number | null {
  if (header === null) return null;
  if (/^\d+$/.test(header)) return Number(header) * 1000;
  const waitMs = header.endsWith('GMT') ? Date.parse(header) - Date.now() : Number.NaN;
  // The clock of the device may be fast: a time in the past is no reason to repeat the call at once.
  return waitMs > 0 ? waitMs : null;
}

/** @param header reads one header of the response. */
export function errorOfAnswer(
  status: number,
  body: string,
  header: (name: string) => string | null,
): ApiError {
  const { code, detail, reason, errors } = parsed(body);
  return new ApiError({
    code: textOf(code) ?? codeOfStatus(status),
    status,
    detail: textOf(detail) ?? `HTTP status ${status}`,
    reason: textOf(reason),
    errors: fieldErrorsOf(errors),
    retryAfterMs: retryAfterMsOf(header('retry-after')),
    requestId: header('x-request-id'),
  });
}

/** Whether the operator has closed the shop for new orders. It may stay closed for weeks. */
export function isShopClosed({ reason }: ApiError): boolean {
  return reason === 'shop_closed';
}

/**
 * Statuses after which a later retry can succeed: the request took too long, is still being processed, or
 * came too soon after others.
 */
const passingStatuses: readonly number[] = [408, 409, 429];

/** Whether the service would refuse the same call again. */
export function isFinalRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && !passingStatuses.includes(status);
}
