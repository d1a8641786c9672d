/**
 * Reports the figures of a period, by day in the shop's time zone, product and way of paying: revenue, refunds, the
 * number of orders that were paid, failed or refunded, and the time from payment to picture. Reports the same figures
 * of the period of the same length before.
 */

import { type DayNumber, formatDay, startOfDay } from '../../domain/civil-day.ts';
import { invalidParameter } from '../../domain/errors.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import type { Deps } from '../deps.ts';
import { requireDays } from '../payments/report-money.ts';
import type { NumbersReads, PlacedOrders, ReasonCount, Sale } from './numbers-store.ts';

const daysMax = 92;
const reasonsMax = 10;

export interface DayNumbers {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly sales: readonly Sale[];
  readonly returns: readonly Sale[];
  /** Refunds that an operator settled in another way; `returns` does not contain them. */
  readonly settlements: readonly Sale[];
  readonly orders: readonly PlacedOrders[];
  /**
   * Whether unpaid orders of the day may have been deleted, so that `placed` is too low. An order that was cancelled
   * at once is deleted as soon as its retention is over.
   */
  readonly unpaidDeleted: boolean;
}

export interface PeriodNumbers {
  readonly from: string;
  /** Included. */
  readonly to: string;
  /** One entry for every day of the period, oldest first. */
  readonly days: readonly DayNumbers[];
  readonly medianPictureMs: number | null;
}

export interface Numbers {
  readonly timeZone: string;
  readonly now: PeriodNumbers;
  /** The period of the same length that ends on the day before `now` begins. */
  readonly before: PeriodNumbers;
  readonly failReasons: readonly ReasonCount[];
  readonly refundReasons: readonly ReasonCount[];
  /** The present titles of the products, on the shelf or not. */
  readonly goods: readonly { readonly id: number; readonly title: string }[];
}

/**
 * @param from `YYYY-MM-DD` in the shop's zone, as is `to`. Both days are included.
 * @throws AppError `forbidden`, `invalid_parameters`.
 */
export async function reportNumbers(
  { store, settings, clock }: Pick<Deps, 'store' | 'settings' | 'clock'>,
  caller: OperatorCaller,
  from: string,
  to: string,
): Promise<Numbers> {
  requirePermission(caller, 'money_see');
  const { first, last } = requireDays(from, to);
  const length = last - first + 1;
  if (length > daysMax) {
    throw invalidParameter('to', 'days_max', `must be less than ${daysMax} days after \`from\``, {
      max: daysMax,
    });
  }
  const { zone, unpaidOrdersKeptMs } = settings;
  const completeSince = unpaidOrdersKeptMs === null ? null : clock.now() - unpaidOrdersKeptMs;
  const { numbers } = store.read;
  const startsAt = (day: DayNumber) => startOfDay(day, zone);
  const [begin, end] = [startsAt(first), startsAt(last + 1)];
  return {
    timeZone: zone.name,
    now: await periodOf(numbers, first, last, startsAt, completeSince),
    before: await periodOf(numbers, first - length, first - 1, startsAt, completeSince),
    failReasons: await numbers.failReasons(begin, end, reasonsMax),
    refundReasons: await numbers.refundReasons(begin, end, reasonsMax),
    goods: (await store.read.goods.all()).map(({ id, title }) => ({ id, title })),
  };
}

/**
 * Reads each day with a separate query, because a day of the zone can have 23 or 25 hours, and because one query over
 * the whole period would take long.
 */
async function periodOf(
  numbers: NumbersReads,
  first: DayNumber,
  last: DayNumber,
  startsAt: (day: DayNumber) => number,
  completeSince: Instant | null,
): Promise<PeriodNumbers> {
  const days: DayNumbers[] = [];
  for (let day = first; day <= last; day++) {
    const [from, to] = [startsAt(day), startsAt(day + 1)];
    days.push({
      day: formatDay(day),
      sales: await numbers.sales(from, to),
      returns: await numbers.returns(from, to),
      settlements: await numbers.settlements(from, to),
      orders: await numbers.placed(from, to),
      unpaidDeleted: completeSince !== null && from < completeSince,
    });
  }
  return {
    from: formatDay(first),
    to: formatDay(last),
    days,
    medianPictureMs: await numbers.medianPictureMs(startsAt(first), startsAt(last + 1)),
  };
}
