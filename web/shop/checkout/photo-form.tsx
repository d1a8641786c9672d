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
import { hasStrokes, strokeParameters, strokesFor } from '../mend/cut-strokes.ts';
import { useCutStrokes } from '../mend/use-cut-strokes.ts';
import { unitPrice } from '../parts/unit-price.ts';
import { useShop } from '../parts/use-shop.ts';
import type { Way } from '../payment/ways.ts';
import { largePreview } from '../photo/check-photo.ts';
import { missingConsent } from '../photo/use-face-consent.ts';
import {
  canEnlarge,
  isMendableRefusal,
  isUsable,
  type PhotoState,
  previewOf,
  usePhoto,
} from '../photo/use-photo.ts';
import { RestoreOptions } from '../restoration/restore-options.tsx';
import {
  type RestoreChoices,
  restoreParameters,
  restoreTexts,
  useRestoreChoices,
} from '../restoration/use-restore-choices.ts';
import { SeriesPanel } from '../series/series-panel.tsx';
import { useSeriesForm } from '../series/use-series-form.ts';
import { withSeries } from '../series/with-series.ts';
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
  /** Whether the good is a restoration, which can also colourise and enlarge the photo. */
  readonly withRestoration?: boolean;
}

/** Why the order cannot be placed yet. */
function missingOf({ kind }: PhotoState, canMend: boolean, t: Texts): string {
  if (kind === 'none') return t.photoFirst;
  if (canMend) return t.mendFirst;
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
  restoration: RestoreChoices | null,
  { withColor, withSize }: Pick<PhotoFormProps, 'withColor' | 'withSize'>,
) {
  if (restoration !== null) {
    const parameters = restoreParameters(restoration);
    return { order: parameters, check: parameters };
  }
  if (withSize === true) return { order: orderParameters(choices), check: checkParameters(choices) };
  return { order: withColor === true ? { color: choices.background } : {}, check: {} };
}

export function PhotoForm(props: PhotoFormProps) {
  const { good, tips, withColor = false, withSize = false, withRestoration = false } = props;
  const { t, language, locale } = useWords();
  const shop = useShop();
  const { config } = shop;
  const [draft] = useState(() => readDraft(good.id));
  const used = usePhotoChoices(good, draft, withSize);
  const { choices, isLoading } = used;
  const usedRestoration = useRestoreChoices(good, draft);
  const restoration = withRestoration ? usedRestoration : null;
  const parameters = parametersOf(choices, restoration, { withColor, withSize });
  const check = isLoading ? null : parameters.check;
  const background = orderedBackground(choices);
  const hasPurpose = choices.purpose.kind !== 'none';
  // The operation of the one-inch photo takes no strokes.
  const mendable = withSize && hasPurpose ? background : null;
  const mended = useCutStrokes(good, draft);
  const strokes = mendable === null ? null : mended.strokes;
  const photo = usePhoto(good, config, check, { strokes });
  const checkout = useCheckout(good);
  const { state } = photo;
  const mustConsent = missingConsent(config) !== null;
  const series = useSeriesForm(good, mustConsent ? [] : draft.series);
  const canMend = mendable !== null && photo.copyUrl !== null && isMendableRefusal(state);
  useDraftPhoto({ goodsId: good.id, draft: mustConsent ? { ...draft, path: null } : draft, photo, canMend });
  const usable = isUsable(state) && !mustConsent;
  const price = unitPrice(good, shop);
  const { unitMinor, fullMinor } = price;
  const missingPurpose = choices.purpose.kind === 'none' ? t.purposeFirst : null;
  const missingPhoto = usable ? null : missingOf(state, canMend, t);
  const missingPhotos = series.isUsed ? series.missing : missingPhoto;
  const missingFirst = mustConsent ? t.consentFirst : missingPhotos;
  const missing = hasPurpose && parameters.order === null ? t.customFirst : (missingFirst ?? missingPurpose);

  function clear(): void {
    saveDraft(good.id, { path: null, uploadedAtMs: 0 });
    photo.clear();
  }

  function begin(files: readonly Blob[]): void {
    clear();
    series.add(files);
  }

  /** The parameters of the order with the photo; null: the photo or the choices are not complete. */
  function wholeOf() {
    if (parameters.order === null || !usable) return null;
    return { path: state.path, ...parameters.order, ...strokeParameters(strokesFor(strokes, state.path)) };
  }

  function loadLarge(signal: AbortSignal): Promise<string | null> {
    const { path = '', ...choice } = wholeOf() ?? {};
    return largePreview(good, path, choice, { waitsMax: 2, signal });
  }

  function order(way: Way | undefined): void {
    if (parameters.order === null) return;
    const { email } = checkout;
    if (series.isUsed) series.order({ parameters: parameters.order, way, unitMinor, email });
    const whole = wholeOf();
    if (series.isUsed || !usable || whole === null) return;
    const { path } = whole;
    const { smallCopy } = state.photo;
    checkout.order({ parameters: whole, photo: { path, smallCopy }, way, priceMinor: unitMinor });
  }

  const panel = {
    good,
    promise: t.safe,
    ...{ checkout, missing, priceMinor: unitMinor, fullPriceMinor: fullMinor },
    choices: [
      ...(withSize && hasPurpose ? [purposeText(choices.purpose, t, language)] : []),
      ...(withColor && hasPurpose
        ? [background === null ? t.backgroundAsIs : backgroundText(background, t)]
        : []),
      ...('path' in state && hasStrokes(strokesFor(strokes, state.path)) ? [t.mended] : []),
      ...(restoration === null ? [] : restoreTexts(restoration, t)),
    ],
    onOrder: order,
  };
  return (
    <div className="split">
      <div className="split-main">
        {series.isUsed ? (
          <SeriesPanel
            good={good}
            series={series}
            parameters={check}
            choices={withColor && hasPurpose ? choices : null}
          />
        ) : (
          <PhotoPanel
            photo={{ ...photo, clear }}
            tips={tips}
            onSeveral={begin}
            choices={withColor ? choices : null}
            restoration={restoration}
            loadLarge={withColor && config.photo_check && wholeOf() !== null ? loadLarge : null}
            mending={
              mendable === null
                ? null
                : {
                    background: mendable,
                    isMain: canMend,
                    strokesOf: (path) => strokesFor(strokes, path),
                    setStrokes: mended.setStrokes,
                  }
            }
          />
        )}
        {restoration !== null && (
          // Each of several photos is checked for the same choices.
          <RestoreOptions used={restoration} canEnlarge={series.isUsed || canEnlarge(state)} />
        )}
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
              preview={series.isUsed ? series.preview : previewOf(state)}
              onBackground={used.setBackground}
            />
          </section>
        )}
      </div>
      <aside className="split-side">
        <CheckoutPanel
          {...(series.isUsed ? withSeries(panel, { series, price, config, t, locale }) : panel)}
        />
      </aside>
    </div>
  );
}
