/** The order form of picture goods: a photo and, for ID photos, a background. */

import { useState } from 'react';
import type { Color, Good } from '../api/types.ts';
import { useCheckout } from '../hooks/use-checkout.ts';
import type { Way } from '../hooks/use-payment.ts';
import { type PhotoState, usePhoto } from '../hooks/use-photo.ts';
import { useShop } from '../hooks/use-shop.ts';
import type { Texts } from '../texts/en.ts';
import { type IdPhotoSizeName, sizeWord } from '../texts/size-words.ts';
import { useWords } from '../texts/words.ts';
import { CheckoutPanel } from './checkout-panel.tsx';
import { ColorChoice } from './color-choice.tsx';
import { CropGuide } from './crop-guide.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { PhotoStatus } from './photo-status.tsx';
import { SizeChoice } from './size-choice.tsx';

interface PhotoFormProps {
  readonly good: Good;
  readonly tips: readonly string[];
  /** Whether the good's operation takes a background colour. */
  readonly withColor?: boolean;
  /** Whether it takes a size. */
  readonly withSize?: boolean;
}

function isUsable(state: PhotoState): state is Extract<PhotoState, { kind: 'sent' }> {
  return state.kind === 'sent' && state.verdict.kind !== 'bad';
}

/** The service has looked at it and cannot make the picture of it. */
function isRefused(state: PhotoState): boolean {
  return state.kind === 'sent' && state.verdict.kind === 'bad';
}

/** Made for the size that was checked last; while another is checked there is none. */
function previewOf(state: PhotoState): string | null {
  return state.kind === 'sent' && state.verdict.kind === 'good' ? state.verdict.preview : null;
}

/** Why the order must wait. */
function missingOf({ kind }: PhotoState, t: Texts): string {
  if (kind === 'none') return t.photoFirst;
  return kind === 'refused' || kind === 'failed' || kind === 'sent' ? t.photoOther : t.photoWait;
}

export function PhotoForm({ good, tips, withColor = false, withSize = false }: PhotoFormProps) {
  const { t, language } = useWords();
  const { config, vip } = useShop();
  const [color, setColor] = useState<Color>('blue');
  const [size, setSize] = useState<IdPhotoSizeName>('two_inch');
  const [corrected, setCorrected] = useState(false);
  const photo = usePhoto(good, config, withSize ? size : null);
  const checkout = useCheckout(good);
  const { state, previewUrl } = photo;
  const memberPrice = vip.is_vip ? config.member_prices[good.id] : undefined;
  const usable = isUsable(state);
  const preview = previewOf(state);
  const empty = state.kind === 'none' || state.kind === 'refused';

  function order(way: Way | undefined): void {
    if (!usable) return;
    const parameters = {
      path: state.path,
      ...(withColor ? { color } : {}),
      ...(withSize ? { size, correct: corrected ? 1 : 0 } : {}),
    };
    void checkout.order(parameters, state.photo.preview?.blob ?? null, way);
  }

  const sizeName = withSize ? size : 'one_inch';
  const choices = [
    ...(withSize ? [sizeWord(size, language)] : []),
    ...(withColor ? [t.onColor(t.colors[color])] : []),
  ];

  return (
    <div className="split">
      <div className="split-main">
        <section className="panel">
          <h2>{t.photoStep}</h2>
          <PhotoStatus photo={photo} />
          {empty ? (
            <PhotoPicker
              megabytesMax={Math.floor(config.upload_bytes_max / 2 ** 20)}
              tips={tips}
              onPhoto={photo.choose}
            />
          ) : (
            <div className="chosen">
              {previewUrl === null ? (
                state.kind !== 'looking' && <p className="hint">{t.noPreview}</p>
              ) : withColor && !isRefused(state) ? (
                <CropGuide
                  photoUrl={previewUrl}
                  color={color}
                  size={sizeName}
                  preview={preview}
                  corrected={corrected}
                />
              ) : (
                <img className="chosen-photo" src={previewUrl} alt={t.yourPhoto} />
              )}
              <button
                type="button"
                className={isRefused(state) ? 'button' : 'button quiet small'}
                onClick={photo.clear}
              >
                {t.otherPhoto}
              </button>
            </div>
          )}
        </section>
        {withSize && (
          <SizeChoice
            size={size}
            onSize={(wanted) => {
              setSize(wanted);
              photo.resize(wanted);
            }}
            corrected={corrected}
            onCorrected={setCorrected}
          />
        )}
        {withColor && (
          <section className="panel">
            <ColorChoice size={sizeName} preview={preview} color={color} onColor={setColor} />
          </section>
        )}
      </div>
      <aside className="split-side">
        <CheckoutPanel
          good={good}
          choices={choices}
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
