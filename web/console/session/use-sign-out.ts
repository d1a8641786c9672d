/** Ends the session. A session that has already ended is no error. */

import { useMutation } from '@tanstack/react-query';
import { remove, setCsrfToken } from '../api/call.ts';
import { isSignedOut } from '../api/is-signed-out.ts';
import { leaveSession } from '../api/query-client.ts';
import { showError } from '../components/toast.ts';

export function useSignOut() {
  return useMutation({
    mutationFn: () =>
      remove('session').catch((error: unknown) => {
        if (!isSignedOut(error)) throw error;
      }),
    onSuccess: () => {
      setCsrfToken(null);
      leaveSession();
    },
    onError: showError,
  });
}
