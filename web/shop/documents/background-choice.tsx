/**
 * The choice of the background of an ID photo. Each background is shown behind the customer or the drawn person. A
 * custom size also offers any other colour and a gradient. A photo that is only cropped offers no choice and shows why
 * its background stays.
 */

import { backgroundCss } from '../../shared/background-css.ts';
import { Notice } from '../parts/notice.tsx';
import { PersonPicture } from '../photo/person-picture.tsx';
import { useWords } from '../texts/words.ts';
import { firstGradientEnd, firstOwnColour } from './own-colours.ts';
import { backgroundsOf, frameOf, isCropForced, orderedBackground, type PhotoChoices } from './purpose.ts';
import { backgroundText } from './purpose-text.ts';

interface BackgroundChoiceProps {
  readonly choices: PhotoChoices;
  readonly preview: string | null;
  readonly onBackground: (background: string) => void;
}

/** The note that explains why the background is not replaced. */
function StaysNote({ choices: { purpose } }: Pick<BackgroundChoiceProps, 'choices'>) {
  const { t } = useWords();
  if (purpose.kind !== 'document') return <Notice tone="calm" text={t.backgroundKept} />;
  const colours = purpose.document.backgrounds.map((name) => backgroundText(name, t)).join(' / ');
  const reason = isCropForced(purpose) ? t.backgroundForbidden : t.backgroundKept;
  return <Notice tone="calm" title={reason} text={t.backgroundWall(colours)} />;
}

interface OwnColourProps {
  /** The colour or gradient that the customer has entered; null while a named background is chosen. */
  readonly own: string | null;
  readonly onBackground: (background: string) => void;
}

function OwnColour({ own, onBackground }: OwnColourProps) {
  const { t } = useWords();
  const [top = firstOwnColour, bottom] = own?.split('-') ?? [];
  return (
    <div className="own-colour">
      <label className="tick">
        <input
          type="radio"
          name="color"
          value="own"
          checked={own !== null}
          onChange={() => onBackground(bottom === undefined ? top : `${top}-${bottom}`)}
        />
        <span>{t.otherColour}</span>
      </label>
      {own !== null && (
        <div className="own-colour-fields">
          <input
            type="color"
            aria-label={t.otherColour}
            value={top}
            onChange={({ target }) =>
              onBackground(bottom === undefined ? target.value : `${target.value}-${bottom}`)
            }
          />
          <label className="tick">
            <input
              type="checkbox"
              checked={bottom !== undefined}
              onChange={({ target }) => onBackground(target.checked ? `${top}-${firstGradientEnd}` : top)}
            />
            <span>{t.gradient}</span>
          </label>
          {bottom !== undefined && (
            <input
              type="color"
              aria-label={t.gradientBottom}
              value={bottom}
              onChange={({ target }) => onBackground(`${top}-${target.value}`)}
            />
          )}
        </div>
      )}
    </div>
  );
}

export function BackgroundChoice({ choices, preview, onBackground }: BackgroundChoiceProps) {
  const { t } = useWords();
  const backgrounds = backgroundsOf(choices);
  const ordered = orderedBackground(choices);
  const own = ordered?.startsWith('#') === true ? ordered : null;
  const frame = frameOf(choices.purpose);
  return (
    <fieldset className="colors">
      <legend>{t.colorStep}</legend>
      {ordered === null ? (
        <div className="colors-note">
          <StaysNote choices={choices} />
        </div>
      ) : (
        backgrounds.map((each) => (
          <label key={each} className="color">
            <input
              type="radio"
              name="color"
              value={each}
              checked={each === ordered}
              onChange={() => onBackground(each)}
            />
            <span className="swatch" style={{ background: backgroundCss(each) }}>
              <PersonPicture frame={frame} preview={preview} alt="" />
            </span>
            <span>{t.colors[each]}</span>
          </label>
        ))
      )}
      {ordered !== null && choices.purpose.kind === 'custom' && (
        <OwnColour own={own} onBackground={onBackground} />
      )}
    </fieldset>
  );
}
