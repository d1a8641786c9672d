/**
 * The customer's photo beside a drawing of what will be cut out of it. Only the service finds the head, when the
 * picture is made: a frame drawn over the photo here would promise a cut that nobody has measured.
 */

import type { Color } from '../api/types.ts';
import { useWords } from '../texts/language.ts';
import { type IdPhotoSizeName, sizeWord } from '../texts/size-words.ts';
import { Figure } from './figure.tsx';
import { Icon } from './icon.tsx';

interface CropGuideProps {
  readonly photoUrl: string;
  readonly color: Color;
  readonly size: IdPhotoSizeName;
}

export function CropGuide({ photoUrl, color, size }: CropGuideProps) {
  const { t, language } = useWords();
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
            <Figure size={size} />
          </div>
          <figcaption>{t.cropSample}</figcaption>
        </figure>
      </div>
      <p className="hint">{t.cropNote(sizeWord(size, language), t.colors[color])}</p>
    </div>
  );
}
