/** Structured logs: one JSON line per request, attempt and transition, to standard output. */

import { pino } from 'pino';
import type { Log } from '../usecases/ports/tools.ts';

/** As many characters gather before they are written; `flush` writes the rest. */
const gatheredMax = 16_000;
/** Lines of a quiet service must not wait for more to come. */
const flushEveryMs = 1_000;

export interface OpenedLog {
  readonly log: Log;
  /** Writes what has gathered before it returns. The process's end does so by itself, a crash included. */
  flush(): void;
}

/** pino's own ISO time writes each date anew, which is a quarter of a line's cost when many share a millisecond. */
function isoTimeOfMillisecond(): () => string {
  let writtenAt = Number.NaN;
  let text = '';
  return () => {
    const now = Date.now();
    if (now !== writtenAt) {
      writtenAt = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

interface Gathering {
  write(line: string): void;
  /** Writes what has gathered before it returns. */
  flush(): void;
}

/**
 * Lines gather here and not in pino's destination: that one measures all that it holds at each line, which
 * costs several times as much as making the line. They are written within the event loop, a hundred at a time:
 * what a thread of the pool still holds when the process ends would be lost, or come after what is later.
 */
function gatherLines(destination: number | string): Gathering {
  const target = pino.destination({ dest: destination, sync: true });
  let gathered = '';
  function flush(): void {
    if (gathered === '') return;
    const text = gathered;
    gathered = '';
    target.write(text);
  }
  return {
    write(line) {
      gathered += line;
      if (gathered.length >= gatheredMax) flush();
    },
    flush,
  };
}

/** @param level one of pino's, or `silent`. @param destination a file descriptor or path; standard output by default. */
export function openLog(level: string, destination: number | string = 1): OpenedLog {
  const lines = gatherLines(destination);
  const logger = pino({ level, base: null, timestamp: isoTimeOfMillisecond() }, lines);
  const timer = setInterval(lines.flush, flushEveryMs);
  timer.unref();
  process.once('exit', lines.flush);
  return { log: logger, flush: lines.flush };
}
