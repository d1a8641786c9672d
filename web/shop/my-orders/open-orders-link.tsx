/**
 * Opens a link of another device. The customer must agree first, because the person who sent the link can see all
 * later orders of this browser.
 */

import { useMutation } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { urlOf } from '../route.ts';
import { useWords } from '../texts/words.ts';
import { openWithToken } from './orders-link.ts';
import { receivedToken } from './received-token.ts';

const isEnded = (error: unknown) => asApiError(error).status === 401;

export function OpenOrdersLink() {
  const { t } = useWords();
  const token = useSyncExternalStore(receivedToken.subscribe, receivedToken.get);
  const opening = useMutation({
    mutationFn: openWithToken,
    retry: false,
    // A reload, because everything that this page knows belongs to the former guest.
    onSuccess: () => window.location.assign(urlOf({ view: 'orders' })),
  });
  if (token === null) return null;
  const close = () => {
    if (!opening.isPending) receivedToken.forget();
  };
  return (
    <Dialog title={t.openLinkTitle} onClose={close}>
      <p>{t.openLinkText}</p>
      {opening.isError &&
        (isEnded(opening.error) ? (
          <Notice tone="bad" title={t.openLinkFailed} text={t.openLinkEnded} />
        ) : (
          <ErrorNotice error={opening.error} />
        ))}
      <div className="actions">
        <button
          type="button"
          className="button"
          disabled={opening.isPending || opening.isSuccess}
          onClick={() => opening.mutate(token)}
        >
          {t.openLink}
        </button>
        <button type="button" className="button quiet" disabled={opening.isPending} onClick={close}>
          {t.notNow}
        </button>
      </div>
    </Dialog>
  );
}
