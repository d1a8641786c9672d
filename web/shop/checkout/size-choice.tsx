/**
 * The purpose of an ID photo, which decides its size: a list that can be searched, in which each size has its picture,
 * its country and its measures. Also the correction of the light.
 */

import { useId, useState } from 'react';
import { type IdPhotoSizeName, idPhotoSizes } from '../../../src/domain/goods/id-photo.ts';
import { DrawnPerson } from '../photo/drawn-person.tsx';
import { useWords } from '../texts/words.ts';
import { findSizes, millimetresOf, placeOf } from './size-places.ts';

interface SizeChoiceProps {
  readonly size: IdPhotoSizeName;
  readonly onSize: (size: IdPhotoSizeName) => void;
  readonly corrected: boolean;
  readonly onCorrected: (corrected: boolean) => void;
}

interface SizeRowProps {
  readonly name: IdPhotoSizeName;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

function SizeRow({ name, chosen, onChoose }: SizeRowProps) {
  const { t } = useWords();
  const { widthPx, heightPx } = idPhotoSizes[name];
  const [width, height] = millimetresOf(name);
  return (
    <label className="size">
      <input type="radio" name="size" value={name} checked={chosen} onChange={onChoose} />
      <span className="size-row">
        <span className="size-picture blue">
          <DrawnPerson size={name} />
        </span>
        <span className="size-words">
          <strong>{t.sizes[name]}</strong>
          <small>{`${width} × ${height} mm · ${widthPx} × ${heightPx} px`}</small>
        </span>
        <small className="size-place">{t.places[placeOf(name)]}</small>
      </span>
    </label>
  );
}

export function SizeChoice({ size, onSize, corrected, onCorrected }: SizeChoiceProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const titleId = useId();
  const found = findSizes(typed);
  return (
    <section className="panel">
      <h2 id={titleId}>{t.sizeStep}</h2>
      <input
        type="search"
        className="size-search"
        value={typed}
        placeholder={t.searchSizes}
        aria-label={t.searchSizes}
        autoComplete="off"
        maxLength={40}
        onChange={({ target }) => setTyped(target.value)}
      />
      <p className="hint" role="status">
        {found.length === 0 ? t.noSizes : null}
      </p>
      <div className="sizes" role="radiogroup" aria-labelledby={titleId}>
        {found.map((name) => (
          <SizeRow key={name} name={name} chosen={name === size} onChoose={() => onSize(name)} />
        ))}
      </div>
      <label className="tick">
        <input type="checkbox" checked={corrected} onChange={({ target }) => onCorrected(target.checked)} />
        <span>{t.correct}</span>
      </label>
    </section>
  );
}
