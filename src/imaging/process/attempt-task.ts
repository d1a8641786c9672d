/** Gives one task to an image process: hands its files over, runs it and keeps the result. */

import { lchown, rename, rm, writeFile } from 'node:fs/promises';
import type { AnyImageOutcome, AnyImageTask, ImageTask } from '../../usecases/ports/image-work.ts';
import { machineTroubleOf } from '../../usecases/ports/machine-trouble.ts';
import type { FileOwner } from './image-jail.ts';
import type { ImageProcess } from './image-process.ts';
import { partialFileOf } from './partial-file.ts';
import { Unavailable } from './unavailable.ts';

export interface WantedTask {
  readonly task: AnyImageTask;
  readonly onProgress: (fraction: number) => void;
  /** When the signal aborts, the process is killed. */
  readonly signal: AbortSignal | undefined;
}

/** Rejects with the abort reason of the signal, or with an error of `ImageProcess.run`. */
export async function attemptTask(
  assigned: ImageProcess,
  wanted: WantedTask,
  timeoutMs: number,
  fileOwner: FileOwner | null,
): Promise<AnyImageOutcome> {
  const { task, signal, onProgress } = wanted;
  const abort = (): void => void assigned.kill(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    if (fileOwner !== null) await handOver(task.sourceFile, fileOwner);
    if (task.kind === 'check' || task.kind === 'measure') {
      signal?.throwIfAborted();
      return await assigned.run({ task, timeoutMs, onProgress });
    }
    return await make(assigned, { ...wanted, task }, timeoutMs, fileOwner);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** The process writes to a partial file, which is renamed to the target when the result is complete. */
async function make(
  assigned: ImageProcess,
  { task, signal, onProgress }: WantedTask & { readonly task: ImageTask },
  timeoutMs: number,
  fileOwner: FileOwner | null,
): Promise<AnyImageOutcome> {
  const partialFile = partialFileOf(task.targetFile);
  try {
    if (fileOwner !== null) await makeFor(partialFile, fileOwner);
    // If the signal aborted while the files were prepared, the process is being killed and must not start the task.
    signal?.throwIfAborted();
    const outcome = await assigned.run({ task: { ...task, targetFile: partialFile }, timeoutMs, onProgress });
    if (outcome.kind === 'made') {
      if (fileOwner !== null) await handOver(partialFile, ownUser());
      await keep(partialFile, task.targetFile);
    }
    return outcome;
  } finally {
    await rm(partialFile, { force: true });
  }
}

/**
 * Makes the file readable for the user of the process, who can open no other file of the folder. A link changes its own
 * owner and never that of the file to which it leads.
 */
async function handOver(file: string, { uid, gid }: FileOwner): Promise<void> {
  try {
    await lchown(file, uid, gid);
  } catch (error) {
    const cause = machineTroubleOf(error) === null ? 'no_process' : 'storage';
    throw new Unavailable(cause, `A file could not be handed over: ${String(error)}`);
  }
}

/**
 * Creates the file to which the process may write. The process itself cannot create files, because the
 * folder belongs to the service's user.
 */
async function makeFor(file: string, owner: FileOwner): Promise<void> {
  await writeFile(file, '', { flag: 'wx', mode: 0o600 });
  await handOver(file, owner);
}

function ownUser(): FileOwner {
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
}

async function keep(partialFile: string, targetFile: string): Promise<void> {
  try {
    await rename(partialFile, targetFile);
  } catch (error) {
    throw new Unavailable('storage', `The result could not be stored: ${String(error)}`);
  }
}
