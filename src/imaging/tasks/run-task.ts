/**
 * All tasks of an image process. A task's modules are loaded when the first task of its kind arrives, so that a
 * process that only normalises uploads never loads a net.
 */

import { assertNever } from '../../domain/never.ts';
import type { AnyImageOutcome, AnyImageTask } from '../../usecases/ports/image-work.ts';
import { sniffFile } from '../codecs/sniff-format.ts';
import type { OnProgress } from '../pipeline.ts';
import type { ProcessSettings } from '../process/protocol.ts';
import { refused } from '../refused.ts';

/**
 * The kinds of tasks that decode a file as a stranger has sent it. All other tasks read a JPEG that another task has
 * written. The decoder of JPEG is therefore the only one that a file can reach in their processes, even if a stranger
 * has taken over the process that wrote the file.
 */
const strangersTasks: ReadonlySet<AnyImageTask['kind']> = new Set(['normalise', 'icon']);

/** Rejects when the attempt itself failed (a missing file, a full disk); a bad picture is an outcome. */
export async function runTask(
  task: AnyImageTask,
  settings: ProcessSettings,
  onProgress: OnProgress,
): Promise<AnyImageOutcome> {
  if (!strangersTasks.has(task.kind) && (await sniffFile(task.sourceFile)) !== 'jpeg') return notJpeg(task);
  switch (task.kind) {
    case 'normalise': {
      const { normalise } = await import('./normalise.ts');
      return normalise(task, onProgress);
    }
    case 'check': {
      const { checkPhoto } = await import('./check-photo.ts');
      return checkPhoto(task, settings);
    }
    case 'measure': {
      const { measureFile } = await import('./measure-file.ts');
      return measureFile(task);
    }
    case 'id_photo': {
      const { makeIdPhoto } = await import('./make-id-photo.ts');
      return makeIdPhoto(task, onProgress, settings);
    }
    case 'colourise': {
      const { colourisePhoto } = await import('./colourise-photo.ts');
      return colourisePhoto(task, onProgress, { netFile: settings.colouriserFile });
    }
    case 'restore': {
      const { restorePhoto } = await import('./restore-photo.ts');
      return restorePhoto(task, onProgress, { netFile: settings.colouriserFile });
    }
    case 'sheet': {
      const { makeSheet } = await import('./make-sheet.ts');
      return makeSheet(task);
    }
    case 'report': {
      const { makeReport } = await import('./make-report.ts');
      return makeReport(task);
    }
    case 'icon': {
      const { makeIcon } = await import('./make-icon.ts');
      return makeIcon(task);
    }
    default:
      return assertNever(task);
  }
}

function notJpeg({ kind }: AnyImageTask): AnyImageOutcome {
  if (kind === 'measure') throw new Error('the finished photo is not a JPEG');
  const { refusal } = refused('undecodable');
  return kind === 'check'
    ? { kind: 'checked', refusal, warnings: [], preview: null }
    : { kind: 'refused', refusal };
}
