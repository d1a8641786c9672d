/**
 * Sends requests to a server that runs in another process, and measures how fast the server answers. All servers are
 * measured in this way.
 */

import autocannon from 'autocannon';

export interface Load {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'POST';
  /** The body of the n-th request. */
  readonly body: (n: number) => string;
  readonly connections: number;
  readonly seconds: number;
  /** Requests per second of all connections together; undefined: as many as possible. */
  readonly rate?: number;
  /** A function that is called with the body of every response. */
  readonly onAnswer?: (body: string) => void;
}

export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** @throws Error when any response is not 2xx, because the speed of failed calls says nothing about the server. */
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

/** One request of a journey. A journey is a fixed sequence of requests, such as an order and its payment. */
export interface Step {
  readonly headers: Readonly<Record<string, string>>;
  /** @param answer the response body of the previous step; empty for the first step. */
  readonly request: (answer: string) => { readonly path: string; readonly body: string };
}

export interface JourneyLoad {
  /** Origin of the server. */
  readonly url: string;
  readonly connections: number;
  /** The number of journeys that each connection makes, one after the other. */
  readonly journeysEach: number;
  /** The POST requests of a journey. Each can use the response to the previous one. */
  readonly steps: readonly Step[];
}

/**
 * Makes complete journeys.
 * @returns the number of journeys per second.
 * @throws Error when any response is not 2xx.
 */
export async function loadJourneys({ url, connections, journeysEach, steps }: JourneyLoad): Promise<number> {
  const journeys = connections * journeysEach;
  const startedMs = performance.now();
  // The time of the last response. The measurement ends with it, because autocannon itself only ends at a full second.
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

/** autocannon has one context per connection and empties it at the beginning of each journey. */
function answerIn(context: object): string {
  return 'answer' in context && typeof context.answer === 'string' ? context.answer : '';
}

function requireSuccess(url: string, { non2xx, errors }: autocannon.Result): void {
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} broken off`);
}
