/** The place to drop a photo, and the buttons that pick a file or take a photo with a camera. */

import { useRef, useState } from 'react';
import { Icon } from '../parts/icon.tsx';
import { useWords } from '../texts/words.ts';
import { CameraDialog } from './camera-dialog.tsx';

/** Without HEIC, which the service may refuse: an iPhone then converts the photo to JPEG. */
const acceptedTypes = 'image/jpeg,image/png,image/webp,image/avif,image/tiff';

/** On a touch device without a mouse a file input opens the device's own camera. */
function hasOwnCamera(): boolean {
  return window.matchMedia('(pointer: coarse) and (hover: none)').matches;
}

/** Browsers offer the camera only to pages with TLS. */
function hasPageCamera(): boolean {
  return navigator.mediaDevices?.getUserMedia !== undefined;
}

interface PhotoPickerProps {
  readonly megabytesMax: number;
  readonly tips: readonly string[];
  readonly onPhoto: (photo: Blob) => void;
}

export function PhotoPicker({ megabytesMax, tips, onPhoto }: PhotoPickerProps) {
  const { t } = useWords();
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [finder, setFinder] = useState(false);

  const give = (list: FileList | null) => {
    const file = list?.[0];
    if (file !== undefined) onPhoto(file);
  };
  const takePhoto = () => (hasOwnCamera() ? camera.current?.click() : setFinder(true));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only changes the look; `useDroppedPhoto` takes the photo
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
        {(hasOwnCamera() || hasPageCamera()) && (
          <button type="button" className="button quiet" onClick={takePhoto}>
            <Icon name="camera" />
            {t.takePhoto}
          </button>
        )}
      </div>
      <p className="hint">{t.photoLimits(megabytesMax)}</p>
      <ul className="tips">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <input
        ref={files}
        type="file"
        accept={acceptedTypes}
        hidden
        data-testid="photo-file"
        onChange={({ target }) => give(target.files)}
      />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={({ target }) => give(target.files)}
      />
      {finder && (
        <CameraDialog
          onClose={() => setFinder(false)}
          onPhoto={(photo) => {
            setFinder(false);
            onPhoto(photo);
          }}
        />
      )}
    </div>
  );
}
