/** The cache of the service's responses. A 401 ends the session, and stops all polls until an operator signs in. */

import { focusManager, type Query, type QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../client/src/api-error.ts';
import { createQueryClient } from '../../shared/api/query-client.ts';
import { isSignedOut } from './is-signed-out.ts';
import type { Session } from './types.ts';

export const sessionKey = ['session'] as const;

export type SessionState =
  | { readonly kind: 'signed_in'; readonly session: Session }
  /** The session ended without a sign-out. The pages of this operator stay mounted below the sign-in form. */
  | { readonly kind: 'ended'; readonly session: Session }
  | { readonly kind: 'signed_out' };

function onError(error: unknown): void {
  if (isSignedOut(error)) endSession();
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

const isOfPages = { predicate: ({ queryKey }: Query) => queryKey[0] !== sessionKey[0] };

function storedState(): SessionState | undefined {
  return queryClient.getQueryData<SessionState>(sessionKey);
}

function store(state: SessionState): SessionState {
  queryClient.setQueryData<SessionState>(sessionKey, state);
  return state;
}

/** The service has answered that there is no session. @returns the state after that. */
export function endSession(): SessionState {
  const before = storedState();
  if (before?.kind === 'ended') return before;
  if (before?.kind !== 'signed_in') return store({ kind: 'signed_out' });
  // The covered pages must not poll, and a page does not poll while its window has no focus.
  focusManager.setFocused(false);
  void queryClient.cancelQueries(isOfPages);
  return store({ kind: 'ended', session: before.session });
}

/** An operator has a session. Unless it is the operator of the session before, removes what that operator saw. */
export function beginSession(session: Session): SessionState {
  const before = storedState();
  const isSame =
    before !== undefined &&
    before.kind !== 'signed_out' &&
    before.session.operator.id === session.operator.id;
  if (!isSame) queryClient.removeQueries(isOfPages);
  const after = store({ kind: 'signed_in', session });
  if (isSame && before.kind === 'ended') void queryClient.invalidateQueries(isOfPages);
  focusManager.setFocused(undefined);
  return after;
}

/** The operator has signed out. */
export function leaveSession(): void {
  queryClient.removeQueries(isOfPages);
  store({ kind: 'signed_out' });
  focusManager.setFocused(undefined);
}
