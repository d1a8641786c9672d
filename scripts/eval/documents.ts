/**
 * Evaluates photos for documents as the service sells them. Each photo of the set is made into a photo for each rule
 * and measured. If it cannot be delivered, the check before payment should have refused it. What several rules share
 * is computed once for each photo (`shared-photo.ts`); a sample of the pairs of photo and rule is also made by the task
 * of the service, and must give the same file. One process for each processor works on one photo at a time.
 *
 * The result of each pair is one line of a file, so that a stopped evaluation can continue later. Good portraits come
 * first; otherwise the order of the photos is random but the same in every run, so that the photos that are done are a
 * random sample.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { hashOf, pairOf } from './document-pairs.ts';
import { type DocumentResult, parseResult, printDocuments } from './document-results.ts';
import { portraitLabels } from './portrait-labels.ts';

const processFile = new URL('./documents-process.ts', import.meta.url);

/** What a process is asked for. `stop`: end after the pair that is in work. */
export type DocumentsRequest = { readonly file: string; readonly rules: readonly string[] } | 'stop';

/** What a process answers: the result of each pair, then `done`. */
export type DocumentsAnswer = DocumentResult | 'done';

/** @param rules the ids of the documents. */
export async function evalDocuments(
  photos: readonly string[],
  rules: readonly string[],
  resultsFile: string,
): Promise<void> {
  const results = existsSync(resultsFile)
    ? (await readFile(resultsFile, 'utf8'))
        .split('\n')
        .filter((line) => line !== '')
        .map(parseResult)
    : [];
  const done = new Set(results.map(pairOf));
  const waiting = photos
    .toSorted(
      (one, other) =>
        Number(isGood(basename(other))) - Number(isGood(basename(one))) ||
        hashOf(basename(one)) - hashOf(basename(other)),
    )
    .map((file) => ({
      file,
      rules: rules.filter((rule) => !done.has(pairOf({ photo: basename(file), rule }))),
    }))
    .filter(({ rules }) => rules.length > 0);
  const children = waiting.slice(0, availableParallelism()).map(() => fork(processFile));
  process.once('SIGINT', () => {
    waiting.length = 0;
    for (const child of children) if (child.connected) child.send('stop' satisfies DocumentsRequest);
  });
  const keep = (result: DocumentResult) => {
    results.push(result);
    appendFileSync(resultsFile, `${JSON.stringify(result)}\n`);
  };
  await Promise.all(children.map((child) => work(child, waiting, keep)));
  const asked = results.filter(({ rule }) => rules.includes(rule));
  printDocuments(asked, photos.length * rules.length);
}

function isGood(photo: string): boolean {
  return Object.values(portraitLabels).some((photos) => photos.has(Number.parseInt(photo, 10)));
}

/** Gives the process one photo after another until none is waiting. @throws Error if the process fails. */
async function work(
  child: ChildProcess,
  waiting: Exclude<DocumentsRequest, 'stop'>[],
  keep: (result: DocumentResult) => void,
): Promise<void> {
  const next = () => {
    const photo = waiting.shift();
    if (photo === undefined) child.disconnect();
    else child.send(photo satisfies DocumentsRequest);
  };
  child.on('message', (answer: DocumentsAnswer) => (answer === 'done' ? next() : keep(answer)));
  next();
  const [code]: unknown[] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the evaluation of documents ended with ${String(code)}`);
}
