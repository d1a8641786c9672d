/** The cache of the service's responses. A 401 leads to the sign-in page. */

import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../client/src/api-error.ts';
import { createQueryClient } from '../../shared/api/query-client.ts';
import { isSignedOut } from './is-signed-out.ts';
import type { Session } from './types.ts';

export const sessionKey = ['session'] as const;

function onError(error: unknown): void {
  if (isSignedOut(error)) queryClient.setQueryData(sessionKey, null);
  // A 403 may mean that the CSRF token belongs to an older session, because the operator signed in again in
  // another tab.
  if (error instanceof ApiError && error.status === 403) {
    void queryClient.invalidateQueries({ queryKey: sessionKey });
  }
}

export const queryClient: QueryClient = createQueryClient({
  queryRetriesMax: 2,
  // Do not repeat an action of an operator: it has no idempotency key, so a repetition could carry it out twice.
  mutationRetriesMax: 0,
  staleMs: 2_000,
  refetchOnWindowFocus: true,
  onError,
});

/** Removes everything that an earlier operator saw. @param session null: signed out. */
export function setSession(session: Session | null): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
  queryClient.setQueryData(sessionKey, session);
}
