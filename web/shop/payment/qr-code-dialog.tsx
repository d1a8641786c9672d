/**
 * The QR code of a payment. When the order's event stream reports the payment, the page shows the paid order
 * instead of the dialog.
 */

import { useState } from 'react';
import { localLink } from '../api/local-link.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { useWords } from '../texts/words.ts';
import { deviceOf } from './ways.ts';

/**
 * The address for a link that opens the payment without scanning. @returns null if a link would not help: the code
 * is no web address, or the device is not a phone, where the provider's page would only show another QR code. The
 * sandbox's page is linked on every device.
 */
function webLink(codeUrl: string, onPhone: boolean): string | null {
  if (!/^https?:\/\//i.test(codeUrl)) return null;
  const link = localLink(codeUrl);
  return onPhone || link.startsWith('/') ? link : null;
}

interface QrCodeDialogProps {
  /** The provider's name in the configuration. */
  readonly provider: string;
  readonly amount: string;
  readonly codeUrl: string;
  readonly onClose: () => void;
}

export function QrCodeDialog({ provider, amount, codeUrl, onClose }: QrCodeDialogProps) {
  const { t } = useWords();
  const [broken, setBroken] = useState(false);
  const onPhone = deviceOf(navigator.userAgent) !== 'desk';
  const link = webLink(codeUrl, onPhone);
  const title = t.qrTitle(t.ways[provider] ?? provider);
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{t.qrText(amount, t.apps[provider], onPhone)}</p>
      {broken ? (
        <Notice tone="bad" text={t.qrBroken} />
      ) : (
        <QrCode text={codeUrl} label={title} onBroken={() => setBroken(true)} />
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
