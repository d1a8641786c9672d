/** The shop's calls and their answers. Trouble that passes is waited out for about a minute. */

import { createQueryClient } from '../../shared/api/query-client.ts';

/** With pauses of 0.5, 1, 2 and then 4 seconds. */
const retriesInAMinute = 17;

export const queryClient = createQueryClient({
  queryRetriesMax: retriesInAMinute,
  mutationRetriesMax: retriesInAMinute,
  staleMs: 0,
  refetchOnWindowFocus: false,
});
