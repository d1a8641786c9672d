/** The place to drop photos, and the buttons that pick files or take a photo with a camera. */

import { useRef, useState } from 'react';
import { CameraDialog } from '../camera/camera-dialog.tsx';
import type { HeadGuide } from '../camera/head-guide.ts';
import { Icon } from '../parts/icon.tsx';
import { useWords } from '../texts/words.ts';

/** The list leaves out HEIC, which the service may refuse: an iPhone then converts the photo to JPEG. */
export const acceptedTypes = 'image/jpeg,image/png,image/webp,image/avif,image/tiff';

/** On a touch device without a mouse a file input opens the device's own camera app. */
function hasCameraApp(): boolean {
  return window.matchMedia('(pointer: coarse) and (hover: none)').matches;
}

/** Browsers offer the camera only to pages with TLS. */
function hasPageCamera(): boolean {
  return navigator.mediaDevices?.getUserMedia !== undefined;
}

interface PhotoPickerProps {
  readonly megabytesMax: number;
  readonly tips: readonly string[];
  /** The position of the head in the photo; null for a photo that is not of a person. */
  readonly guide: HeadGuide | null;
  /** The number of photos that the customer can choose at once. */
  readonly photosMax: number;
  /** Receives at least one photo. */
  readonly onPhotos: (photos: readonly Blob[]) => void;
  /** Lets a phone take the photo; absent on the phone itself. */
  readonly onPhone?: () => void;
}

export function PhotoPicker({ megabytesMax, tips, guide, photosMax, onPhotos, onPhone }: PhotoPickerProps) {
  const { t } = useWords();
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [finder, setFinder] = useState(false);

  const give = (list: FileList | null) => {
    if (list !== null && list.length > 0) onPhotos([...list]);
  };
  // The camera app photographs an old print in more detail. For a photo of a person, the page is better because it
  // shows where the head belongs.
  const isInPage = hasPageCamera() && (guide !== null || !hasCameraApp());
  const takePhoto = () => (isInPage ? setFinder(true) : camera.current?.click());

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only changes the look; `useDroppedPhotos` takes the photos
    <div
      className={over ? 'drop over' : 'drop'}
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      <Icon name="image" />
      <p className="drop-words">{t.drop}</p>
      <div className="actions">
        <button type="button" className="button" onClick={() => files.current?.click()}>
          {t.pickPhoto}
        </button>
        {(isInPage || hasCameraApp()) && (
          <button type="button" className="button quiet" onClick={takePhoto}>
            <Icon name="camera" />
            {t.takePhoto}
          </button>
        )}
        {onPhone !== undefined && !hasCameraApp() && (
          <button type="button" className="button quiet" onClick={onPhone}>
            <Icon name="phone" />
            {t.phoneTake}
          </button>
        )}
      </div>
      <p className="hint">{t.photoLimits(megabytesMax)}</p>
      {photosMax > 1 && <p className="hint">{t.severalPhotos(photosMax)}</p>}
      <ul className="tips">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <input
        ref={files}
        type="file"
        accept={acceptedTypes}
        multiple={photosMax > 1}
        hidden
        data-testid="photo-file"
        onChange={({ target }) => give(target.files)}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture={guide === null ? 'environment' : 'user'}
        hidden
        onChange={({ target }) => give(target.files)}
      />
      {finder && (
        <CameraDialog
          guide={guide}
          onClose={() => setFinder(false)}
          onPhoto={(photo) => {
            setFinder(false);
            onPhotos([photo]);
          }}
        />
      )}
    </div>
  );
}
