/** Reads the times in query parameters of the console's API. */

import { invalidParameter } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';

const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;

/** @throws AppError `invalid_parameters` */
export function timeParameter(name: string, text: string | undefined): Instant | null {
  return text === undefined ? null : requiredTime(name, text);
}

/** @throws AppError `invalid_parameters` */
export function requiredTime(name: string, text: string): Instant {
  const at = timeForm.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw invalidParameter(name, 'not_a_time', 'must be a time in UTC such as 2026-11-02T01:30:00.000Z');
  return at;
}
