/**
 * A cache for image work: each task is done only once, and an equal task gets the stored result, that is, the outcome and
 * the file that was made. See `cached-images.ts`.
 */

import { createHash, randomUUID } from 'node:crypto';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type {
  AnyImageOutcome,
  AnyImageTask,
  ImagesUnavailable,
  ImageWork,
} from '../../src/usecases/ports/image-work.ts';

/**
 * @param nets what else than the task decides about results: the operator's own nets.
 * @param folder where the results are stored.
 */
export function cachedWork(work: ImageWork, nets: object, folder: string): ImageWork {
  const once = async <T extends AnyImageOutcome | ImagesUnavailable>(
    task: AnyImageTask,
    signal: AbortSignal | undefined,
    run: () => Promise<T>,
  ) => {
    signal?.throwIfAborted();
    return cachedOutcome(task, () => fileOf(task, nets, folder), run);
  };
  return {
    run: (task, options = {}) => once(task, options.signal, () => work.run(task, options)),
    check: (task, options) => once(task, undefined, () => work.check(task, options)),
    measure: (task, options = {}) => once(task, options.signal, () => work.measure(task, options)),
    close: () => work.close(),
  };
}

/** Returns the stored outcome of an equal task and copies its file; otherwise does the task and stores its result. */
async function cachedOutcome<T extends AnyImageOutcome | ImagesUnavailable>(
  task: AnyImageTask,
  fileOfTask: () => Promise<string | null>,
  work: () => Promise<T>,
): Promise<T> {
  const kept = await fileOfTask();
  // Let the pool report a photo that cannot be read.
  if (kept === null) return work();
  const targetFile = 'targetFile' in task ? task.targetFile : null;
  const earlier = await readFile(`${kept}.json`, 'utf8').catch(() => null);
  if (earlier !== null) {
    const outcome: T = JSON.parse(earlier);
    if (outcome.kind === 'made' && targetFile !== null) await copyFile(kept, targetFile);
    return outcome;
  }
  const outcome = await work();
  if (outcome.kind === 'unavailable') return outcome;
  // The outcome comes last, because it says that the file is complete.
  if (outcome.kind === 'made' && targetFile !== null) await store(kept, await readFile(targetFile));
  await store(`${kept}.json`, JSON.stringify(outcome));
  return outcome;
}

/** @returns the stored file of a task: its name is a digest of the photo and of everything that the task asks for. */
async function fileOf(task: AnyImageTask, nets: object, folder: string): Promise<string | null> {
  const source = await readFile(task.sourceFile).catch(() => null);
  if (source === null) return null;
  const wanted = JSON.stringify([{ ...task, sourceFile: null, targetFile: null }, nets]);
  return join(folder, createHash('sha256').update(wanted).update(source).digest('hex'));
}

/** Another service may store the same result at the same time, so the complete file is renamed into its place. */
async function store(file: string, content: string | Uint8Array): Promise<void> {
  const partial = `${file}.${randomUUID()}`;
  await writeFile(partial, content);
  await rename(partial, file);
}
