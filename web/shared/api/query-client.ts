/** The cache of a page's calls (TanStack Query), and the rules for repeating a failed call. */

import { MutationCache, notifyManager, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query';
import { passesSoon, retryPauseMs } from './retry-rule.ts';

// Report the start of a mutation to components at once. By default, TanStack Query reports it after a timer; a
// second click could arrive before the timer ends and start the mutation again.
notifyManager.setScheduler(queueMicrotask);

export interface QueryRules {
  /** How many times a query is repeated after a failure that may end within seconds (`passesSoon`). */
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
    count < retriesMax && passesSoon(error);
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
        retryDelay: retryPauseMs,
      },
      mutations: {
        networkMode: 'always',
        retry: retryUpTo(rules.mutationRetriesMax),
        retryDelay: retryPauseMs,
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
