/** The part of the store's port for the order filters that operators have saved. */

import type { DealStatus, Status } from '../../domain/order.ts';
import type { OrderPeriod } from '../../domain/order-period.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { OpenRefundState } from './order-store.ts';

/** An order matches if it fulfils every condition that is not null. */
export interface SavedSearch {
  readonly status: Status | null;
  readonly dealStatus: DealStatus | null;
  readonly goodsId: number | null;
  readonly refundState: OpenRefundState | null;
  /** A period relative to the present day, for example the last seven days; used instead of `from` and `to`. */
  readonly period: OrderPeriod | null;
  /** `YYYY-MM-DD` in the shop's zone. Both days are included. */
  readonly from: string | null;
  readonly to: string | null;
}

export interface SavedFilter {
  /** The key of a default filter, or a random text. */
  readonly id: string;
  /** Null: a default filter, whose name and search the service knows. */
  readonly own: { readonly name: string; readonly search: SavedSearch } | null;
}

export interface SavedFilterReads {
  /** Undefined: the operator has not changed the default filters. */
  ofOperator(operatorId: number): Promise<readonly SavedFilter[] | undefined>;
}

export interface SavedFilterWrites extends SavedFilterReads {
  /** Prevents other transactions from changing the operator's filters until this transaction ends. */
  lock(operatorId: number): Promise<void>;
  save(operatorId: number, filters: readonly SavedFilter[], changedAt: Instant): Promise<void>;
}
