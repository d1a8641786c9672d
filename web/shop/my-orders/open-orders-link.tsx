/**
 * Opens a link of another device. The customer must agree first, because the person who sent the link can see all
 * later orders of this browser. A browser that would lose a membership does not open the link: the cookie of the
 * link would replace the cookie to which the membership belongs.
 */

import { useMutation, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { asApiError } from '../../shared/api/as-api-error.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Link } from '../parts/link.tsx';
import { Notice } from '../parts/notice.tsx';
import { urlOf } from '../route.ts';
import { useWords } from '../texts/words.ts';
import { losesMembership, openWithToken } from './orders-link.ts';
import { receivedToken } from './received-token.ts';

const isEnded = (error: unknown) => asApiError(error).status === 401;

function MembershipDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  return (
    <Dialog title={t.openLinkMemberTitle} onClose={onClose}>
      <p>{t.openLinkMemberText}</p>
      <div className="actions">
        <Link to={{ view: 'orders' }} className="button" before={async () => onClose()}>
          {t.myOrders}
        </Link>
        <button type="button" className="button quiet" onClick={onClose}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}

function LinkDialog({ token }: { readonly token: string }) {
  const { t } = useWords();
  const loss = useQuery({
    queryKey: ['loses-membership', token],
    queryFn: () => losesMembership(token),
    gcTime: 0,
  });
  const opening = useMutation({
    mutationFn: openWithToken,
    retry: false,
    // A reload, because everything that this page knows belongs to the former guest.
    onSuccess: () => window.location.assign(urlOf({ view: 'orders' })),
  });
  const close = () => {
    if (!opening.isPending) receivedToken.forget();
  };
  if (loss.data === true) return <MembershipDialog onClose={close} />;
  return (
    <Dialog title={t.openLinkTitle} onClose={close}>
      <p>{t.openLinkText}</p>
      {loss.isError && <ErrorNotice error={loss.error} retry={() => void loss.refetch()} />}
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
          disabled={!loss.isSuccess || opening.isPending || opening.isSuccess}
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

export function OpenOrdersLink() {
  const token = useSyncExternalStore(receivedToken.subscribe, receivedToken.get);
  return token === null ? null : <LinkDialog key={token} token={token} />;
}
