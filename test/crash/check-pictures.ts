/**
 * Checks after a crash test that finished pictures can be downloaded, that the files of uploads are complete, and that no
 * result is left that nothing would remove.
 */

import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ListedFiles } from '../../src/files/listed-files.ts';
import { openLocalFiles } from '../../src/files/local-files.ts';
import type { OpenedStore } from '../../src/store/open-store.ts';
import { type HttpClient, textField } from '../support/http-client.ts';
import type { Facts } from './facts.ts';

/** Checks that every finished picture can be downloaded. @returns the problems. */
export async function fetchResults(client: HttpClient, pictures: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const orderNo of pictures) {
    const { fields } = await client.post('fetch_order', { order_no: orderNo });
    if (fields.deal_status !== 'done') continue;
    const picture = await fetch(textField(fields, 'deal_result'));
    const isWhole = isWholeJpeg(new Uint8Array(await picture.arrayBuffer()));
    if (picture.status !== 200 || !isWhole)
      wrong.push(`the picture of ${orderNo} answered ${picture.status}`);
  }
  return wrong;
}

/** @returns the uploads whose files are missing or incomplete. */
export async function missingUploads(dataDir: string, { uploads }: Facts): Promise<string[]> {
  const files = await filesOf(dataDir);
  const found = await Promise.all([...uploads].map(async (path) => ({ path, file: await files.get(path) })));
  const lost: string[] = [];
  for (const { path, file } of found) {
    const isWhole = file !== undefined && isWholeJpeg(await buffer(await file.open(null)));
    if (!isWhole) lost.push(`the file of upload ${path}`);
  }
  return lost;
}

/**
 * The results in the data folder that no row refers to: nothing would ever remove them. An upload may have none, because
 * the service stores a photo before its row.
 */
export async function resultsWithoutRow(dataDir: string, { store }: OpenedStore): Promise<string[]> {
  const files = await filesOf(dataDir);
  const known = new Set(await store.read.selfAudit.filesWithRow());
  const stray: string[] = [];
  for await (const key of files.keys('results')) if (!known.has(key)) stray.push(`${key} has no row`);
  return stray;
}

function filesOf(dataDir: string): Promise<ListedFiles> {
  return openLocalFiles({
    folder: join(dataDir, 'files'),
    clock: { now: () => 0 },
    random: { bytes: (count) => new Uint8Array(count) },
  });
}

/** Checks the first and the last mark of a JPEG. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9;
}
