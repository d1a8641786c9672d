/** The cache of a page's calls (TanStack Query), and the rules for repeating a failed call. */

import { MutationCache, notifyManager, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { ApiError, isShopClosed } from '../../../client/src/api-error.ts';

// Report the start of a mutation to components at once. By default, TanStack Query reports it after a timer; a
// second click could arrive before the timer ends and start the mutation again.
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
  if (!(error instanceof ApiError) || isShopClosed(error)) return false;
  return passingCodes.has(error.code) && (error.retryAfterMs ?? 0) <= waitMsMax;
}

function pauseMs(count: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : null;
  return asked ?? Math.min(firstPauseMs * 2 ** count, pauseMsMax);
}

export interface QueryRules {
  /** How many times a query is repeated after a failure that may end within seconds (`passingCodes`). */
  readonly queryRetriesMax: number;
  /**
   * How many times a mutation is repeated after such a failure. A mutation that is repeated must have an
   * idempotency key.
   */
  readonly mutationRetriesMax: number;
  /** How long a stored response is shown again without a new call. */
  readonly staleMs: number;
  readonly refetchOnWindowFocus: boolean;
  /** Called for every query and mutation that has failed and is not repeated again. */
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
 * Repeats the queries whose data a change has made outdated. First cancels those queries that began before the
 * change and still run: without the cancellation, a query that has no data yet would keep its outdated response.
 */
export function refetchAfterChange(client: QueryClient, queryKeys: readonly QueryKey[]): void {
  for (const queryKey of queryKeys) {
    void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
  }
}
