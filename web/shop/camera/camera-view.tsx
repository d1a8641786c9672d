/** The picture of the camera with the guide, the hint and the countdown over it. */

import type { RefObject } from 'react';
import { useWords } from '../texts/words.ts';
import type { FaceHint } from './face-hint.ts';
import { GuideOverlay } from './guide-overlay.tsx';
import type { HeadGuide, Size } from './head-guide.ts';

interface CameraViewProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  /** The size of the camera's picture; null while it opens. */
  readonly size: Size | null;
  readonly onSize: (size: Size) => void;
  /** Null: the photo is not of a person. */
  readonly guide: HeadGuide | null;
  readonly hint: FaceHint | null;
  readonly isMirrored: boolean;
  /** The seconds until the photo is taken; null while none is taken. */
  readonly secondsLeft: number | null;
  /**
   * The address of the photo that was taken, which covers the picture of the camera; null before a photo is taken.
   */
  readonly takenUrl: string | null;
}

/** The size of the camera's picture, once the camera has sent one. Turning a phone changes the size. */
function sizeOf({ videoWidth, videoHeight }: HTMLVideoElement): Size {
  return { width: videoWidth, height: videoHeight };
}

export function CameraView(props: CameraViewProps) {
  const { video, size, onSize, guide, hint, isMirrored, secondsLeft, takenUrl } = props;
  const { t } = useWords();
  return (
    <div className="finder" style={size === null ? {} : { aspectRatio: `${size.width} / ${size.height}` }}>
      <video
        ref={video}
        className={isMirrored ? 'mirrored' : ''}
        autoPlay
        playsInline
        muted
        onLoadedMetadata={({ currentTarget }) => onSize(sizeOf(currentTarget))}
        onResize={({ currentTarget }) => onSize(sizeOf(currentTarget))}
      />
      {guide !== null && size !== null && takenUrl === null && (
        <GuideOverlay guide={guide} video={size} isReady={hint === 'ready'} />
      )}
      {takenUrl !== null && <img src={takenUrl} alt={t.yourPhoto} />}
      <p className={hint === 'ready' ? 'finder-hint ready' : 'finder-hint'} role="status">
        {takenUrl === null && secondsLeft === null && hint !== null && t.faceHints[hint]}
      </p>
      <p className="finder-countdown" role="alert">
        {secondsLeft}
      </p>
    </div>
  );
}
