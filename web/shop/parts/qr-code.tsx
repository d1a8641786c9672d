/** A QR code of a text. */

import { useEffect, useState } from 'react';
import { type DrawnCode, drawQrCode } from '../../shared/qr-code.ts';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** Called when the encoder cannot be loaded. */
  readonly onBroken: () => void;
}

export function QrCode({ text, label, onBroken }: QrCodeProps) {
  const [code, setCode] = useState<DrawnCode | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text needs another code
  useEffect(() => {
    let current = true;
    drawQrCode(text).then(
      (drawn) => current && setCode(drawn),
      () => current && onBroken(),
    );
    return () => {
      current = false;
    };
  }, [text]);
  return (
    <div className="code">
      {code !== null && (
        <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
          <rect width={code.size} height={code.size} className="code-ground" />
          <path d={code.path} className="code-modules" />
        </svg>
      )}
    </div>
  );
}
