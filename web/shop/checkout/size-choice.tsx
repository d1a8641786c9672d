/** The purpose of an ID photo, which decides its size, and the correction of its light. */

import { type IdPhotoSizeName, idPhotoSizeNames } from '../../../src/domain/goods/id-photo.ts';
import { sizeText } from '../texts/size-text.ts';
import { useWords } from '../texts/words.ts';

interface SizeChoiceProps {
  readonly size: IdPhotoSizeName;
  readonly onSize: (size: IdPhotoSizeName) => void;
  readonly corrected: boolean;
  readonly onCorrected: (corrected: boolean) => void;
}

export function SizeChoice({ size, onSize, corrected, onCorrected }: SizeChoiceProps) {
  const { t } = useWords();
  function choose(name: string): void {
    const known = idPhotoSizeNames.find((each) => each === name);
    if (known !== undefined) onSize(known);
  }
  return (
    <section className="panel">
      <label className="field">
        <span>{t.sizeStep}</span>
        <select value={size} onChange={({ target }) => choose(target.value)}>
          {idPhotoSizeNames.map((name) => (
            <option key={name} value={name}>
              {sizeText(name, t)}
            </option>
          ))}
        </select>
      </label>
      <label className="tick">
        <input type="checkbox" checked={corrected} onChange={({ target }) => onCorrected(target.checked)} />
        <span>{t.correct}</span>
      </label>
    </section>
  );
}
