/** A payment's QR code. The order's own stream tells when it is paid; the dialog goes with the state. */

import { useEffect, useState } from 'react';
import { ownAddress } from '../api/own-address.ts';
import { useWords } from '../texts/words.ts';
import { Dialog } from './dialog.tsx';
import { Notice } from './notice.tsx';

/** White around the code, in modules, as its standard asks (ISO/IEC 18004): scanners need it on a dark page. */
const quietZone = 4;

/** Dark squares as one path: a module is one unit. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
}

/** Of a code that is an address of the web; others open in the provider's app alone. */
function addressOf(codeUrl: string): string | null {
  return /^https?:\/\//i.test(codeUrl) ? ownAddress(codeUrl) : null;
}

type Code = 'loading' | 'broken' | { readonly size: number; readonly path: string };

interface CodeDialogProps {
  /** The provider's name. */
  readonly way: string;
  readonly amount: string;
  readonly codeUrl: string;
  readonly onClose: () => void;
}

export function CodeDialog({ way, amount, codeUrl, onClose }: CodeDialogProps) {
  const { t } = useWords();
  const [code, setCode] = useState<Code>('loading');
  const address = addressOf(codeUrl);
  useEffect(() => {
    let current = true;
    const show = (next: Code) => {
      if (current) setCode(next);
    };
    // Only who pays by code needs the encoder. An updated shop may no longer have this one's file.
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
    <Dialog title={t.qrTitle(way)} onClose={onClose}>
      <p>{t.qrText(amount)}</p>
      {code === 'broken' ? (
        <Notice tone="bad" text={t.qrBroken} />
      ) : (
        <div className="code">
          {code !== 'loading' && (
            <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={t.qrTitle(way)}>
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
        {address !== null && (
          <a className="button quiet" href={address}>
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
