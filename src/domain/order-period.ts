/**
 * Periods relative to the present day, such as the last seven days, for the saved order filters of the console.
 * Pure functions only.
 */

import type { DayNumber } from './civil-day.ts';

export const orderPeriods = ['today', 'yesterday', 'last_7_days', 'last_30_days'] as const;
export type OrderPeriod = (typeof orderPeriods)[number];

export interface DayRange {
  readonly first: DayNumber;
  /** Included. */
  readonly last: DayNumber;
}

/** @param today the present day in the shop's time zone. Periods of several days include this day. */
export function daysOfPeriod(period: OrderPeriod, today: DayNumber): DayRange {
  switch (period) {
    case 'today':
      return { first: today, last: today };
    case 'yesterday':
      return { first: today - 1, last: today - 1 };
    case 'last_7_days':
      return { first: today - 6, last: today };
    case 'last_30_days':
      return { first: today - 29, last: today };
  }
}
