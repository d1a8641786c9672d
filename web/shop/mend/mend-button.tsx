/** The button that opens the dialog for mending the cut-out of one photo. */

import { useRef, useState } from 'react';
import { type CutOut, cutOutOf, type Photo } from '../photo/use-photo.ts';
import { useWords } from '../texts/words.ts';
import { MendDialog } from './mend-dialog.tsx';

/** The mending of a photo whose background is replaced. */
export interface Mending {
  readonly background: string;
  /** Whether the photo was refused for its cut-out, so that it can only be used after mending. */
  readonly isMain: boolean;
  /** The strokes of a photo; empty: none. */
  strokesOf(path: string): string;
  setStrokes(path: string, strokes: string): void;
}

interface MendButtonProps {
  readonly photo: Photo;
  readonly mending: Mending;
}

export function MendButton({ photo, mending }: MendButtonProps) {
  const { t } = useWords();
  const { state, copyUrl } = photo;
  const [opened, setOpened] = useState<CutOut | null>(null);
  const cutOut = cutOutOf(state);
  const path = 'path' in state ? state.path : null;
  const known = useRef<CutOut | null>(null);
  if (cutOut !== null) known.current = cutOut;
  const { current: shown } = known;
  if (path === null || copyUrl === null || shown === null) return null;
  const isChecking = state.kind === 'checking';
  // While the photo is checked again, the button stays, so that it keeps the focus after the dialog. It also stays if
  // the strokes have spoilt the photo, so that the customer can take them back.
  if (cutOut === null && !isChecking && mending.strokesOf(path) === '') return null;
  return (
    <>
      <button
        type="button"
        className={mending.isMain ? 'button' : 'button quiet small'}
        aria-disabled={isChecking}
        onClick={() => setOpened(isChecking ? null : shown)}
      >
        {t.mendTitle}
      </button>
      {opened !== null && (
        <MendDialog
          photoUrl={copyUrl}
          cutOut={opened}
          background={mending.background}
          strokes={mending.strokesOf(path)}
          isRefused={mending.isMain}
          check={photo.tryStrokes}
          onDone={(strokes, verdict) => {
            setOpened(null);
            mending.setStrokes(path, strokes);
            if (verdict !== null) photo.adopt(strokes, verdict);
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
