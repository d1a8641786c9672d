/** The background of an ID photo, each colour shown under the customer's cut person or a drawing. */

import { type Color, colors } from '../api/types.ts';
import type { IdPhotoSizeName } from '../texts/size-words.ts';
import { useWords } from '../texts/words.ts';
import { Sample } from './sample.tsx';

interface ColorChoiceProps {
  readonly size: IdPhotoSizeName;
  readonly preview: string | null;
  readonly color: Color;
  readonly onColor: (color: Color) => void;
}

export function ColorChoice({ size, preview, color, onColor }: ColorChoiceProps) {
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
            <Sample size={size} preview={preview} alt="" />
          </span>
          <span>{t.colors[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}
