/**
 * Shows what the shop makes instead of describing it: an old photo and its colours under a slider, and an ID photo
 * on each background. `scripts/shop-pictures.ts` makes the pictures with the neural networks of the service.
 */

import { useState } from 'react';
import { type Color, colors } from '../api/types.ts';
import { CompareSlider } from '../order/compare-slider.tsx';
import { useWords } from '../texts/words.ts';
import after from './after.webp';
import before from './before.webp';
import idPhoto from './id-photo.webp';

export function Proof() {
  const { t } = useWords();
  const [color, setColor] = useState<Color>('blue');
  return (
    <div className="proof">
      <figure className="proof-colours">
        <CompareSlider before={before} after={after} beforeAlt={t.proofBefore} afterAlt={t.proofAfter} />
        <figcaption>{t.proofOldSource}</figcaption>
      </figure>
      <figure className="proof-id">
        <div className={`proof-portrait ${color}`}>
          <img src={idPhoto} alt={t.proofPortrait(t.onColor[color])} width="236" height="330" />
        </div>
        <fieldset className="proof-choice" aria-label={t.colorStep}>
          {colors.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="proof-color"
                aria-label={t.colors[each]}
                checked={each === color}
                onChange={() => setColor(each)}
              />
              <span className={`dot ${each}`} />
            </label>
          ))}
        </fieldset>
        <figcaption>{t.proofPortraitSource}</figcaption>
      </figure>
    </div>
  );
}
