/** The load tool: the same for every server, in this process, while the server runs in its own. */

import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST';
  /** The body of the n-th request. */
  readonly body: (n: number) => string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second in all; undefined: as fast as it goes. */
  readonly rate?: number;
  /** Sees every answer's body. */
  readonly onAnswer?: (body: string) => void;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** @throws Error when any answer is not a success: a figure of failures is none. */
export async function load(plan: Load): Promise<LoadResult> {
  let sent = 0;
  const result = await autocannon({
    url: plan.url,
    connections: plan.connections,
    duration: plan.seconds,
    ...(plan.rate === undefined ? {} : { overallRate: plan.rate }),
    requests: [
      {
        method: plan.method ?? 'POST',
        headers: { 'content-type': 'application/json', ...plan.headers },
        setupRequest(request) {
          sent += 1;
          return { ...request, body: plan.body(sent) };
        },
        ...(plan.onAnswer === undefined
          ? {}
          : { onResponse: (_status: number, body: string) => plan.onAnswer?.(body) }),
      },
    ],
  });
  requireSuccess(plan.url, result);
  return {
    requests: result.requests.total,
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}

/** One request of a journey. */
export interface Step {
  readonly headers: Readonly<Record<string, string>>;
  /** @param answer the body that the step before was answered with; empty for the first step. */
  readonly request: (answer: string) => { readonly path: string; readonly body: string };
}

export interface JourneyLoad {
  /** Origin of the server. */
  readonly url: string;
  readonly connections: number;
  /** Journeys of each connection, one after the other. */
  readonly journeysEach: number;
  /** POST requests, each made from the answer to the one before. */
  readonly steps: readonly Step[];
}

/**
 * Walks whole journeys, never a part of one.
 * @returns how many were walked in a second.
 * @throws Error when any answer is not a success.
 */
export async function loadJourneys({ url, connections, journeysEach, steps }: JourneyLoad): Promise<number> {
  const journeys = connections * journeysEach;
  const startedMs = performance.now();
  // The load tool itself ends at a full second.
  let answeredMs = startedMs;
  const result = await autocannon({
    url,
    connections,
    amount: journeys * steps.length,
    requests: steps.map(({ headers, request }) => ({
      method: 'POST',
      headers: { ...headers },
      setupRequest: (plain, context) => ({ ...plain, ...request(answerIn(context)) }),
      onResponse(_status, body, context) {
        Object.assign(context, { answer: body });
        answeredMs = performance.now();
      },
    })),
  });
  requireSuccess(url, result);
  return (journeys * 1000) / (answeredMs - startedMs);
}

/** The load tool keeps one context for each connection, and empties it at the beginning of each journey. */
function answerIn(context: object): string {
  return 'answer' in context && typeof context.answer === 'string' ? context.answer : '';
}

function requireSuccess(url: string, { non2xx, errors }: autocannon.Result): void {
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} broken off`);
}
