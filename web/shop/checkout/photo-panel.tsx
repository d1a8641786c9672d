/**
 * The photo of an order form: what is known about the photo, a preview of the picture, and how to choose another
 * photo.
 */

import { guideOf } from '../camera/head-guide.ts';
import { PhotoReport } from '../documents/photo-report.tsx';
import type { PhotoChoices } from '../documents/purpose.ts';
import { MendButton, type Mending } from '../mend/mend-button.tsx';
import { CompareSlider } from '../order/compare-slider.tsx';
import { useShop } from '../parts/use-shop.ts';
import { PhoneDialog } from '../phone/phone-dialog.tsx';
import { usePhoneLink } from '../phone/use-phone-link.ts';
import { FaceConsent } from '../photo/face-consent.tsx';
import { IdPhotoPreview } from '../photo/id-photo-preview.tsx';
import { LargePreviewButton, type LoadLargePreview } from '../photo/large-preview.tsx';
import { PhotoPicker } from '../photo/photo-picker.tsx';
import { PhotoStatus } from '../photo/photo-status.tsx';
import { useDroppedPhotos } from '../photo/use-dropped-photos.ts';
import { missingConsent } from '../photo/use-face-consent.ts';
import { usePastedPhotos } from '../photo/use-pasted-photos.ts';
import {
  damageOf,
  isRefused,
  isUsable,
  type Photo,
  type PhotoState,
  previewOf,
  reportOf,
} from '../photo/use-photo.ts';
import { RestorePreview } from '../restoration/restore-preview.tsx';
import type { RestoreChoices } from '../restoration/use-restore-choices.ts';
import { seriesPhotosMax } from '../series/take-photos.ts';
import { useWords } from '../texts/words.ts';

interface PhotoPanelProps {
  readonly photo: Photo;
  readonly tips: readonly string[];
  /** Receives several photos that the customer chose at once. */
  readonly onSeveral: (photos: readonly Blob[]) => void;
  /** Null for goods that are not ID photos. */
  readonly choices: PhotoChoices | null;
  /** Null for goods that are not restorations. */
  readonly restoration: RestoreChoices | null;
  /** Null for pictures that keep the background of the photo. */
  readonly mending: Mending | null;
  /** Null while there is no photo that can be ordered, and for goods that are not ID photos. */
  readonly loadLarge: LoadLargePreview | null;
}

interface PlainPhotoProps extends Pick<PhotoPanelProps, 'restoration'> {
  readonly photoUrl: string;
  readonly state: PhotoState;
}

function PlainPhoto({ photoUrl, state, restoration }: PlainPhotoProps) {
  const { t } = useWords();
  const preview = previewOf(state);
  if (preview === null) return <img className="chosen-photo" src={photoUrl} alt={t.yourPhoto} />;
  if (restoration !== null) {
    return (
      <RestorePreview photoUrl={photoUrl} preview={preview} damage={damageOf(state)} choices={restoration} />
    );
  }
  return (
    <>
      <CompareSlider before={photoUrl} after={preview} afterAlt={t.colourPreviewAlt} />
      <p className="hint">{t.colourPreviewNote}</p>
    </>
  );
}

type ChosenPhotoProps = Omit<PhotoPanelProps, 'tips' | 'onSeveral'>;

function ChosenPhoto({ photo, choices, restoration, mending, loadLarge }: ChosenPhotoProps) {
  const { t } = useWords();
  const { state, copyUrl, clear } = photo;
  const refused = isRefused(state);
  const isMendingMain = mending?.isMain === true;
  const preview = previewOf(state);
  const report = reportOf(state);
  return (
    <div className="chosen">
      {copyUrl === null && isUsable(state) && <p className="hint">{t.noPreview}</p>}
      {copyUrl !== null &&
        (choices === null || (refused && preview === null) ? (
          <PlainPhoto photoUrl={copyUrl} state={state} restoration={restoration} />
        ) : (
          <IdPhotoPreview
            photoUrl={copyUrl}
            preview={preview}
            choices={choices}
            marks={report?.marks ?? []}
          />
        ))}
      {state.kind === 'sent' && state.isPreviewComing && (
        <p className="hint" role="status">
          {restoration === null ? t.colourPreviewComing : t.restorePreviewComing}
        </p>
      )}
      {report !== null && <PhotoReport lines={report.lines} />}
      <div className={isMendingMain ? 'actions chosen-actions first' : 'actions chosen-actions'}>
        {mending !== null && (
          <MendButton key={'path' in state ? state.path : ''} photo={photo} mending={mending} />
        )}
        {loadLarge !== null && preview !== null && !refused && (
          <LargePreviewButton load={loadLarge} alt={t.preview} />
        )}
        <button
          type="button"
          className={refused && !isMendingMain ? 'button' : 'button quiet small'}
          onClick={clear}
        >
          {t.otherPhoto}
        </button>
      </div>
    </div>
  );
}

export function PhotoPanel({ photo, tips, onSeveral, ...shown }: PhotoPanelProps) {
  const { choices } = shown;
  const { t } = useWords();
  const { config } = useShop();
  const { kind } = photo.state;
  const guide = choices === null ? null : guideOf(choices.purpose);
  const phone = usePhoneLink(config.upload_bytes_max, photo.resume);
  const choose = (files: readonly Blob[]) => {
    const [file, ...others] = files;
    if (file === undefined) return;
    phone.end();
    if (others.length === 0) photo.choose(file);
    else onSeveral(files);
  };
  const clear = () => {
    phone.end();
    photo.clear();
  };
  const consent = missingConsent(config);
  const chooseWithConsent = consent === null ? choose : () => undefined;
  useDroppedPhotos(chooseWithConsent);
  usePastedPhotos(chooseWithConsent);
  return (
    <section className="panel">
      <h2>{t.photoStep}</h2>
      <PhotoStatus photo={photo} canMend={shown.mending?.isMain === true} />
      {consent !== null ? (
        <FaceConsent text={consent.text} />
      ) : kind === 'none' || kind === 'refused' ? (
        <PhotoPicker
          megabytesMax={Math.floor(config.upload_bytes_max / 2 ** 20)}
          tips={tips}
          guide={guide}
          photosMax={seriesPhotosMax}
          onPhotos={choose}
          onPhone={phone.open}
        />
      ) : (
        <ChosenPhoto
          photo={{ ...photo, clear }}
          {...shown}
          choices={choices?.purpose.kind === 'none' ? null : choices}
        />
      )}
      {phone.kind === 'received' && <p className="hint phone-again">{t.phoneAgain}</p>}
      <PhoneDialog link={phone} guide={guide} />
    </section>
  );
}
