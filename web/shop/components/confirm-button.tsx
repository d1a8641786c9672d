/** A button that asks before it does what cannot be undone, and shows what went wrong. */

import { useState } from 'react';
import { type ApiError, asApiError } from '../../shared/api/api-error.ts';
import { useWords } from '../texts/words.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

interface ConfirmButtonProps {
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly act: () => Promise<void>;
}

export function ConfirmButton({ label, title, text, yes, act }: ConfirmButtonProps) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  function ask(): void {
    setError(null);
    setOpen(true);
  }
  // What is being done cannot be called off any more: the dialog stays until it is known how it went.
  function close(): void {
    if (!busy) setOpen(false);
  }
  async function confirm(): Promise<void> {
    setBusy(true);
    setError(null);
    try {
      await act();
      setOpen(false);
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <button type="button" className="button quiet" onClick={ask}>
        {label}
      </button>
      {open && (
        <Dialog title={title} onClose={close}>
          <p>{text}</p>
          {error !== null && <ErrorNotice error={error} />}
          <div className="actions">
            <button type="button" className="button danger" disabled={busy} onClick={() => void confirm()}>
              {yes}
            </button>
            <button type="button" className="button quiet" disabled={busy} onClick={close}>
              {t.keep}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
