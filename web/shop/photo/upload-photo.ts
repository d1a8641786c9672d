/**
 * `ext_upload` with its progress. It uses XMLHttpRequest, because `fetch` does not report progress. An upload is
 * repeated like the other calls of the shop, with the same key, so that the service stores the photo once.
 */

import { errorOfAnswer, noAnswer } from '../../../client/src/api-error.ts';
import { pauseByTimer } from '../../../client/src/repeat-call.ts';
import type { Answer } from '../../shared/api/call.ts';
import { passesSoon, retryPauseMs } from '../../shared/api/retry-rule.ts';
import { newIdempotencyKey, operationsUrl } from '../api/call.ts';
import { connection } from '../api/connection.ts';

type Upload = Answer<'ext_upload'>;

/** After this time without progress and without an answer, an upload is ended: a broken connection reports no error. */
const stallMsMax = 60_000;
/** The time after the first attempt in which further attempts may begin. */
const attemptsMs = 90_000;
const pauseMsMax = 15_000;

interface Sending {
  readonly key: string;
  readonly photoLink: string | null;
  readonly onProgress: (fraction: number) => void;
}

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
  const lastStart = Date.now() + attemptsMs;
  for (let retries = 0; ; retries += 1) {
    try {
      return await sendOnce(photo, { key, photoLink, onProgress }, signal);
    } catch (error) {
      // Each attempt sends the whole photo again, and counts in the uploads of the day. So the pauses grow, also if the
      // service asks for short ones.
      const pauseMs = Math.max(retryPauseMs(retries, error), Math.min(1000 * 2 ** retries, pauseMsMax));
      if (!passesSoon(error) || Date.now() + pauseMs > lastStart) throw error;
      await pauseByTimer(pauseMs, signal);
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
  { key, photoLink, onProgress }: Sending,
  signal: AbortSignal,
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.set('file', photo, 'photo');
    const call = new XMLHttpRequest();
    call.open('POST', `${operationsUrl}ext_upload`);
    call.setRequestHeader('idempotency-key', key);
    if (photoLink !== null) call.setRequestHeader('photo-link', photoLink);
    const fail = () => {
      connection.noteNoAnswer();
      reject(noAnswer());
    };
    let timer = 0;
    const waitForProgress = () => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        fail();
        call.abort();
      }, stallMsMax);
    };
    call.upload.addEventListener('progress', ({ loaded, total }) => {
      waitForProgress();
      onProgress(total > 0 ? loaded / total : 0);
    });
    call.addEventListener('progress', waitForProgress);
    const abort = () => call.abort();
    call.addEventListener('loadend', () => {
      window.clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    });
    call.addEventListener('error', fail);
    call.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    call.addEventListener('load', () => {
      const upload = call.status === 200 ? uploadOf(call.responseText) : null;
      if (call.status === 200 && upload === null) connection.noteNoAnswer();
      else if (call.status !== 503) connection.noteAnswer();
      if (upload !== null) resolve(upload);
      else if (call.status === 200) reject(noAnswer());
      else reject(errorOfAnswer(call.status, call.responseText, (name) => call.getResponseHeader(name)));
    });
    signal.addEventListener('abort', abort);
    waitForProgress();
    call.send(form);
  });
}
