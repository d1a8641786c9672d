/** The background colour of an ID photo, each shown behind the customer or the drawn person. */

import type { IdPhotoSizeName } from '../../../src/domain/goods/id-photo.ts';
import { type Color, colors } from '../api/types.ts';
import { PersonPicture } from '../photo/person-picture.tsx';
import { useWords } from '../texts/words.ts';

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
            <PersonPicture size={size} preview={preview} alt="" />
          </span>
          <span>{t.colors[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}
