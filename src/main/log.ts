/** Structured logs: one JSON line per request, attempt and transition, to standard output. */

import { pino } from 'pino';
import type { Log } from '../usecases/ports/tools.ts';

/** Buffers up to this many bytes before it writes; `flush` writes the rest. */
const bufferBytes = 16_000;

export interface OpenedLog {
  readonly log: Log;
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

/** @param level one of pino's, or `silent`. @param destination a file descriptor or path; standard output by default. */
export function openLog(level: string, destination: number | string = 1): OpenedLog {
  const target = pino.destination({ dest: destination, minLength: bufferBytes, sync: false });
  const logger = pino(
    {
      level,
      base: null,
      timestamp: isoTimeOfMillisecond(),
    },
    target,
  );
  // Lines of a quiet service must not wait for the buffer to fill.
  const timer = setInterval(() => target.flush(), 1000);
  timer.unref();
  return {
    log: logger,
    flush() {
      clearInterval(timer);
      try {
        target.flushSync();
      } catch {
        // The descriptor was never opened: nothing was logged.
      }
    },
  };
}
