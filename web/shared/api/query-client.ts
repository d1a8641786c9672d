/** The cache of a page's calls (TanStack Query), and the rules for repeating a failed call. */

import { MutationCache, notifyManager, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError } from '../../../client/src/api-error.ts';

// Notify components at once. By default they are notified after a timer that a mutation has started, and a
// second click could come before.
notifyManager.setScheduler(queueMicrotask);

/**
 * Failures that may end within seconds: no network, a restarting or busy service, and an idempotency key
 * whose first call is still being processed. A call that failed for another reason is not repeated.
 */
const passingCodes: ReadonlySet<string> = new Set([
  'unreachable',
  'offline',
  'unavailable',
  'request_in_flight',
  'too_many_requests',
]);
/** The longest `Retry-After` for which a page waits without showing an error. */
const waitMsMax = 8_000;
const firstPauseMs = 500;
const pauseMsMax = 4_000;

function passes(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return passingCodes.has(error.code) && (error.retryAfterMs ?? 0) <= waitMsMax;
}

function pauseMs(count: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : null;
  return asked ?? Math.min(firstPauseMs * 2 ** count, pauseMsMax);
}

export interface QueryRules {
  /** How often a query is repeated while its failure may still end. */
  readonly queryRetriesMax: number;
  /** How often a mutation is repeated. Mutations that are repeated must have an idempotency key. */
  readonly mutationRetriesMax: number;
  /** How long a response is shown again without a new call. */
  readonly staleMs: number;
  readonly refetchOnWindowFocus: boolean;
  /** Called for every query and mutation that failed for good. */
  readonly onError?: (error: unknown) => void;
}

export function createQueryClient(rules: QueryRules): QueryClient {
  const cacheOptions = rules.onError === undefined ? {} : { onError: rules.onError };
  const retryUpTo = (retriesMax: number) => (count: number, error: unknown) =>
    count < retriesMax && passes(error);
  return new QueryClient({
    queryCache: new QueryCache(cacheOptions),
    mutationCache: new MutationCache(cacheOptions),
    defaultOptions: {
      queries: {
        staleTime: rules.staleMs,
        refetchOnWindowFocus: rules.refetchOnWindowFocus,
        // Send calls even if the browser reports that it is offline: behind some proxies its report is wrong.
        networkMode: 'always',
        retry: retryUpTo(rules.queryRetriesMax),
        retryDelay: pauseMs,
      },
      mutations: {
        networkMode: 'always',
        retry: retryUpTo(rules.mutationRetriesMax),
        retryDelay: pauseMs,
      },
    },
  });
}

/**
 * Fetches again what a change has made outdated. First cancels the fetches that began before the change:
 * `invalidateQueries` alone would keep the outdated response of a query that has no data yet.
 */
export function refetchAfterChange(client: QueryClient, queryKeys: readonly QueryKey[]): void {
  for (const queryKey of queryKeys) {
    void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
  }
}
