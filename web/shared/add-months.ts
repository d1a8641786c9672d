/** Calendar months later in the service's zone, as it counts them: a day that the month lacks becomes its last. */

import { civilTime, formatServiceTime, parseServiceTime } from './service-time.ts';

export function addMonths(from: Date, months: number, zone: string): Date {
  const to = civilTime(from, zone);
  const day = to.getUTCDate();
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(day, lastDay));
  return parseServiceTime(formatServiceTime(to), zone) ?? from;
}
