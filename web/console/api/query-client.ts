/** The cache of everything that the service answered. A 401 leads to the sign-in page. */

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, hasNoAnswer } from '../../shared/api/api-error.ts';
import { isSignedOut } from './is-signed-out.ts';
import type { Session } from './types.ts';

export const sessionKey = ['session'] as const;

const retriesMax = 2;

function onError(error: unknown): void {
  if (isSignedOut(error)) queryClient.setQueryData(sessionKey, null);
  // The CSRF token belongs to an older session when the operator signs in again in another tab.
  if (error instanceof ApiError && error.status === 403) {
    void queryClient.invalidateQueries({ queryKey: sessionKey });
  }
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      networkMode: 'always',
      retry: (count, error) => hasNoAnswer(error) && count < retriesMax,
      retryDelay: (count) => 500 * 2 ** count,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Removes everything that an earlier operator saw. @param session null: signed out. */
export function setSession(session: Session | null): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  queryClient.setQueryData(sessionKey, session);
}
