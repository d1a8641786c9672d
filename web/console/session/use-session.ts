/** Who is signed in, and what they may see and do. */

import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { get, setCsrfToken } from '../api/call.ts';
import { isSignedOut } from '../api/is-signed-out.ts';
import { sessionKey } from '../api/query-client.ts';
import type { Permission, Session } from '../api/types.ts';

/** Asked now and then, so that a session that ended is noticed on a page that asks nothing else. */
const askEveryMs = 5 * 60_000;

async function fetchSession(): Promise<Session | null> {
  try {
    const session = await get<Session>('session');
    setCsrfToken(session.csrf_token);
    return session;
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

/** Null: nobody. */
export function useSessionQuery() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: fetchSession,
    staleTime: 60_000,
    refetchInterval: askEveryMs,
  });
}

export const SessionContext = createContext<Session | null>(null);

/** Below the signed-in part of the page alone. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('nobody is signed in here');
  return session;
}

export function useMay(): (permission: Permission) => boolean {
  const { permissions } = useSession();
  return (permission) => permissions.includes(permission);
}
