/** The signed-in operator and their permissions. */

import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { get, setCsrfToken } from '../api/call.ts';
import { isSignedOut } from '../api/is-signed-out.ts';
import { beginSession, endSession, type SessionState, sessionKey } from '../api/query-client.ts';
import type { Permission, Session } from '../api/types.ts';

/** How often to fetch the session, so that a page without other requests notices the end of the session. */
const refetchEveryMs = 5 * 60_000;

async function fetchSession(): Promise<SessionState> {
  try {
    const session = await get<Session>('session');
    setCsrfToken(session.csrf_token);
    return beginSession(session);
  } catch (error) {
    if (isSignedOut(error)) return endSession();
    throw error;
  }
}

export function useSessionQuery() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: fetchSession,
    staleTime: 60_000,
    refetchInterval: refetchEveryMs,
  });
}

/** Whether the session of the pages has ended, so that the sign-in form covers them. */
export const SessionEndedContext = createContext(false);

export const SessionContext = createContext<Session | null>(null);

/** The session of the signed-in operator. Only components of signed-in pages may call this. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('no session: this component is outside of the signed-in pages');
  return session;
}

export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useSession();
  return (permission) => permissions.includes(permission);
}
