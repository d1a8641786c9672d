/**
 * The image child: runs one task at a time for the process that forked it, and dies with it.
 * Modules are loaded by the first task that needs them, so that a child which only normalises never
 * loads a net. An unexpected error is not caught: the child's death is the answer, with the reason on
 * its error output.
 */

import { assertNever } from '../domain/never.ts';
import type { CheckTask, ImageOutcome, ImageTask, PhotoVerdict } from '../usecases/ports/image-work.ts';
import { type ChildMessage, type ChildSettings, parseRunMessage } from './protocol.ts';

/** Smaller steps are not told: a bar on a screen does not show them. */
const progressStep = 0.02;

const memoryTellingMs = 250;

process.on('message', (value) => {
  const { taskId, task, settings } = parseRunMessage(value);
  if (settings.tellsMemory) startTellingMemory();
  let told = 0;
  const onProgress = (fraction: number): void => {
    if (fraction < told + progressStep) return;
    told = fraction;
    tell({ type: 'progress', taskId, fraction });
  };
  // A rejection is left unhandled on purpose: Node prints it and exits with 1.
  void runTask(task, settings, onProgress).then((outcome) => tell({ type: 'finished', taskId, outcome }));
});

// SIGKILL, not exit: an orderly exit waits for threads, and a decoder may hang in one of them.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

async function runTask(
  task: ImageTask | CheckTask,
  settings: ChildSettings,
  onProgress: (fraction: number) => void,
): Promise<ImageOutcome | PhotoVerdict> {
  switch (task.kind) {
    case 'normalise': {
      const { normalise } = await import('./normalise.ts');
      return normalise(task, onProgress);
    }
    case 'id_photo': {
      const { makeIdPhoto } = await import('./make-id-photo.ts');
      return makeIdPhoto(task, onProgress, settings);
    }
    case 'colourise': {
      const { makeColourised } = await import('./make-colourised.ts');
      return makeColourised(task, onProgress, { netFile: settings.colouriserFile });
    }
    case 'sheet': {
      const { makeSheet } = await import('./make-sheet.ts');
      return makeSheet(task);
    }
    case 'icon': {
      const { makeIcon } = await import('./make-icon.ts');
      return makeIcon(task);
    }
    case 'check': {
      const { checkPhoto } = await import('./check-photo.ts');
      return checkPhoto(task, settings);
    }
    default:
      return assertNever(task);
  }
}

let isTellingMemory = false;

function startTellingMemory(): void {
  if (isTellingMemory) return;
  isTellingMemory = true;
  setInterval(() => tell({ type: 'memory', rssBytes: process.memoryUsage.rss() }), memoryTellingMs);
}

function tell(message: ChildMessage): void {
  process.send?.(message);
}
