/**
 * The customer's photo beside what the service cut out of it. Only the service finds the head: until its preview is
 * there a drawing, which says what it is, stands for it, since a frame over the photo would promise a cut that
 * nobody has measured.
 */

import type { Color } from '../api/types.ts';
import { type IdPhotoSizeName, sizeWord } from '../texts/size-words.ts';
import { useWords } from '../texts/words.ts';
import { Icon } from './icon.tsx';
import { Sample } from './sample.tsx';

interface CropGuideProps {
  readonly photoUrl: string;
  readonly color: Color;
  readonly size: IdPhotoSizeName;
  readonly preview: string | null;
  /** Whether the light is to be corrected, which the preview does not show. */
  readonly corrected: boolean;
}

export function CropGuide({ photoUrl, color, size, preview, corrected }: CropGuideProps) {
  const { t, language } = useWords();
  const words = [sizeWord(size, language), t.colors[color]] as const;
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
            <Sample size={size} preview={preview} alt={t.previewAlt(t.colors[color])} />
          </div>
          <figcaption>{preview === null ? t.cropSample : t.preview}</figcaption>
        </figure>
      </div>
      <p className="hint">{preview === null ? t.cropNote(...words) : t.previewNote(...words)}</p>
      {preview !== null && corrected && <p className="hint">{t.previewUncorrected}</p>}
    </div>
  );
}
