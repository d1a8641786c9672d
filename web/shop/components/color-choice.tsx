/** The background of an ID photo, each colour shown on a drawn picture of the chosen size. */

import { type Color, colors } from '../api/types.ts';
import { useWords } from '../texts/language.ts';
import type { IdPhotoSizeName } from '../texts/size-words.ts';
import { Figure } from './figure.tsx';

interface ColorChoiceProps {
  readonly size: IdPhotoSizeName;
  readonly color: Color;
  readonly onColor: (color: Color) => void;
}

export function ColorChoice({ size, color, onColor }: ColorChoiceProps) {
  const { t } = useWords();
  return (
    <fieldset className="colors">
      <legend>{t.colorStep}</legend>
      {colors.map((each) => (
        <label key={each} className="color">
          <input
            type="radio"
            name="color"
            value={each}
            checked={each === color}
            onChange={() => onColor(each)}
          />
          <span className={`swatch ${each}`}>
            <Figure size={size} />
          </span>
          <span>{t.colors[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}
