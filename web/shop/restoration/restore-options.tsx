/** The choices of a restoration: colours and an enlargement. A photo that is too large cannot be enlarged. */

import { useEffect, useEffectEvent } from 'react';
import { useWords } from '../texts/words.ts';
import type { UsedRestoreChoices } from './use-restore-choices.ts';

interface RestoreOptionsProps {
  readonly used: UsedRestoreChoices;
  /** Whether the service enlarges the chosen photo. */
  readonly canEnlarge: boolean;
}

export function RestoreOptions({ used, canEnlarge }: RestoreOptionsProps) {
  const { t } = useWords();
  const { isColourised, isEnlarged, setColourised, setEnlarged } = used;
  // A customer who chose the enlargement before the photo can still order.
  const withdraw = useEffectEvent(() => setEnlarged(false));
  useEffect(() => {
    if (!canEnlarge && isEnlarged) withdraw();
  }, [canEnlarge, isEnlarged]);
  return (
    <section className="panel restore-options" aria-labelledby="restore-options-title">
      <h2 id="restore-options-title">{t.restoreStep}</h2>
      <p className="hint">{t.restoreAlways}</p>
      <label className="tick">
        <input
          type="checkbox"
          name="colour"
          checked={isColourised}
          onChange={({ target }) => setColourised(target.checked)}
          aria-describedby="colour-note"
        />
        <span>{t.alsoColourise}</span>
      </label>
      <p className="hint" id="colour-note">
        {t.alsoColouriseNote}
      </p>
      <label className="tick">
        <input
          type="checkbox"
          name="enlarge"
          checked={isEnlarged && canEnlarge}
          disabled={!canEnlarge}
          onChange={({ target }) => setEnlarged(target.checked)}
          aria-describedby="enlarge-note"
        />
        <span>{t.alsoEnlarge}</span>
      </label>
      <p className="hint" id="enlarge-note">
        {canEnlarge ? t.alsoEnlargeNote : t.tooLargeToEnlarge}
      </p>
    </section>
  );
}
