/** One photo of an order form with several photos: the photo, what is known about it, and the button that removes it. */

import { useEffect, useEffectEvent } from 'react';
import { backgroundCss } from '../../shared/background-css.ts';
import type { Good } from '../api/types.ts';
import { orderedBackground, type PhotoChoices } from '../documents/purpose.ts';
import { backgroundText } from '../documents/purpose-text.ts';
import { Icon } from '../parts/icon.tsx';
import type { CheckParameters } from '../photo/check-photo.ts';
import { previewOf } from '../photo/use-photo.ts';
import { useWords } from '../texts/words.ts';
import { outcomeOf } from './outcome-of.ts';
import type { PhotoOutcome } from './photo-outcome.ts';
import { RowStatus } from './row-status.tsx';
import { useRowPhoto } from './use-row-photo.ts';
import type { SeriesPhoto, SeriesPhotos } from './use-series-photos.ts';

interface PictureProps {
  readonly photoUrl: string | null;
  readonly preview: string | null;
  /** Null for goods that are not ID photos. */
  readonly choices: PhotoChoices | null;
}

/** The photo and, for an ID photo that passed the check, the preview on the chosen background. */
function Picture({ photoUrl, preview, choices }: PictureProps) {
  const { t } = useWords();
  const background = choices === null ? null : orderedBackground(choices);
  const ground = background === null ? t.backgroundAsIs : backgroundText(background, t);
  return (
    <div className="photo-thumbs">
      {photoUrl === null ? (
        <span className="photo-thumb">
          <Icon name="image" />
        </span>
      ) : (
        <img className="photo-thumb" src={photoUrl} alt="" />
      )}
      {preview !== null && choices !== null && (
        <img
          className="photo-thumb"
          src={preview}
          alt={t.previewAlt(ground)}
          style={{ background: backgroundCss(background ?? 'white') }}
        />
      )}
    </div>
  );
}

interface PhotoRowProps {
  readonly photo: SeriesPhoto;
  /** What the photo is called: the name of the file, or its number. */
  readonly name: string;
  readonly good: Good;
  /** See `usePhoto`. */
  readonly parameters: CheckParameters | null;
  readonly choices: PhotoChoices | null;
  readonly inTurn: SeriesPhotos['inTurn'];
  readonly onOutcome: (outcome: PhotoOutcome) => void;
  readonly onRemove: () => void;
  /** Called when the service has deleted the upload of an earlier visit. */
  readonly onGone: () => void;
}

export function PhotoRow(props: PhotoRowProps) {
  const { photo, name, good, parameters, choices, inTurn, onOutcome, onRemove, onGone } = props;
  const { t } = useWords();
  const { state, copyUrl, retry } = useRowPhoto({ photo, good, parameters, inTurn, onGone });
  const preview = previewOf(state);
  const outcome = outcomeOf(state);
  const path = outcome.kind === 'passed' ? outcome.path : null;

  const report = useEffectEvent(() => onOutcome(outcomeOf(state)));
  // The outcome is a new object in each drawing, so the effect depends on what it contains.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => report(), [outcome.kind, path, preview]);

  return (
    <li className="photo-row">
      <Picture photoUrl={copyUrl} preview={preview} choices={choices} />
      <div className="photo-row-words">
        <strong>{name}</strong>
        <RowStatus state={state} onRetry={retry} />
      </div>
      <button
        type="button"
        className="button quiet small"
        aria-label={t.removePhotoNamed(name)}
        onClick={onRemove}
      >
        {t.removePhoto}
      </button>
    </li>
  );
}
