/** A payment's QR code. The order's own stream tells when it is paid; the dialog goes with the state. */

import { useEffect, useState } from 'react';
import { useWords } from '../texts/language.ts';
import { Dialog } from './dialog.tsx';

/** Dark squares as one path: a module is one unit. */
function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
}

interface CodeDialogProps {
  readonly way: string;
  readonly codeUrl: string;
  readonly onClose: () => void;
}

export function CodeDialog({ way, codeUrl, onClose }: CodeDialogProps) {
  const { t } = useWords();
  const [code, setCode] = useState<{ readonly size: number; readonly path: string } | null>(null);
  useEffect(() => {
    let current = true;
    // Only who pays by code needs the encoder.
    void import('uqr').then(({ encode }) => {
      const { size, data } = encode(codeUrl, { border: 2 });
      if (current) setCode({ size, path: pathOf(data) });
    });
    return () => {
      current = false;
    };
  }, [codeUrl]);
  return (
    <Dialog title={t.qrTitle(way)} onClose={onClose}>
      <p>{t.qrText}</p>
      {code !== null && (
        <svg
          className="code"
          viewBox={`0 0 ${code.size} ${code.size}`}
          role="img"
          aria-label={t.qrTitle(way)}
        >
          <rect width={code.size} height={code.size} fill="#fff" />
          <path d={code.path} fill="#000" />
        </svg>
      )}
      <div className="actions">
        <button type="button" className="button quiet" onClick={onClose}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}
