/** One process of the evaluation of documents, which `documents.ts` starts and gives one photo after another. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { documentRules } from '../../src/domain/documents/document-rules.ts';
import { enlarge, sell } from './document-pairs.ts';
import type { DocumentsAnswer, DocumentsRequest } from './documents.ts';
import { openSharedPhoto } from './shared-photo.ts';

let isStopped = false;
// A terminal sends the signal to all processes. The process that started this one answers it with `stop`.
process.on('SIGINT', () => {});
process.on('message', (request: DocumentsRequest) => {
  if (request === 'stop') isStopped = true;
  else void answer(request);
});

async function answer({ file, rules }: Exclude<DocumentsRequest, 'stop'>): Promise<void> {
  const photo = basename(file);
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-eval-'));
  try {
    const sourceFile = join(folder, photo);
    await enlarge(file, sourceFile);
    const make = await openSharedPhoto(sourceFile);
    for (const rule of documentRules.filter(({ id }) => rules.includes(id))) {
      if (isStopped) break;
      send(await sell({ make, sourceFile, photo, rule, folder }));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  send('done');
}

function send(message: DocumentsAnswer): void {
  process.send?.(message);
}
