/** The photos of an order form to which the customer has given several, with the buttons to remove and add photos. */

import { useRef } from 'react';
import type { Good } from '../api/types.ts';
import type { PhotoChoices } from '../documents/purpose.ts';
import { Notice } from '../parts/notice.tsx';
import { useShop } from '../parts/use-shop.ts';
import type { CheckParameters } from '../photo/check-photo.ts';
import { FaceConsent } from '../photo/face-consent.tsx';
import { acceptedTypes } from '../photo/photo-picker.tsx';
import { useDroppedPhotos } from '../photo/use-dropped-photos.ts';
import { missingConsent } from '../photo/use-face-consent.ts';
import { usePastedPhotos } from '../photo/use-pasted-photos.ts';
import { useWords } from '../texts/words.ts';
import { PhotoRow } from './photo-row.tsx';
import { seriesPhotosMax } from './take-photos.ts';
import type { SeriesPhotos } from './use-series-photos.ts';

interface SeriesPanelProps {
  readonly good: Good;
  readonly series: SeriesPhotos;
  /** See `usePhoto`. */
  readonly parameters: CheckParameters | null;
  /** Null for goods that are not ID photos. */
  readonly choices: PhotoChoices | null;
}

export function SeriesPanel({ good, series, parameters, choices }: SeriesPanelProps) {
  const { t } = useWords();
  const { config } = useShop();
  const title = useRef<HTMLHeadingElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const { photos, counts, leftOut } = series;
  const isFull = photos.length >= seriesPhotosMax;
  const consent = missingConsent(config);
  useDroppedPhotos(series.add);
  usePastedPhotos(series.add);

  function remove(id: number): void {
    series.remove(id);
    // The button that had the focus is gone.
    title.current?.focus();
  }

  return (
    <section className="panel" aria-labelledby="series-photos-title">
      <h2 id="series-photos-title" ref={title} tabIndex={-1}>
        {t.seriesPhotos(photos.length)}
      </h2>
      {consent !== null && <FaceConsent text={consent.text} />}
      {leftOut > 0 && <Notice tone="calm" text={t.photosLeftOut(seriesPhotosMax, leftOut)} />}
      <p className="hint" role="status">
        {t.seriesCounts(counts)}
      </p>
      <ul className="photo-rows">
        {photos.map((photo, index) => (
          <PhotoRow
            key={photo.id}
            photo={photo}
            name={photo.name === '' ? t.photoNumber(index + 1) : photo.name}
            good={good}
            parameters={parameters}
            choices={choices}
            inTurn={series.inTurn}
            onOutcome={(outcome) => series.report(photo.id, outcome)}
            onRemove={() => remove(photo.id)}
            onGone={() => series.remove(photo.id)}
          />
        ))}
      </ul>
      <div className="actions">
        <button
          type="button"
          className="button quiet"
          disabled={isFull}
          onClick={() => files.current?.click()}
        >
          {t.addPhotos}
        </button>
      </div>
      <p className="hint">
        {isFull ? t.seriesFull(seriesPhotosMax) : t.seriesRoom(seriesPhotosMax - photos.length)}
      </p>
      {choices !== null && <p className="hint">{t.seriesSame}</p>}
      <input
        ref={files}
        type="file"
        accept={acceptedTypes}
        multiple
        hidden
        data-testid="more-photo-files"
        onChange={({ target }) => {
          series.add([...(target.files ?? [])]);
          // The same files can be chosen again after they were removed.
          target.value = '';
        }}
      />
    </section>
  );
}
