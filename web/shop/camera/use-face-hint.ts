/**
 * Computes the hint for the person in front of the camera, a few times a second. The detector is loaded when the
 * camera opens. Where it cannot be loaded or run, there are no hints, and the camera works without them.
 */

import { type RefObject, useEffect, useState } from 'react';
import netUrl from '../../../models/face-detection-short-range.f16?url';
import {
  type FaceHint,
  hintOf,
  noHint,
  type ShownHint,
  type Sight,
  seenSquare,
  steadied,
} from './face-hint.ts';
import { inputSidePx } from './face-net.ts';
import type { ToFaceWorker } from './face-worker.ts';
import { type HeadGuide, placeGuide } from './head-guide.ts';

/** The pause between two pictures. One picture takes a worker 20 to 60 ms. */
const pauseMs = 200;

/**
 * @returns the middle of the video's picture in the size that the neural network needs; null before the first
 * picture.
 */
function smallPicture(video: HTMLVideoElement, canvas: HTMLCanvasElement): Uint8ClampedArray | null {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const { left, top, side } = seenSquare({ width: video.videoWidth, height: video.videoHeight });
  if (context === null || side === 0) return null;
  context.drawImage(video, left, top, side, side, 0, 0, inputSidePx, inputSidePx);
  return context.getImageData(0, 0, inputSidePx, inputSidePx).data;
}

/**
 * Calls `onSight` for one picture after the other.
 * @returns a function that stops this.
 */
function watchFace(video: HTMLVideoElement, onSight: (sight: Sight) => void): () => void {
  // In a browser without module workers, the constructor does not throw. The worker then reports an error and never
  // responds.
  const worker = new Worker(new URL('./face-worker.ts', import.meta.url), { type: 'module' });
  const canvas = document.createElement('canvas');
  canvas.width = inputSidePx;
  canvas.height = inputSidePx;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const send = (message: ToFaceWorker, moved: Transferable[]) => worker.postMessage(message, moved);

  function sendPicture(): void {
    const rgba = smallPicture(video, canvas);
    if (rgba === null) timer = setTimeout(sendPicture, pauseMs);
    else send({ kind: 'picture', rgba }, [rgba.buffer]);
  }

  worker.addEventListener('message', ({ data }: MessageEvent<Sight>) => {
    if (isOver) return;
    onSight(data);
    timer = setTimeout(sendPicture, pauseMs);
  });

  async function start(): Promise<void> {
    const response = await fetch(netUrl);
    if (!response.ok || isOver) return;
    const weights = await response.arrayBuffer();
    if (isOver) return;
    send({ kind: 'net', weights }, [weights]);
    sendPicture();
  }
  // If the neural network cannot be loaded, there are no hints.
  start().catch(() => undefined);

  return () => {
    isOver = true;
    clearTimeout(timer);
    worker.terminate();
  };
}

/** @param guide null: no hints. @param isLive whether the video shows the camera. */
export function useFaceHint(
  video: RefObject<HTMLVideoElement | null>,
  guide: HeadGuide | null,
  isLive: boolean,
): FaceHint | null {
  const [{ shown }, setHint] = useState<ShownHint>(noHint);
  useEffect(() => {
    const { current } = video;
    if (current === null || guide === null || !isLive) return;
    const stop = watchFace(current, (sight) => {
      const size = { width: current.videoWidth, height: current.videoHeight };
      const hint = hintOf(sight, placeGuide(guide, size), size);
      setHint((known) => steadied(known, hint));
    });
    return () => {
      stop();
      setHint(noHint);
    };
  }, [video, guide, isLive]);
  return shown;
}
