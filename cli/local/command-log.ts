/** The log of a command. Standard output contains only the result of the command, so the log goes to standard error. */

import { openLog } from '../../src/main/log.ts';
import type { Log } from '../../src/usecases/ports/tools.ts';

const standardError = 2;

/** @param level a level of pino, or `silent`. */
export const commandLog = (level: string): Log => openLog(level, standardError).log;
