/** A dialog that is open while it is rendered. When it closes, the focus returns to the element that opened it, or near it. */

import { Modal } from '@mantine/core';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useIsPhone } from '../hooks/use-is-phone.ts';
import { SessionEndedContext } from '../session/use-session.ts';
import { useWords } from '../texts/words.ts';
import { focusNear, placeWithFocus, useKeptFocus } from './kept-focus.ts';
import { useUnsaved } from './unsaved-changes.ts';

/** The z-index of dialogs in Mantine, and a higher one for a dialog above another dialog. */
const below = 200;
const onTop = 210;

interface DialogState {
  readonly close: () => void;
  readonly isBusy: boolean;
}

/** The dialog around a component, for its button “Cancel”. */
export const DialogContext = createContext<DialogState | null>(null);

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /**
   * The width of the dialog. A large dialog fills the screen of a phone, so that there is only one area to
   * scroll.
   */
  readonly size?: 'md' | 'lg';
  /**
   * Whether a click outside and Escape close the dialog. False when the dialog shows something that is shown only once.
   * Undefined: until the operator has entered something, which would be lost.
   */
  readonly closesOutside?: boolean;
  /**
   * Whether a call of the dialog runs. The dialog then stays open: a dialog that closes looks as if the call were
   * cancelled, and the operator would repeat the action.
   */
  readonly isBusy?: boolean;
  /** True for a dialog that opens while another one is open. */
  readonly isOnTop?: boolean;
  readonly children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { title, onClose, size = 'md', closesOutside, isBusy = false, isOnTop = false, children } = props;
  const { t } = useWords();
  const isPhone = useIsPhone();
  const [isChanged, setIsChanged] = useState(false);
  // The sign-in form may cover the dialog. Escape is then not meant for it.
  const isCovered = use(SessionEndedContext);
  const closesEasily = !isBusy && !isCovered && (closesOutside ?? !isChanged);
  const close = () => {
    if (!isBusy) onClose();
  };
  // A search dialog (`closesOutside`) has nothing to save. A call that succeeds may leave the page itself, so the guard
  // does not ask while it runs.
  useUnsaved(isChanged && closesOutside !== true && !isBusy);
  const [opener] = useState(() => document.activeElement);
  const [place] = useState(placeWithFocus);
  const content = useKeptFocus();
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      // The opener may be gone, or disabled until a call ends.
      const isBack = document.activeElement === opener && opener !== document.body;
      if (place !== null && !isBack) focusNear(place);
    },
    [opener, place],
  );
  return (
    <Modal
      opened
      title={title}
      size={size}
      fullScreen={isPhone && size === 'lg'}
      onClose={close}
      closeOnClickOutside={closesEasily}
      closeOnEscape={closesEasily}
      zIndex={isOnTop ? onTop : below}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t.common.close, disabled: isBusy }}
    >
      <DialogContext value={{ close, isBusy }}>
        <div ref={content} onChange={() => setIsChanged(true)}>
          {children}
        </div>
      </DialogContext>
    </Modal>
  );
}
