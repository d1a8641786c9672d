/** The cache of the shop's calls. A call that fails for a passing reason is repeated for about a minute. */

import { createQueryClient } from '../../shared/api/query-client.ts';

/** The number of retries. With pauses of 0.5, 1, 2 and then 4 seconds, they take about a minute. */
export const retriesInAMinute = 17;

export const queryClient = createQueryClient({
  queryRetriesMax: retriesInAMinute,
  mutationRetriesMax: retriesInAMinute,
  staleMs: 0,
  refetchOnWindowFocus: false,
});
