/**
 * Takes a photo with a camera of the device: opens the camera, shows where the head belongs, counts down, and shows the
 * photo before it is used. The preview is mirrored. The photo is not, because documents need the person as others see
 * them.
 */

import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';
import { cameraNames } from './camera-names.ts';
import { CameraView } from './camera-view.tsx';
import type { HeadGuide, Size } from './head-guide.ts';
import { takeStill } from './take-still.ts';
import { type Camera, useCamera } from './use-camera.ts';
import { useCountdown } from './use-countdown.ts';
import { useFaceHint } from './use-face-hint.ts';

interface CameraDialogProps {
  /** The position of the head; null for a photo that is not of a person. */
  readonly guide: HeadGuide | null;
  readonly onPhoto: (photo: Blob) => void;
  readonly onClose: () => void;
}

const timerS = 3;

/** A photo that the camera took, and an object URL (`blob:`) that shows it. */
interface Taken {
  readonly photo: Blob;
  readonly url: string;
}

/** The photo that was taken, until the customer uses it or takes another one. */
function useTaken() {
  const [taken, setTaken] = useState<Taken | null>(null);
  useEffect(() => {
    if (taken === null) return;
    return () => URL.revokeObjectURL(taken.url);
  }, [taken]);
  return {
    taken,
    keep: (photo: Blob) => setTaken({ photo, url: URL.createObjectURL(photo) }),
    drop: () => setTaken(null),
  };
}

/** The list of cameras, if the device has several, and the check box that switches the countdown on. */
function CameraChoices({
  camera,
  isLocked,
  isTimed,
  onTimed,
}: {
  readonly camera: Camera;
  /** Whether the countdown runs. */
  readonly isLocked: boolean;
  readonly isTimed: boolean;
  readonly onTimed: (isTimed: boolean) => void;
}) {
  const { t } = useWords();
  const { state } = camera;
  if (state.kind !== 'live') return null;
  const { cameras, deviceId } = state.camera;
  const names = cameraNames(
    cameras.map(({ label }) => label),
    { front: t.cameraFront, back: t.cameraBack, numbered: t.cameraNumbered },
  );
  return (
    <div className="camera-choices">
      {cameras.length > 1 && (
        <label className="field">
          <span>{t.cameraChoice}</span>
          <select
            name="camera"
            value={deviceId}
            disabled={isLocked}
            onChange={({ target }) => camera.choose({ deviceId: target.value })}
          >
            {cameras.map((each, index) => (
              <option key={each.deviceId} value={each.deviceId}>
                {names[index]}
              </option>
            ))}
          </select>
        </label>
      )}
      <label className="tick">
        <input
          type="checkbox"
          name="timer"
          checked={isTimed}
          disabled={isLocked}
          onChange={({ target }) => onTimed(target.checked)}
        />
        <span>{t.cameraTimer}</span>
      </label>
    </div>
  );
}

export function CameraDialog({ guide, onPhoto, onClose }: CameraDialogProps) {
  const { t } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  const [isTimed, setTimed] = useState(true);
  const { taken, keep, drop } = useTaken();
  const camera = useCamera(video, { facing: guide === null ? 'environment' : 'user' });
  const { state } = camera;
  const isLive = state.kind === 'live' && size !== null;
  const hint = useFaceHint(video, guide, isLive && taken === null);
  const countdown = useCountdown(() => void takeStill(video.current).then(keep, () => undefined));

  // Cancel the countdown when the camera stops, because the end of the countdown takes a photo.
  const { cancel } = countdown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when `isLive` changes
  useEffect(() => {
    if (!isLive) cancel();
  }, [isLive]);

  if (state.kind === 'failed' && taken === null) {
    return (
      <Dialog title={t.cameraTitle} onClose={onClose}>
        <Notice tone="bad" text={t.cameraTroubles[state.why]} />
        <div className="actions">
          <button type="button" className="button" onClick={camera.retry}>
            {t.again}
          </button>
          <button type="button" className="button quiet" onClick={onClose}>
            {t.close}
          </button>
        </div>
      </Dialog>
    );
  }
  const isCounting = countdown.left !== null;
  return (
    <Dialog title={taken === null ? t.cameraTitle : t.cameraReview} onClose={onClose} width="wide">
      <CameraView
        video={video}
        size={size}
        onSize={setSize}
        guide={guide}
        hint={hint}
        isMirrored={state.kind === 'live' && state.camera.facing !== 'environment' && guide !== null}
        secondsLeft={countdown.left}
        takenUrl={taken?.url ?? null}
      />
      {taken === null && (
        <CameraChoices camera={camera} isLocked={isCounting} isTimed={isTimed} onTimed={setTimed} />
      )}
      {taken === null ? (
        <div className="actions">
          <button
            type="button"
            className="button"
            disabled={!isLive}
            onClick={() => (isCounting ? cancel() : countdown.start(isTimed ? timerS : 0))}
          >
            {!isCounting && <Icon name="camera" />}
            {isCounting ? t.cancelTimer : t.shutter}
          </button>
          <button type="button" className="button quiet" onClick={onClose}>
            {t.close}
          </button>
        </div>
      ) : (
        <div className="actions">
          {/* biome-ignore lint/a11y/noAutofocus: the button that took the photo had the focus and is no longer shown */}
          <button type="button" className="button" autoFocus onClick={() => onPhoto(taken.photo)}>
            <Icon name="check" />
            {t.usePhoto}
          </button>
          <button type="button" className="button quiet" onClick={drop}>
            {t.retake}
          </button>
        </div>
      )}
    </Dialog>
  );
}
