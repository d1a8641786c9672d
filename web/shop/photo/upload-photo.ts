/** `ext_upload` with its progress. It uses XMLHttpRequest, because `fetch` does not report progress. */

import { ApiError, errorOfAnswer, noAnswer } from '../../../client/src/api-error.ts';
import type { Answer } from '../../shared/api/call.ts';
import { newIdempotencyKey, operationsUrl } from '../api/call.ts';
import { connection } from '../api/connection.ts';

type Upload = Answer<'ext_upload'>;

const attemptsMax = 6;
const pauseMs = 2_000;

/**
 * @param onProgress receives the share that has been sent, 0 to 1.
 * @param photoLink the token of the order form that receives the photo; null: the form of this page.
 * @throws ApiError; AbortError when `signal` aborts.
 */
export async function uploadPhoto(
  photo: Blob,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
  photoLink: string | null = null,
): Promise<Upload> {
  const key = newIdempotencyKey();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(photo, { key, photoLink }, onProgress, signal);
    } catch (error) {
      const passing = error instanceof ApiError && (error.status === 0 || error.status === 503);
      if (!passing || attempt === attemptsMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      signal.throwIfAborted();
    }
  }
}

/** @returns null for a body that is not JSON: for example, a public network's sign-in page has status 200. */
function uploadOf(body: string): Upload | null {
  try {
    return JSON.parse(body) as Upload;
  } catch {
    return null;
  }
}

function sendOnce(
  photo: Blob,
  { key, photoLink }: { readonly key: string; readonly photoLink: string | null },
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.set('file', photo, 'photo');
    const call = new XMLHttpRequest();
    call.open('POST', `${operationsUrl}ext_upload`);
    call.setRequestHeader('idempotency-key', key);
    if (photoLink !== null) call.setRequestHeader('photo-link', photoLink);
    call.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    );
    call.addEventListener('error', () => {
      connection.noteNoAnswer();
      reject(noAnswer());
    });
    call.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    call.addEventListener('load', () => {
      const upload = call.status === 200 ? uploadOf(call.responseText) : null;
      if (call.status === 200 && upload === null) connection.noteNoAnswer();
      else if (call.status !== 503) connection.noteAnswer();
      if (upload !== null) resolve(upload);
      else if (call.status === 200) reject(noAnswer());
      else reject(errorOfAnswer(call.status, call.responseText, (name) => call.getResponseHeader(name)));
    });
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.send(form);
  });
}
