/** Keeps a small copy of a finished picture in this browser, for the list of orders. */

import { keepPhoto } from './kept-photos.ts';

/** Four times the 48 px that the list of orders shows, for screens with up to four device pixels per CSS pixel. */
const copySidePxMax = 192;

/** @param picture a loaded picture of this service. */
export function keepResultCopy(orderNo: string, picture: HTMLImageElement): void {
  const { naturalWidth: width, naturalHeight: height } = picture;
  const scale = Math.min(1, copySidePxMax / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((copy) => copy !== null && void keepPhoto('result', orderNo, copy), 'image/jpeg', 0.85);
}
