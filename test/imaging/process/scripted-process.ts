/** An image process for tests: it does what the name of the source file says instead of image work. */

import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { basename } from 'node:path';
import { parseRunMessage } from '../../../src/imaging/process/protocol.ts';

const held: Buffer[] = [];

process.on('message', (value) => {
  const { taskId, task } = parseRunMessage(value);
  if (task.kind === 'check') {
    const outcome = { kind: 'checked', refusal: null, warnings: ['too_dark'], preview: null };
    return void process.send?.({ type: 'finished', taskId, outcome });
  }
  if (task.kind === 'measure') throw new Error('no measuring expected');
  const made = (report: string): void => {
    writeFileSync(task.targetFile, report);
    const outcome = { kind: 'made', size: { widthPx: 1, heightPx: 1 }, contentType: report };
    process.send?.({ type: 'finished', taskId, outcome });
  };
  const progress = (fraction: number): void => {
    process.send?.({ type: 'progress', taskId, fraction });
  };
  switch (basename(task.sourceFile)) {
    case 'report-pid':
      return made(String(process.pid));
    case 'report-environment':
      return made(JSON.stringify(process.env));
    case 'report-priority':
      return made(String(getPriority()));
    case 'report-flags':
      return made(process.execArgv.join(' '));
    case 'wait-for-file': {
      // Wait until the test creates the file, and then end the task.
      const timer = setInterval(() => {
        if (!existsSync(`${task.targetFile}.go`)) return;
        clearInterval(timer);
        made(String(process.pid));
      }, 5);
      return;
    }
    case 'progress': {
      for (const fraction of [0.2, 0.1, 0.6, 3]) progress(fraction);
      setTimeout(() => {
        for (const fraction of [0.15, 0.7, 5]) progress(fraction);
        made('done');
      }, 800);
      return;
    }
    case 'exit':
      writeFileSync(task.targetFile, 'half');
      process.stderr.write('last words');
      return process.exit(3);
    case 'disconnect':
      return closeChannel();
    case 'disconnect-idle':
      made(String(process.pid));
      // The result is sent before the channel closes.
      return void setImmediate(closeChannel);
    case 'leave-program': {
      // The program inherits stderr and the channel to the service.
      const { pid } = spawn('sleep', ['600'], { stdio: ['ignore', 'ignore', 'inherit', 3], detached: true });
      writeFileSync(`${task.sourceFile}.pid`, String(pid));
      return process.exit(3);
    }
    case 'stop':
      return void process.kill(process.pid, 'SIGSTOP');
    case 'signal':
      return void process.kill(process.pid, 'SIGSEGV');
    case 'throw':
      throw new Error('a bug');
    case 'hang':
      writeFileSync(task.targetFile, 'half');
      progress(0.5);
      for (;;);
    case 'allocate':
      setInterval(() => held.push(Buffer.alloc(16 * 2 ** 20, 1)), 5);
      return;
    case 'report-memory':
      process.send?.({ type: 'memory', rssBytes: 2 ** 40 });
      return;
    case 'nonsense':
      process.send?.({ type: 'finished', taskId, outcome: { kind: 'made' } });
      return;
    case 'refuse':
      writeFileSync(task.targetFile, 'half');
      process.send?.({ type: 'finished', taskId, outcome: { kind: 'refused', refusal: 'no_face' } });
      return;
  }
});

/** Like a process that has been taken over, it goes on without its channel. */
function closeChannel(): void {
  process.removeAllListeners('disconnect');
  process.disconnect();
  setInterval(() => undefined, 1000);
}

process.send?.({ type: 'ready' });

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
