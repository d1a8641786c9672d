/** Calls by `fetch`, for browsers and Node. */

import { noAnswer } from './api-error.ts';
import { hexDigits, type Transport, type TransportRequest, usualTimeoutMs } from './transport.ts';

export interface FetchTransportOptions {
  /**
   * How long a call may take. Default: 60 s, and 150 s for an upload. A stream may take longer, but its first bytes must
   * arrive within 5 s, and it may be silent for 45 s.
   */
  readonly timeoutMs?: number;
  /** Further options of every `fetch`, for example `credentials`, except those that the client sets itself. */
  readonly init?: Omit<RequestInit, 'method' | 'headers' | 'body' | 'signal'>;
  /** Default: the `fetch` of the platform. */
  readonly fetch?: typeof fetch;
}

/**
 * The service sends the first bytes of a stream at once. If they do not arrive within this time, a proxy probably holds
 * them back, and the caller should look the order up instead of waiting.
 */
const streamStartMs = 5_000;
/**
 * The service sends something every 15 s. After three times as long without anything, the connection is broken, also if
 * no error was reported, for example because the network changed.
 */
const streamSilenceMs = 45_000;
const keyBytes = 16;

function bodyOf({ body }: TransportRequest<Blob>): string | FormData | null {
  switch (body.kind) {
    case 'none':
      return null;
    case 'json':
      return body.text;
    case 'file': {
      const form = new FormData();
      form.set('file', body.file);
      return form;
    }
  }
}

/**
 * Aborts a call after a time, or when the caller aborts it. `stopTimer` ends the time limit, `startTimer` begins another,
 * `stop` ends all.
 */
function timeLimit(timeoutMs: number, asked: AbortSignal | null) {
  const controller = new AbortController();
  const timerOf = (ms: number) => setTimeout(() => controller.abort(), ms);
  let timer = timerOf(timeoutMs);
  const pass = () => controller.abort(asked?.reason);
  if (asked?.aborted === true) pass();
  asked?.addEventListener('abort', pass);
  return {
    signal: controller.signal,
    stopTimer: () => clearTimeout(timer),
    startTimer(ms: number) {
      clearTimeout(timer);
      timer = timerOf(ms);
    },
    stop() {
      clearTimeout(timer);
      asked?.removeEventListener('abort', pass);
    },
  };
}

async function* decoded(
  body: ReadableStream<Uint8Array>,
  limit: ReturnType<typeof timeLimit>,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      limit.stopTimer();
      if (done) return;
      yield decoder.decode(value, { stream: true });
      limit.startTimer(streamSilenceMs);
    }
  } finally {
    limit.stop();
    // The reader stops before the end when it has seen enough.
    await reader.cancel().catch(() => undefined);
  }
}

export function fetchTransport(options: FetchTransportOptions = {}): Transport<Blob> {
  const { timeoutMs, init = {} } = options;
  // Look up `fetch` at each call, and call it without a receiver: browsers refuse any other.
  const call: typeof fetch = (input, more) => (options.fetch ?? globalThis.fetch)(input, more);

  function started(request: TransportRequest<Blob>, signal: AbortSignal): Promise<Response> {
    return call(request.url, {
      cache: 'no-store',
      ...init,
      method: request.method,
      headers: { ...request.headers },
      signal,
      body: bodyOf(request),
    });
  }

  return {
    async send(request) {
      const limit = timeLimit(timeoutMs ?? usualTimeoutMs(request), request.signal);
      try {
        const answer = await started(request, limit.signal);
        const body = await answer.text();
        return { status: answer.status, body, header: (name) => answer.headers.get(name) };
      } catch {
        request.signal?.throwIfAborted();
        throw noAnswer();
      } finally {
        limit.stop();
      }
    },
    async openStream(request) {
      const limit = timeLimit(Math.min(timeoutMs ?? streamStartMs, streamStartMs), request.signal);
      try {
        const answer = await started(request, limit.signal);
        // The caller does not read an error.
        if (!answer.ok) limit.stopTimer();
        if (answer.body !== null) return { status: answer.status, pieces: decoded(answer.body, limit) };
        limit.stop();
        return { status: answer.status, pieces: (async function* () {})() };
      } catch {
        limit.stop();
        request.signal?.throwIfAborted();
        throw noAnswer();
      }
    },
    // `crypto.randomUUID` is absent on pages without TLS.
    newKey: async () => hexDigits(crypto.getRandomValues(new Uint8Array(keyBytes))),
  };
}
