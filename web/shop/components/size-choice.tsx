/** What an ID photo is for, and the mild correction of its light: of the good that is sold in every size. */

import { type IdPhotoSizeName, sizes, sizeWord } from '../texts/size-words.ts';
import { useWords } from '../texts/words.ts';

interface SizeChoiceProps {
  readonly size: IdPhotoSizeName;
  readonly onSize: (size: IdPhotoSizeName) => void;
  readonly corrected: boolean;
  readonly onCorrected: (corrected: boolean) => void;
}

export function SizeChoice({ size, onSize, corrected, onCorrected }: SizeChoiceProps) {
  const { t, language } = useWords();
  function choose(name: string): void {
    const known = sizes.find((each) => each === name);
    if (known !== undefined) onSize(known);
  }
  return (
    <section className="panel">
      <label className="field">
        <span>{t.sizeStep}</span>
        <select value={size} onChange={({ target }) => choose(target.value)}>
          {sizes.map((name) => (
            <option key={name} value={name}>
              {sizeWord(name, language)}
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
