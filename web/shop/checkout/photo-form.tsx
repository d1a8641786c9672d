/** The order form of goods made from a photo: the photo and, for ID photos, size and background. */

import { useEffect, useState } from 'react';
import type { IdPhotoSizeName } from '../../../src/domain/goods/id-photo.ts';
import type { Color, Good } from '../api/types.ts';
import { useShop } from '../parts/use-shop.ts';
import type { Way } from '../payment/ways.ts';
import { isUsable, type PhotoState, previewOf, usePhoto } from '../photo/use-photo.ts';
import type { Texts } from '../texts/en.ts';
import { sizeText } from '../texts/size-text.ts';
import { useWords } from '../texts/words.ts';
import { CheckoutPanel } from './checkout-panel.tsx';
import { ColorChoice } from './color-choice.tsx';
import { readDraft, saveDraft } from './form-draft.ts';
import { PhotoPanel } from './photo-panel.tsx';
import { SizeChoice } from './size-choice.tsx';
import { useCheckout } from './use-checkout.ts';
import { useDraftPhoto } from './use-draft-photo.ts';

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

export function PhotoForm({ good, tips, withColor = false, withSize = false }: PhotoFormProps) {
  const { t } = useWords();
  const { config, vip } = useShop();
  const [draft] = useState(() => readDraft(good.id));
  const [color, setColor] = useState<Color>(draft.color);
  const [chosenSize, setChosenSize] = useState<IdPhotoSizeName>(draft.size);
  const [corrected, setCorrected] = useState(draft.corrected);
  const photo = usePhoto(good, config, withSize ? chosenSize : null);
  const checkout = useCheckout(good);
  const { state } = photo;
  useDraftPhoto(good.id, draft, photo);
  useEffect(
    () => saveDraft(good.id, { color, size: chosenSize, corrected }),
    [good, color, chosenSize, corrected],
  );
  const usable = isUsable(state);
  const memberPrice = vip.is_vip ? config.member_prices[good.id] : undefined;
  const size = withSize ? chosenSize : 'one_inch';

  function clear(): void {
    saveDraft(good.id, { path: null, uploadedAtMs: 0 });
    photo.clear();
  }

  function resize(wanted: IdPhotoSizeName): void {
    setChosenSize(wanted);
    photo.resize(wanted);
  }

  function order(way: Way | undefined): void {
    if (!usable) return;
    const parameters = {
      path: state.path,
      ...(withColor ? { color } : {}),
      ...(withSize ? { size, correct: corrected ? 1 : 0 } : {}),
    };
    checkout.order({ parameters, beforePhoto: state.photo.smallCopy, way });
  }

  return (
    <div className="split">
      <div className="split-main">
        <PhotoPanel
          photo={{ ...photo, clear }}
          tips={tips}
          idPhoto={withColor ? { size, color, corrected } : null}
        />
        {withSize && (
          <SizeChoice size={size} onSize={resize} corrected={corrected} onCorrected={setCorrected} />
        )}
        {withColor && (
          <section className="panel">
            <ColorChoice size={size} preview={previewOf(state)} color={color} onColor={setColor} />
          </section>
        )}
      </div>
      <aside className="split-side">
        <CheckoutPanel
          good={good}
          choices={[...(withSize ? [sizeText(size, t)] : []), ...(withColor ? [t.onColor[color]] : [])]}
          priceMinor={memberPrice ?? good.price}
          fullPriceMinor={memberPrice === undefined ? null : good.price}
          checkout={checkout}
          promise={t.safe}
          missing={usable ? null : missingOf(state, t)}
          onOrder={order}
        />
      </aside>
    </div>
  );
}
