/** The clock of this machine. */

import type { Clock } from '../usecases/ports/tools.ts';

export const clock: Clock = { now: () => Date.now() };
