/** The present picture of a video as a JPEG, as the camera sees it: not mirrored. */

/** @throws Error without a picture: the video has not begun, or the browser has too little memory. */
export function takeStill(video: HTMLVideoElement | null): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const canvas = document.createElement('canvas');
    canvas.width = video?.videoWidth ?? 0;
    canvas.height = video?.videoHeight ?? 0;
    if (video !== null) canvas.getContext('2d')?.drawImage(video, 0, 0);
    canvas.toBlob(
      (photo) => (photo === null ? reject(new Error('the camera sent no picture')) : resolve(photo)),
      'image/jpeg',
      0.95,
    );
  });
}
