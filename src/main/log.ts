/** Structured logs: one JSON line per request, job attempt and transition, written to standard output. */

import { type Logger, pino } from 'pino';
import { maskOrderNos } from '../usecases/mask-numbers.ts';
import type { Log, LogFields } from '../usecases/ports/tools.ts';

/** Lines are buffered up to this many characters (about 100 lines) and then written at once. */
const bufferedMax = 16_000;
/** The most characters that are kept while the destination accepts none. Later lines are lost. */
const keptMax = 1_000_000;
/** The longest time that a line stays in the buffer. */
const flushEveryMs = 1_000;

/**
 * How a line of the level `info` begins. Such a line is not searched for order numbers, because the search takes 5 µs,
 * too much for the line that every request writes. Callers put no order number and no error into its fields
 * (`PlainLogFields`). Lines of other levels are searched, and order numbers in them are masked, because messages of
 * errors may contain order numbers.
 */
const plainLine = '{"level":30,';

export interface OpenedLog {
  readonly log: Log;
  /** Writes the buffered lines before it returns. Runs automatically when the process ends. */
  flush(): void;
}

/**
 * Formats each millisecond once. pino's own ISO time formats the time anew for every line, which takes a quarter of
 * the time that a line takes.
 */
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

interface LineBuffer {
  write(line: string): void;
  /** Writes the buffered lines before it returns. */
  flush(): void;
}

/**
 * Buffers the lines. pino's own buffer measures the length of its whole content at each line, which takes several
 * times as long as formatting the line. The lines are written synchronously: if a thread wrote the lines, they
 * could be lost, or written in the wrong order, when the process ends.
 */
function bufferLines(destination: number | string): LineBuffer {
  const target = pino.destination({ dest: destination, sync: true, maxLength: keptMax });
  // The disk of a log file may be full, or the terminal closed. Lost lines must not end the service.
  target.on('error', () => undefined);
  let buffered = '';
  function flush(): void {
    if (buffered === '') return;
    const text = buffered;
    buffered = '';
    target.write(text);
  }
  return {
    write(line) {
      buffered += line.startsWith(plainLine) ? line : maskOrderNos(line);
      if (buffered.length >= bufferedMax) flush();
    },
    flush,
  };
}

/** The numbers of pino's levels. */
const levelNumbers = { debug: 20, info: 30, warn: 40, error: 50 } as const;

/**
 * Formats most lines itself, in half of the time that pino takes. pino formats only lines with an error, and lines
 * with fields that JSON cannot represent.
 */
function quickLog(logger: Logger, lines: LineBuffer, time: () => string): Log {
  function writer(level: keyof typeof levelNumbers): Log['info'] {
    if (!logger.isLevelEnabled(level)) return () => undefined;
    const start = `{"level":${levelNumbers[level]}`;
    return (fields, message) => {
      const text = 'err' in fields ? undefined : plainJson(fields);
      if (text === undefined) return logger[level](fields, message);
      const rest = text === '{}' ? '' : `${text.slice(1, -1)},`;
      lines.write(`${start}${time()},${rest}"msg":${JSON.stringify(message)}}\n`);
    };
  }
  return { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') };
}

function plainJson(fields: LogFields): string | undefined {
  try {
    return JSON.stringify(fields);
  } catch {
    return undefined;
  }
}

/**
 * @param level a level of pino, or `silent`.
 * @param destination a file descriptor or a path; standard output by default.
 */
export function openLog(level: string, destination: number | string = 1): OpenedLog {
  const lines = bufferLines(destination);
  const time = isoTimeOfMillisecond();
  const logger = pino({ level, base: null, timestamp: time }, lines);
  const timer = setInterval(lines.flush, flushEveryMs);
  timer.unref();
  process.once('exit', lines.flush);
  return { log: quickLog(logger, lines, time), flush: lines.flush };
}
