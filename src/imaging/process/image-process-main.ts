/**
 * The entry file of an image process. It runs one task at a time for the service that forked it, and it ends
 * with the service.
 *
 * An error of the machine, for example a full disk, is an outcome. Every other unexpected error is not caught: the
 * process prints the error to stderr and exits, and the service counts a lost attempt.
 */

import type { AnyImageOutcome } from '../../usecases/ports/image-work.ts';
import { runTask } from '../tasks/run-task.ts';
import { type ProcessMessage, parseRunMessage } from './protocol.ts';
import { outcomeOfTrouble } from './unavailable.ts';

/** Reported progress rises by at least this much: a progress bar does not show smaller steps. */
const progressStep = 0.02;

const memoryReportMs = 250;

process.on('message', (value) => {
  const { taskId, task, settings } = parseRunMessage(value);
  if (settings.reportsMemory) startMemoryReports();
  let reported = 0;
  const onProgress = (fraction: number): void => {
    if (fraction < reported + progressStep) return;
    reported = fraction;
    send({ type: 'progress', taskId, fraction });
  };
  // A rejection is left unhandled on purpose: Node prints it and exits with 1.
  void runTask(task, settings, onProgress)
    .catch(outcomeOfTrouble)
    .then((outcome: AnyImageOutcome) => send({ type: 'finished', taskId, outcome }));
});

// SIGKILL instead of exit: an orderly exit waits for threads, and a decoder may hang in one of them.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

send({ type: 'ready' });

let isReportingMemory = false;

function startMemoryReports(): void {
  if (isReportingMemory) return;
  isReportingMemory = true;
  setInterval(() => send({ type: 'memory', rssBytes: process.memoryUsage.rss() }), memoryReportMs);
}

function send(message: ProcessMessage): void {
  process.send?.(message);
}
