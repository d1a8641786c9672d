/** The order form of goods made from a photo: the photo and, for ID photos, what it is for and its background. */

import { useState } from 'react';
import type { Good } from '../api/types.ts';
import { BackgroundChoice } from '../documents/background-choice.tsx';
import {
  checkParameters,
  isCropForced,
  orderedBackground,
  orderParameters,
  type PhotoChoices,
} from '../documents/purpose.ts';
import { PurposeChoice } from '../documents/purpose-choice.tsx';
import { backgroundText, purposeText } from '../documents/purpose-text.ts';
import { unitPrice } from '../parts/unit-price.ts';
import { useShop } from '../parts/use-shop.ts';
import type { Way } from '../payment/ways.ts';
import { missingConsent } from '../photo/use-face-consent.ts';
import { isUsable, type PhotoState, previewOf, usePhoto } from '../photo/use-photo.ts';
import type { Texts } from '../texts/en.ts';
import { useWords } from '../texts/words.ts';
import { CheckoutPanel } from './checkout-panel.tsx';
import { readDraft, saveDraft } from './form-draft.ts';
import { PhotoPanel } from './photo-panel.tsx';
import { useCheckout } from './use-checkout.ts';
import { useDraftPhoto } from './use-draft-photo.ts';
import { type UsedPhotoChoices, usePhotoChoices } from './use-photo-choices.ts';

interface PhotoFormProps {
  readonly good: Good;
  readonly tips: readonly string[];
  /** Whether the good's operation takes a background colour. */
  readonly withColor?: boolean;
  /** Whether the good's operation takes a size. */
  readonly withSize?: boolean;
}

/** Why the order cannot be placed yet. */
function missingOf({ kind }: PhotoState, t: Texts): string {
  if (kind === 'none') return t.photoFirst;
  return kind === 'refused' || kind === 'failed' || kind === 'sent' ? t.photoOther : t.photoWait;
}

/** The two check boxes: keep the background, and correct the light. A photo that is only cropped is not corrected. */
function Ticks({ choices, setCropOnly, setCorrected }: UsedPhotoChoices) {
  const { t } = useWords();
  if (choices.purpose.kind === 'none' || isCropForced(choices.purpose)) return null;
  return (
    <>
      <label className="tick">
        <input
          type="checkbox"
          name="crop-only"
          checked={choices.isCropOnly}
          onChange={({ target }) => setCropOnly(target.checked)}
        />
        <span>{t.cropOnly}</span>
      </label>
      {!choices.isCropOnly && (
        <label className="tick">
          <input
            type="checkbox"
            name="correct"
            checked={choices.isCorrected}
            onChange={({ target }) => setCorrected(target.checked)}
          />
          <span>{t.correct}</span>
        </label>
      )}
    </>
  );
}

/** The choices as parameters of the order operation. Null: the choices are not complete. */
function parametersOf(
  choices: PhotoChoices,
  { withColor, withSize }: Pick<PhotoFormProps, 'withColor' | 'withSize'>,
) {
  if (withSize === true) return { order: orderParameters(choices), check: checkParameters(choices) };
  return { order: withColor === true ? { color: choices.background } : {}, check: {} };
}

export function PhotoForm({ good, tips, withColor = false, withSize = false }: PhotoFormProps) {
  const { t, language } = useWords();
  const shop = useShop();
  const { config } = shop;
  const [draft] = useState(() => readDraft(good.id));
  const used = usePhotoChoices(good, draft, withSize);
  const { choices, isLoading } = used;
  const parameters = parametersOf(choices, { withColor, withSize });
  const photo = usePhoto(good, config, isLoading ? null : parameters.check);
  const checkout = useCheckout(good);
  const { state } = photo;
  const mustConsent = missingConsent(config) !== null;
  useDraftPhoto(good.id, mustConsent ? { ...draft, path: null } : draft, photo);
  const usable = isUsable(state) && !mustConsent;
  const { unitMinor, fullMinor } = unitPrice(good, shop);
  const background = orderedBackground(choices);
  const missingPurpose = choices.purpose.kind === 'none' ? t.purposeFirst : null;
  const missingPhoto = mustConsent ? t.consentFirst : usable ? null : missingOf(state, t);
  const hasPurpose = choices.purpose.kind !== 'none';
  const missing = hasPurpose && parameters.order === null ? t.customFirst : (missingPhoto ?? missingPurpose);

  function clear(): void {
    saveDraft(good.id, { path: null, uploadedAtMs: 0 });
    photo.clear();
  }

  function order(way: Way | undefined): void {
    if (!usable || parameters.order === null) return;
    const whole = { path: state.path, ...parameters.order };
    checkout.order({ parameters: whole, beforePhoto: state.photo.smallCopy, way, priceMinor: unitMinor });
  }

  return (
    <div className="split">
      <div className="split-main">
        <PhotoPanel photo={{ ...photo, clear }} tips={tips} choices={withColor ? choices : null} />
        {withSize && (
          <PurposeChoice
            purpose={choices.purpose}
            documents={used.documents}
            custom={used.custom}
            onPurpose={used.setPurpose}
          >
            <Ticks {...used} />
          </PurposeChoice>
        )}
        {withColor && hasPurpose && (
          <section className="panel">
            <BackgroundChoice
              choices={choices}
              preview={previewOf(state)}
              onBackground={used.setBackground}
            />
          </section>
        )}
      </div>
      <aside className="split-side">
        <CheckoutPanel
          good={good}
          choices={[
            ...(withSize && hasPurpose ? [purposeText(choices.purpose, t, language)] : []),
            ...(withColor && hasPurpose
              ? [background === null ? t.backgroundAsIs : backgroundText(background, t)]
              : []),
          ]}
          priceMinor={unitMinor}
          fullPriceMinor={fullMinor}
          checkout={checkout}
          promise={t.safe}
          missing={missing}
          onOrder={order}
        />
      </aside>
    </div>
  );
}
