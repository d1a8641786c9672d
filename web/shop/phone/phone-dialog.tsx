/** Shows the QR code that lets a phone take the photo, and closes when the photo has arrived. */

import { useState } from 'react';
import type { HeadGuide } from '../camera/head-guide.ts';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Notice } from '../parts/notice.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { useWords } from '../texts/words.ts';
import { addressOf } from './photo-link.ts';
import type { PhoneLink } from './use-phone-link.ts';

/** Whether the page's address is one that only this computer can open, such as `localhost`. */
function isLocalAddress(): boolean {
  return /^(localhost|127\.|\[::1\])/.test(window.location.hostname);
}

function Code({ address }: { readonly address: string }) {
  const { t } = useWords();
  const [broken, setBroken] = useState(false);
  return (
    <>
      <p>{t.phoneText}</p>
      {broken ? (
        <Notice tone="bad" text={t.qrBroken} />
      ) : (
        <QrCode text={address} label={t.phoneCode} onBroken={() => setBroken(true)} />
      )}
      <label className="field copied">
        <span>{t.deviceLink}</span>
        <input type="text" readOnly value={address} onFocus={({ target }) => target.select()} />
      </label>
      <p className="hint">{isLocalAddress() ? t.phoneLocal : t.phoneTime}</p>
      <p className="phone-waiting" role="status">
        {t.phoneWaiting}
      </p>
    </>
  );
}

interface PhoneDialogProps {
  readonly link: PhoneLink;
  readonly guide: HeadGuide | null;
}

export function PhoneDialog({ link, guide }: PhoneDialogProps) {
  const { t } = useWords();
  const { kind, token } = link;
  if (kind === 'closed' || kind === 'received') return null;
  return (
    <Dialog title={t.phoneTitle} onClose={link.end}>
      {kind === 'opening' && <p role="status">{t.loading}</p>}
      {kind === 'waiting' && token !== null && <Code address={addressOf(token, guide)} />}
      {kind === 'ended' && <Notice tone="calm" text={t.phoneEnded} />}
      {kind === 'failed' && <ErrorNotice error={link.error} />}
      <div className="actions">
        {(kind === 'ended' || kind === 'failed') && (
          <button type="button" className="button" onClick={link.open}>
            {t.phoneNewCode}
          </button>
        )}
        <button type="button" className="button quiet" onClick={link.end}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}
