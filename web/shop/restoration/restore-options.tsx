/** The choices of a restoration: colours and an enlargement. A photo that is too large cannot be enlarged. */

import { useEffect, useEffectEvent } from 'react';
import { useWords } from '../texts/words.ts';
import type { UsedRestoreChoices } from './use-restore-choices.ts';

interface OptionProps {
  readonly name: string;
  readonly label: string;
  readonly note: string;
  readonly isChosen: boolean;
  readonly isDisabled?: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function Option({ name, label, note, isChosen, isDisabled = false, onChoose }: OptionProps) {
  return (
    <div className="restore-option">
      <label className="tick">
        <input
          type="checkbox"
          name={name}
          checked={isChosen}
          disabled={isDisabled}
          onChange={({ target }) => onChoose(target.checked)}
          aria-describedby={`${name}-note`}
        />
        <span>{label}</span>
      </label>
      <p className="hint" id={`${name}-note`}>
        {note}
      </p>
    </div>
  );
}

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
    <section className="panel" aria-labelledby="restore-options-title">
      <h2 id="restore-options-title">{t.restoreStep}</h2>
      <p className="hint">{t.restoreAlways}</p>
      <Option
        name="colour"
        label={t.alsoColourise}
        note={t.alsoColouriseNote}
        isChosen={isColourised}
        onChoose={setColourised}
      />
      <Option
        name="enlarge"
        label={t.alsoEnlarge}
        note={canEnlarge ? t.alsoEnlargeNote : t.tooLargeToEnlarge}
        isChosen={isEnlarged && canEnlarge}
        isDisabled={!canEnlarge}
        onChoose={setEnlarged}
      />
    </section>
  );
}
