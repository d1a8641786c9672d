/** A QR code. */

import { Alert } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type DrawnCode, drawQrCode } from '../../shared/qr-code.ts';

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** Shown where the code cannot be drawn. */
  readonly brokenText: string;
}

export function QrCode({ text, label, brokenText }: QrCodeProps) {
  const [code, setCode] = useState<DrawnCode | 'loading' | 'broken'>('loading');
  useEffect(() => {
    let current = true;
    const show = (next: DrawnCode | 'broken') => {
      if (current) setCode(next);
    };
    drawQrCode(text).then(show, () => show('broken'));
    return () => {
      current = false;
    };
  }, [text]);
  if (code === 'broken') return <Alert color="busy">{brokenText}</Alert>;
  return (
    <div className="qr-code">
      {code !== 'loading' && (
        <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
          <rect width={code.size} height={code.size} className="qr-ground" />
          <path d={code.path} className="qr-modules" />
        </svg>
      )}
    </div>
  );
}
