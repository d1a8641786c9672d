/** Periods of orders that move with the day, for saved filters of the console. Pure functions only. */

import type { DayNumber } from './civil-day.ts';

export const orderPeriods = ['today', 'yesterday', 'last_7_days', 'last_30_days'] as const;
export type OrderPeriod = (typeof orderPeriods)[number];

export interface DayRange {
  readonly first: DayNumber;
  /** Included. */
  readonly last: DayNumber;
}

/** @param today the day of the shop's zone. The periods of several days include it. */
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
