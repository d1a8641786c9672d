/** The chosen photo beside the ID photo that is made of it, with the lines of the document's rule. */

import { backgroundCss } from '../../shared/background-css.ts';
import type { PhotoMarks } from '../../shared/rule-lines.tsx';
import { RuleLines } from '../../shared/rule-lines.tsx';
import { frameOf, isCropForced, orderedBackground, type PhotoChoices } from '../documents/purpose.ts';
import { backgroundText, purposeText } from '../documents/purpose-text.ts';
import { RuleLinesLegend } from '../documents/rule-lines-legend.tsx';
import { Icon } from '../parts/icon.tsx';
import type { Texts } from '../texts/en.ts';
import { useWords } from '../texts/words.ts';
import { PersonPicture } from './person-picture.tsx';

/** The note below the pictures. It depends on whether the preview or the drawing is shown. */
function noteOf(isPreview: boolean, isReplaced: boolean, t: Texts) {
  if (isPreview) return isReplaced ? t.previewNote : t.previewCropNote;
  return isReplaced ? t.exampleNote : t.exampleCropNote;
}

interface IdPhotoPreviewProps {
  readonly photoUrl: string;
  readonly choices: PhotoChoices;
  readonly preview: string | null;
  /** Empty without a document. */
  readonly marks: PhotoMarks;
}

export function IdPhotoPreview({ photoUrl, choices, preview, marks }: IdPhotoPreviewProps) {
  const { t, language } = useWords();
  const background = orderedBackground(choices);
  const ground = background === null ? t.backgroundAsIs : backgroundText(background, t);
  const words = [purposeText(choices.purpose, t, language), ground] as const;
  const isReplaced = background !== null;
  return (
    <div className="crop">
      <div className="crop-pair">
        <figure>
          <img src={photoUrl} alt={t.yourPhoto} />
          <figcaption>{t.yourPhoto}</figcaption>
        </figure>
        <Icon name="forward" />
        <figure>
          <div className="crop-sample" style={{ background: backgroundCss(background ?? 'white') }}>
            <PersonPicture frame={frameOf(choices.purpose)} preview={preview} alt={t.previewAlt(ground)} />
            {preview !== null && <RuleLines marks={marks} />}
          </div>
          <figcaption>{preview === null ? t.example : t.preview}</figcaption>
        </figure>
      </div>
      {preview !== null && <RuleLinesLegend marks={marks} />}
      <p className="hint">{noteOf(preview !== null, isReplaced, t)(...words)}</p>
      {preview !== null && isReplaced && choices.isCorrected && !isCropForced(choices.purpose) && (
        <p className="hint">{t.previewUncorrected}</p>
      )}
    </div>
  );
}
