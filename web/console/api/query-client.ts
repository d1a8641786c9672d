/** What is known of the service is kept here; a refusal because the session ended leads to the sign-in page. */

import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isSignedOut, UnreachableError } from './api-error.ts';
import type { Session } from './types.ts';

export const sessionKey = ['session'] as const;

const retriesMax = 2;

function onRefusal(error: unknown): void {
  if (isSignedOut(error)) queryClient.setQueryData(sessionKey, null);
  // A token that no longer holds: somebody signed in in another tab.
  if (error instanceof ApiError && error.status === 403) {
    void queryClient.invalidateQueries({ queryKey: sessionKey });
  }
}

export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: onRefusal }),
  mutationCache: new MutationCache({ onError: onRefusal }),
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      networkMode: 'always',
      retry: (count, error) => error instanceof UnreachableError && count < retriesMax,
      retryDelay: (count) => 500 * 2 ** count,
    },
    mutations: { networkMode: 'always' },
  },
});

/** Signed in, or out with null: whatever another operator saw is forgotten. */
export function setSession(session: Session | null): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  queryClient.setQueryData(sessionKey, session);
}
