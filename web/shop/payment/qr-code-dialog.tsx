/** The QR code of a payment. The order's event stream reports the payment; the dialog closes with the order's state. */

import { useState } from 'react';
import { localLink } from '../api/local-link.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { useWords } from '../texts/words.ts';

/** @returns null for a code that only the provider's app can open. */
function webLink(codeUrl: string): string | null {
  return /^https?:\/\//i.test(codeUrl) ? localLink(codeUrl) : null;
}

interface QrCodeDialogProps {
  /** The provider's name for people. */
  readonly provider: string;
  readonly amount: string;
  readonly codeUrl: string;
  readonly onClose: () => void;
}

export function QrCodeDialog({ provider, amount, codeUrl, onClose }: QrCodeDialogProps) {
  const { t } = useWords();
  const [broken, setBroken] = useState(false);
  const link = webLink(codeUrl);
  return (
    <Dialog title={t.qrTitle(provider)} onClose={onClose}>
      <p>{t.qrText(amount)}</p>
      {broken ? (
        <Notice tone="bad" text={t.qrBroken} />
      ) : (
        <QrCode text={codeUrl} label={t.qrTitle(provider)} onBroken={() => setBroken(true)} />
      )}
      <div className="actions">
        {broken && (
          <button type="button" className="button" onClick={() => window.location.reload()}>
            {t.reload}
          </button>
        )}
        {link !== null && (
          <a className="button quiet" href={link}>
            {t.qrOpen}
          </a>
        )}
        <button type="button" className="button quiet" onClick={onClose}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}
