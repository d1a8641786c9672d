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
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${plan.url}: ${result.non2xx} refused, ${result.errors} broken off`);
  }
  return {
    requests: result.requests.total,
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  };
}
