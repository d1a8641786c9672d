/** How requests reach the service. `fetch-transport.ts` and `wechat-transport.ts` implement it. */

export interface TransportRequest<FileOfPlatform> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body:
    | { readonly kind: 'none' }
    | { readonly kind: 'json'; readonly text: string }
    /** A multipart body with the one field `file`. */
    | { readonly kind: 'file'; readonly file: FileOfPlatform };
  /**
   * Aborts the call. Null if the caller passed no signal. A mini program, which has no `AbortController`, may pass an
   * object with the members of a signal that the client uses.
   */
  readonly signal: AbortSignal | null;
}

/** A complete response, whatever its status. */
export interface TransportAnswer {
  readonly status: number;
  readonly body: string;
  /** Names are case-insensitive. */
  header(name: string): string | null;
}

/** A response whose body arrives over time. */
export interface TransportStream {
  readonly status: number;
  /** Decoded pieces of the body, in order. */
  readonly pieces: AsyncIterable<string>;
}

/** @template FileOfPlatform what `upload` takes: a `Blob` for fetch, a file path in a mini program. */
export interface Transport<FileOfPlatform> {
  /** @throws ApiError with status 0 when no complete response arrived; the AbortError of `signal`. */
  send(request: TransportRequest<FileOfPlatform>): Promise<TransportAnswer>;
  /** Null: the platform cannot read a response while it arrives. `waitForResult` then polls. */
  readonly openStream: ((request: TransportRequest<FileOfPlatform>) => Promise<TransportStream>) | null;
  /** @returns 32 random hexadecimal digits, which a stranger cannot guess. */
  newKey(): Promise<string>;
}

/** A call that decodes a large photo takes seconds on a busy service, so the limit is far above that. */
const callMsMax = 60_000;
/** Over a slow line, an upload may take two minutes before the service ends it with an error that says why. */
const uploadMsMax = 150_000;

/** How long a request may take if the app has set no limit. */
export function usualTimeoutMs({ body }: Pick<TransportRequest<unknown>, 'body'>): number {
  return body.kind === 'file' ? uploadMsMax : callMsMax;
}

export function hexDigits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
