/** Gives the customer a link and a QR code that show the orders on another device, and ends that access again. */

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { Icon } from '../parts/icon.tsx';
import { Notice } from '../parts/notice.tsx';
import { QrCode } from '../parts/qr-code.tsx';
import { useWords } from '../texts/words.ts';
import { endOtherAccess, fetchOrdersLink } from './orders-link.ts';

function LinkDialog({ link, onClose }: { readonly link: string; readonly onClose: () => void }) {
  const { t } = useWords();
  const [copied, setCopied] = useState(false);
  const [broken, setBroken] = useState(false);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      // Ignore the error: without TLS there is no clipboard, and the customer copies the text of the field.
    }
  }
  return (
    <Dialog title={t.deviceTitle} onClose={onClose}>
      <p>{t.deviceLinkText}</p>
      {broken ? (
        <Notice tone="bad" text={t.qrBroken} />
      ) : (
        <QrCode text={link} label={t.deviceCode} onBroken={() => setBroken(true)} />
      )}
      <label className="field copied">
        <span>{t.deviceLink}</span>
        <input type="text" readOnly value={link} onFocus={({ target }) => target.select()} />
      </label>
      <p className="hint" role="status">
        {copied ? t.copied : t.deviceWarning}
      </p>
      <div className="actions">
        <button type="button" className="button" onClick={() => void copy()}>
          {t.copyLink}
        </button>
        <button type="button" className="button quiet" onClick={onClose}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}

function EndDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useWords();
  const ending = useMutation({ mutationFn: endOtherAccess, retry: false });
  return (
    <Dialog title={t.endAccessTitle} onClose={onClose}>
      {ending.isSuccess ? <Notice tone="good" text={t.accessEnded} /> : <p>{t.endAccessText}</p>}
      {ending.isError && <ErrorNotice error={ending.error} />}
      <div className="actions">
        {!ending.isSuccess && (
          <button
            type="button"
            className="button danger"
            disabled={ending.isPending}
            onClick={() => ending.mutate()}
          >
            {t.endAccess}
          </button>
        )}
        <button type="button" className="button quiet" disabled={ending.isPending} onClick={onClose}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}

export function OtherDevice() {
  const { t } = useWords();
  const [open, setOpen] = useState<'link' | 'end' | null>(null);
  const fetching = useMutation({ mutationFn: fetchOrdersLink, onSuccess: () => setOpen('link') });
  return (
    <section className="panel">
      <h2>{t.deviceTitle}</h2>
      <p className="hint">{t.deviceText}</p>
      {fetching.isError && <ErrorNotice error={fetching.error} />}
      <div className="actions">
        <button
          type="button"
          className="button quiet small"
          disabled={fetching.isPending}
          onClick={() => fetching.mutate()}
        >
          <Icon name="phone" />
          {t.showLink}
        </button>
        <button type="button" className="button quiet small" onClick={() => setOpen('end')}>
          {t.endAccess}
        </button>
      </div>
      {open === 'link' && fetching.data !== undefined && (
        <LinkDialog link={fetching.data} onClose={() => setOpen(null)} />
      )}
      {open === 'end' && <EndDialog onClose={() => setOpen(null)} />}
    </section>
  );
}
