/** Recognises the errors by which file system and databases report a full disk. */

const sqliteFull = 13;
/** SQLite cannot extend the shared-memory file of its log. */
const sqliteShmSize = 4874;
/** SQLSTATE `disk_full` of PostgreSQL. */
const postgresFull = '53100';
const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT', postgresFull];

interface Fault {
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly cause?: unknown;
}

/**
 * The maximum number of causes that are followed. The limit prevents an endless loop when the causes form a
 * cycle.
 */
const causesMax = 8;

/** @param error anything that was thrown; its causes count as well. */
export function isDiskFull(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < causesMax; depth++) {
    if (typeof current !== 'object' || current === null) return false;
    const { code, errcode, cause }: Fault = current;
    if (fullCodes.includes(code) || errcode === sqliteFull || errcode === sqliteShmSize) return true;
    current = cause;
  }
  return false;
}
