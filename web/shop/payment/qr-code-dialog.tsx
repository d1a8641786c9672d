/** The QR code of a payment. The order's event stream reports the payment; the dialog closes with the order's state. */

import { useEffect, useState } from 'react';
import { type DrawnCode, drawQrCode } from '../../shared/qr-code.ts';
import { localLink } from '../api/local-link.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';

/** @returns null for a code that only the provider's app can open. */
function webLink(codeUrl: string): string | null {
  return /^https?:\/\//i.test(codeUrl) ? localLink(codeUrl) : null;
}

type Code = 'loading' | 'broken' | DrawnCode;

interface QrCodeDialogProps {
  /** The provider's name for people. */
  readonly provider: string;
  readonly amount: string;
  readonly codeUrl: string;
  readonly onClose: () => void;
}

export function QrCodeDialog({ provider, amount, codeUrl, onClose }: QrCodeDialogProps) {
  const { t } = useWords();
  const [code, setCode] = useState<Code>('loading');
  const link = webLink(codeUrl);
  useEffect(() => {
    let current = true;
    const show = (next: Code) => {
      if (current) setCode(next);
    };
    drawQrCode(codeUrl).then(show, () => show('broken'));
    return () => {
      current = false;
    };
  }, [codeUrl]);
  return (
    <Dialog title={t.qrTitle(provider)} onClose={onClose}>
      <p>{t.qrText(amount)}</p>
      {code === 'broken' ? (
        <Notice tone="bad" text={t.qrBroken} />
      ) : (
        <div className="code">
          {code !== 'loading' && (
            <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={t.qrTitle(provider)}>
              <rect width={code.size} height={code.size} className="code-ground" />
              <path d={code.path} className="code-modules" />
            </svg>
          )}
        </div>
      )}
      <div className="actions">
        {code === 'broken' && (
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
