/** Downloads everything that the shop stores about the customer. The answer is a file, which the client package cannot read. */

import { errorOfAnswer, noAnswer } from '../../../client/src/api-error.ts';
import { languageTag } from '../../../src/domain/language.ts';
import { noted, operationsUrl } from '../api/call.ts';
import { saveFile } from '../parts/save-file.ts';
import { words } from '../texts/words.ts';

const fileName = 'my-data.zip';

async function fetchMyData(): Promise<Blob> {
  const headers = { 'accept-language': languageTag(words().language) };
  const init = { method: 'POST', credentials: 'same-origin', headers } as const;
  const response = await fetch(`${operationsUrl}my_data`, init).catch(() => {
    throw noAnswer();
  });
  if (!response.ok) {
    const header = (name: string) => response.headers.get(name);
    throw errorOfAnswer(response.status, await response.text().catch(() => ''), header);
  }
  // If the download breaks off, this promise rejects.
  return response.blob().catch(() => {
    throw noAnswer();
  });
}

/** @throws ApiError */
export async function downloadMyData(): Promise<void> {
  saveFile(await noted(fetchMyData()), fileName);
}
