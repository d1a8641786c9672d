/** A modal dialog: the browser's own `dialog`, which keeps the focus inside and closes with Escape. */

import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** `wide`: for a picture. `screen`: as large as the screen allows. */
  readonly width?: 'usual' | 'wide' | 'screen';
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, width = 'usual', children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // The browser restores the focus only when the dialog closes before React removes it.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      className={width}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget: dialog }) => {
        onClose();
        // A second press of Escape closes the dialog without a `cancel` event. A dialog that must stay open
        // is then opened again.
        setTimeout(() => {
          if (dialog.isConnected && !dialog.open) dialog.showModal();
        });
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  );
}
