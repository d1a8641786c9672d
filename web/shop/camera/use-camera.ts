/**
 * Runs the camera while a view shows it. The camera stops when the view is closed and while the page is hidden, so
 * that the camera and its indicator light are off during that time.
 */

import { type RefObject, useEffect, useState } from 'react';
import {
  type CameraTrouble,
  type CameraWish,
  type OpenCamera,
  openCamera,
  stopCamera,
  troubleOf,
} from './open-camera.ts';

export type CameraState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'live'; readonly camera: OpenCamera }
  | { readonly kind: 'failed'; readonly why: CameraTrouble };

export interface Camera {
  readonly state: CameraState;
  choose(wish: CameraWish): void;
  retry(): void;
}

function useIsHidden(): boolean {
  const [isHidden, setHidden] = useState(document.visibilityState === 'hidden');
  useEffect(() => {
    const note = () => setHidden(document.visibilityState === 'hidden');
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, []);
  return isHidden;
}

export function useCamera(video: RefObject<HTMLVideoElement | null>, first: CameraWish): Camera {
  const [state, setState] = useState<CameraState>({ kind: 'opening' });
  const [wish, setWish] = useState(first);
  const [attempt, setAttempt] = useState(0);
  const isHidden = useIsHidden();

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` opens the same camera again
  useEffect(() => {
    if (isHidden) return;
    let camera: OpenCamera | null = null;
    let isOver = false;
    async function open(): Promise<void> {
      try {
        camera = await openCamera(wish);
      } catch (error) {
        if (!isOver) setState({ kind: 'failed', why: troubleOf(error) });
        return;
      }
      if (isOver) {
        stopCamera(camera);
        return;
      }
      for (const track of camera.stream.getVideoTracks()) {
        track.addEventListener('ended', () => !isOver && setState({ kind: 'failed', why: 'lost' }));
      }
      if (video.current !== null) video.current.srcObject = camera.stream;
      setState({ kind: 'live', camera });
    }
    setState({ kind: 'opening' });
    void open();
    return () => {
      isOver = true;
      if (camera !== null) stopCamera(camera);
    };
  }, [video, wish, isHidden, attempt]);

  return { state, choose: setWish, retry: () => setAttempt((count) => count + 1) };
}
