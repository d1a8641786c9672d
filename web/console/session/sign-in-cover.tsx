/**
 * The sign-in form over the pages of an operator whose session has ended. The pages stay mounted, so that nothing that
 * the operator has typed is lost. They are hidden and inert until the operator signs in again.
 */

import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { sessionKey } from '../api/query-client.ts';
import { useWords } from '../texts/words.ts';
import { SignInPage } from './sign-in-page.tsx';

const hidesPages = 'session-ended';

/** Looks for a new session when the operator returns to the page: they may have signed in in another tab. */
function useSignInElsewhere(): void {
  const client = useQueryClient();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void client.refetchQueries({ queryKey: sessionKey });
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [client]);
}

export function SignInCover() {
  const { t } = useWords();
  const cover = useRef<HTMLDialogElement>(null);
  useSignInElsewhere();
  useLayoutEffect(() => {
    const dialog = cover.current;
    const focused = document.activeElement;
    const { classList } = document.documentElement;
    classList.add(hidesPages);
    // A modal dialog of the browser makes everything else inert, also dialogs of the page that open later.
    dialog?.showModal();
    return () => {
      dialog?.close();
      classList.remove(hidesPages);
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus();
    };
  }, []);
  return (
    <dialog
      ref={cover}
      className="sign-in-cover"
      aria-label={t.account.signIn}
      aria-modal="true"
      onCancel={(event) => event.preventDefault()}
      // A browser may close the dialog at a second press of Escape, whatever the page answers to the first.
      onClose={() => cover.current?.showModal()}
      // The shortcuts of the covered pages must not act.
      onKeyDown={(event: KeyboardEvent) => event.stopPropagation()}
    >
      <SignInPage note={t.account.sessionEnded} />
    </dialog>
  );
}
