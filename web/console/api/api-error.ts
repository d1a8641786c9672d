/** Why a call to the console's API came to nothing. */

export interface FieldError {
  readonly pointer: string;
  readonly detail: string;
}

/** The service answered, and it was a refusal. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldError[];
  /** Seconds to wait, where the service said so. */
  readonly retryAfterS: number | null;
  readonly requestId: string | null;

  constructor(
    status: number,
    code: string,
    detail: string,
    more: Readonly<{
      fields?: readonly FieldError[];
      retryAfterS?: number | null;
      requestId?: string | null;
    }> = {},
  ) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = more.fields ?? [];
    this.retryAfterS = more.retryAfterS ?? null;
    this.requestId = more.requestId ?? null;
  }
}

/** No answer came: offline, restarting, or something between. */
export class UnreachableError extends Error {
  constructor() {
    super('The service cannot be reached.');
    this.name = 'UnreachableError';
  }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
