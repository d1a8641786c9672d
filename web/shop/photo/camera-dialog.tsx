/** The camera of a desktop or tablet. Phones use the camera of the file input (`photo-picker.tsx`). */

import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { Notice } from '../parts/notice.tsx';
import { useWords } from '../texts/words.ts';

interface CameraDialogProps {
  readonly onPhoto: (photo: Blob) => void;
  readonly onClose: () => void;
}

const wanted: MediaStreamConstraints = {
  video: { facingMode: 'user', width: { ideal: 1920 }, height: { ideal: 1440 } },
};

export function CameraDialog({ onPhoto, onClose }: CameraDialogProps) {
  const { t } = useWords();
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<'opening' | 'ready' | 'refused'>('opening');

  useEffect(() => {
    let stream: MediaStream | null = null;
    let isClosed = false;
    async function open(): Promise<void> {
      try {
        stream = await navigator.mediaDevices.getUserMedia(wanted);
        if (isClosed) {
          stop();
          return;
        }
        if (video.current !== null) video.current.srcObject = stream;
        setState('ready');
      } catch {
        setState('refused');
      }
    }
    function stop(): void {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    void open();
    return () => {
      isClosed = true;
      stop();
    };
  }, []);

  function take(): void {
    const picture = video.current;
    if (picture === null) return;
    const canvas = document.createElement('canvas');
    canvas.width = picture.videoWidth;
    canvas.height = picture.videoHeight;
    canvas.getContext('2d')?.drawImage(picture, 0, 0);
    canvas.toBlob((photo) => photo !== null && onPhoto(photo), 'image/jpeg', 0.95);
  }

  return (
    <Dialog title={t.cameraTitle} onClose={onClose}>
      {state === 'refused' ? (
        <Notice tone="bad" text={t.cameraRefused} />
      ) : (
        <div className="finder">
          <video ref={video} autoPlay playsInline muted />
        </div>
      )}
      <div className="actions">
        <button type="button" className="button" disabled={state !== 'ready'} onClick={take}>
          <Icon name="camera" />
          {t.shutter}
        </button>
        <button type="button" className="button quiet" onClick={onClose}>
          {t.close}
        </button>
      </div>
    </Dialog>
  );
}
