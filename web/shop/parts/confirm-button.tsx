/**
 * A button that asks for confirmation before an action that cannot be undone, and shows the error if the
 * action fails.
 */

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../api/call.ts';
import type { Order } from '../api/types.ts';
import { useWords } from '../texts/words.ts';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

interface ConfirmButtonProps {
  readonly label: string;
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly act: (idempotencyKey: string) => Promise<Order>;
  /** Whether `act` sends the idempotency key. Then a call that failed for a passing reason is repeated. */
  readonly isRepeatable: boolean;
  readonly onDone: (order: Order) => void;
}

export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, text, confirm, act, isRepeatable, onDone } = props;
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const acting = useMutation({
    mutationFn: act,
    ...(isRepeatable ? {} : { retry: false }),
    onSuccess(order) {
      setOpen(false);
      onDone(order);
    },
  });

  function ask(): void {
    acting.reset();
    setOpen(true);
  }
  // A running action cannot be stopped, so the dialog stays open until its outcome is known.
  function close(): void {
    if (!acting.isPending) setOpen(false);
  }

  return (
    <>
      <button type="button" className="button quiet" onClick={ask}>
        {label}
      </button>
      {open && (
        <Dialog title={title} onClose={close}>
          <p>{text}</p>
          {acting.isError && <ErrorNotice error={acting.error} />}
          <div className="actions">
            <button
              type="button"
              className="button danger"
              disabled={acting.isPending}
              onClick={() => acting.mutate(newIdempotencyKey())}
            >
              {confirm}
            </button>
            <button type="button" className="button quiet" disabled={acting.isPending} onClick={close}>
              {t.keep}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
