/** The QR code of a payment. The order's event stream reports the payment; the dialog closes with the order's state. */

import { useEffect, useState } from 'react';
import { localLink } from '../api/local-link.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';

/** Light modules around the code, which scanners need (ISO/IEC 18004). */
const quietZone = 4;

/** The dark modules as one path; a module is one unit. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
}

/** @returns the code as a link; null for a code that only the provider's app can open. */
function webLink(codeUrl: string): string | null {
  return /^https?:\/\//i.test(codeUrl) ? localLink(codeUrl) : null;
}

type Code = 'loading' | 'broken' | { readonly size: number; readonly path: string };

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
    // The QR encoder is loaded when it is needed. It can fail to load, because its file no longer exists
    // after an update of the shop.
    import('uqr').then(
      ({ encode }) => {
        const { size, data } = encode(codeUrl, { border: quietZone });
        show({ size, path: pathOf(data) });
      },
      () => show('broken'),
    );
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
