/** A dialog that is there while it is wanted; whoever opened it has the focus again when it is gone. */

import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useIsPhone } from '../hooks/use-is-phone.ts';
import { useWords } from '../texts/words.ts';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** A large one takes the whole screen of a phone, so that only the screen scrolls. */
  readonly size?: 'md' | 'lg';
  /** False where closing by a slip would lose what cannot be had again. */
  readonly closesOutside?: boolean;
  readonly children: ReactNode;
}

export function Dialog({ title, onClose, size = 'md', closesOutside = true, children }: DialogProps) {
  const { t } = useWords();
  const isPhone = useIsPhone();
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    },
    [opener],
  );
  return (
    <Modal
      opened
      title={title}
      size={size}
      fullScreen={isPhone && size === 'lg'}
      onClose={onClose}
      closeOnClickOutside={closesOutside}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t.common.close }}
    >
      {children}
    </Modal>
  );
}
