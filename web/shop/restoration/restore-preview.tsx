/**
 * The preview of a restoration over the customer's photo, with a switch that marks the damage in the photo, and how much
 * of the photo is damaged.
 */

import { useState } from 'react';
import type { Damage } from '../api/types.ts';
import { CompareSlider } from '../order/compare-slider.tsx';
import { useWords } from '../texts/words.ts';
import type { RestoreChoices } from './use-restore-choices.ts';

interface RestorePreviewProps {
  readonly photoUrl: string;
  readonly preview: string;
  /** Null: unknown. */
  readonly damage: Damage | null;
  readonly choices: RestoreChoices;
}

function DamageText({ share, choices }: { readonly share: number; readonly choices: RestoreChoices }) {
  const { t } = useWords();
  const hasMore = choices.isColourised || choices.isEnlarged;
  if (share === 0) return <p className="damage-words">{hasMore ? t.noDamageWithMore : t.noDamage}</p>;
  return <p className="damage-words">{t.damageFound(Math.round(share * 100))}</p>;
}

export function RestorePreview({ photoUrl, preview, damage, choices }: RestorePreviewProps) {
  const { t } = useWords();
  const [isMarked, setMarked] = useState(false);
  const url = damage === null || damage.share === 0 ? null : damage.marks;
  const shown = isMarked && url !== null;
  return (
    <>
      <CompareSlider
        // While the damage is shown, the whole photo is to be seen first.
        key={String(shown)}
        startPercent={shown ? 100 : 50}
        before={photoUrl}
        after={preview}
        afterAlt={t.restorePreviewAlt}
        marks={shown ? { url, alt: t.damageMarks } : null}
      />
      {damage !== null && (
        <div className="damage" role="status">
          <DamageText share={damage.share} choices={choices} />
          {url !== null && (
            <label className="tick">
              <input
                type="checkbox"
                name="show-damage"
                checked={isMarked}
                onChange={({ target }) => setMarked(target.checked)}
              />
              <span>{t.showDamage}</span>
            </label>
          )}
        </div>
      )}
      <p className="hint">{choices.isEnlarged ? t.enlargedPreviewNote : t.colourPreviewNote}</p>
    </>
  );
}
