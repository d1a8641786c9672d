/** A log that keeps its lines, so that a test can read them. */

import type { Log, LogFields } from '../../src/usecases/ports/tools.ts';

export interface LogLine {
  readonly level: keyof Log;
  readonly fields: LogFields;
  readonly message: string;
}

export interface RecordedLog extends Log {
  readonly lines: readonly LogLine[];
}

export function recordedLog(): RecordedLog {
  const lines: LogLine[] = [];
  const at = (level: keyof Log) => (fields: LogFields, message: string) => {
    lines.push({ level, fields, message });
  };
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
