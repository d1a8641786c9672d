/**
 * The customer's photo beside the ID photo that it will become. Only the service can find the head, so until its
 * preview arrives the page shows a drawn example instead of a guessed crop.
 */

import type { IdPhotoSizeName } from '../../../src/domain/goods/id-photo.ts';
import type { Color } from '../api/types.ts';
import { Icon } from '../parts/icon.tsx';
import { sizeText } from '../texts/size-text.ts';
import { useWords } from '../texts/words.ts';
import { PersonPicture } from './person-picture.tsx';

interface IdPhotoPreviewProps {
  readonly photoUrl: string;
  readonly color: Color;
  readonly size: IdPhotoSizeName;
  readonly preview: string | null;
  /** Whether white balance and exposure will be corrected, which the preview does not show. */
  readonly corrected: boolean;
}

export function IdPhotoPreview({ photoUrl, color, size, preview, corrected }: IdPhotoPreviewProps) {
  const { t } = useWords();
  const words = [sizeText(size, t), t.onColor[color]] as const;
  return (
    <div className="crop">
      <div className="crop-pair">
        <figure>
          <img src={photoUrl} alt={t.yourPhoto} />
          <figcaption>{t.yourPhoto}</figcaption>
        </figure>
        <Icon name="forward" />
        <figure>
          <div className={`crop-sample ${color}`}>
            <PersonPicture size={size} preview={preview} alt={t.previewAlt(t.onColor[color])} />
          </div>
          <figcaption>{preview === null ? t.example : t.preview}</figcaption>
        </figure>
      </div>
      <p className="hint">{preview === null ? t.exampleNote(...words) : t.previewNote(...words)}</p>
      {preview !== null && corrected && <p className="hint">{t.previewUncorrected}</p>}
    </div>
  );
}
