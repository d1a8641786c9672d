/**
 * The choice of an ID photo's purpose: a list with a search, which shows a drawing, the country and the measures of
 * each document and size, and a form for a size that is not in the list.
 */

import { type ReactNode, useId, useState } from 'react';
import { countryText } from '../../shared/country-text.ts';
import type { Document } from '../api/types.ts';
import { DrawnPerson } from '../photo/drawn-person.tsx';
import { useWords } from '../texts/words.ts';
import { CustomSizeForm } from './custom-size-form.tsx';
import { DocumentRule } from './document-rule.tsx';
import { countryOf, findPurposes, millimetresOf } from './find-purposes.ts';
import { type CustomSize, frameOf, type Purpose } from './purpose.ts';

interface PurposeRowProps {
  readonly value: string;
  readonly purpose: Purpose;
  readonly chosen: boolean;
  readonly title: string;
  readonly measures: string;
  /** Null: the size belongs to no country. */
  readonly country: string | null;
  readonly onChoose: (purpose: Purpose) => void;
}

function PurposeRow({ value, purpose, chosen, title, measures, country, onChoose }: PurposeRowProps) {
  const { language } = useWords();
  return (
    <label className="size">
      <input type="radio" name="size" value={value} checked={chosen} onChange={() => onChoose(purpose)} />
      <span className="size-row">
        <span className="size-picture blue">
          <DrawnPerson frame={frameOf(purpose)} />
        </span>
        <span className="size-words">
          <strong>{title}</strong>
          <small>{measures}</small>
        </span>
        {country !== null && <small className="size-place">{countryText(country, language)}</small>}
      </span>
    </label>
  );
}

interface PurposeChoiceProps {
  readonly purpose: Purpose;
  readonly documents: readonly Document[];
  /** The custom size that was entered last. It is kept while another purpose is chosen. */
  readonly custom: CustomSize;
  readonly onPurpose: (purpose: Purpose) => void;
  /** Further choices below the list. */
  readonly children: ReactNode;
}

export function PurposeChoice({ purpose, documents, custom, onPurpose, children }: PurposeChoiceProps) {
  const { t, language } = useWords();
  const [typed, setTyped] = useState('');
  const titleId = useId();
  const found = findPurposes(typed, documents);
  // A size that was ordered before can be chosen although the list does not show it.
  const isHidden = purpose.kind === 'size' && typed === '' && !found.sizes.includes(purpose.size);
  const sizes = isHidden ? [purpose.size, ...found.sizes] : found.sizes;
  const isEmpty = found.sizes.length + found.documents.length === 0;
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
        {isEmpty ? t.noSizes : null}
      </p>
      <div className="sizes" role="radiogroup" aria-labelledby={titleId}>
        {found.documents.map((document) => (
          <PurposeRow
            key={document.id}
            value={`document:${document.id}`}
            purpose={{ kind: 'document', document }}
            chosen={purpose.kind === 'document' && purpose.document.id === document.id}
            title={document.names[language]}
            measures={`${document.width_mm} × ${document.height_mm} mm · ${document.width} × ${document.height} px`}
            country={document.country}
            onChoose={onPurpose}
          />
        ))}
        {sizes.map((size) => {
          const { widthPx, heightPx } = frameOf({ kind: 'size', size });
          const [width, height] = millimetresOf(size);
          return (
            <PurposeRow
              key={size}
              value={size}
              purpose={{ kind: 'size', size }}
              chosen={purpose.kind === 'size' && purpose.size === size}
              title={t.sizes[size]}
              measures={`${width} × ${height} mm · ${widthPx} × ${heightPx} px`}
              country={countryOf(size)}
              onChoose={onPurpose}
            />
          );
        })}
        <PurposeRow
          value="custom"
          purpose={{ kind: 'custom', custom }}
          chosen={purpose.kind === 'custom'}
          title={t.customSize}
          measures={t.customSizeNote}
          country={null}
          onChoose={onPurpose}
        />
      </div>
      {purpose.kind === 'document' && <DocumentRule document={purpose.document} />}
      {purpose.kind === 'custom' && (
        <CustomSizeForm
          custom={purpose.custom}
          onCustom={(next) => onPurpose({ kind: 'custom', custom: next })}
        />
      )}
      {children}
    </section>
  );
}
