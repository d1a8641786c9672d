/** Ends the session; also when the service has forgotten it already. */

import { useMutation } from '@tanstack/react-query';
import { isSignedOut } from '../api/api-error.ts';
import { keepCsrfToken, remove } from '../api/call.ts';
import { setSession } from '../api/query-client.ts';
import { notifyProblem } from '../components/toast.ts';

export function useSignOut() {
  return useMutation({
    mutationFn: () =>
      remove('session').catch((error: unknown) => {
        if (!isSignedOut(error)) throw error;
      }),
    onSuccess: () => {
      keepCsrfToken(null);
      setSession(null);
    },
    onError: notifyProblem,
  });
}
