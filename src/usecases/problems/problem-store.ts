/** The part of the store's port for problems that customers report about finished orders. */

import type { OrderDetails } from '../../domain/goods/parameters.ts';
import type { PictureArea, ProblemAnswer, ProblemReason, ProblemState } from '../../domain/order-problem.ts';
import type { Instant } from '../../domain/zoned-time.ts';

export interface OrderProblem {
  readonly id: number;
  readonly orderId: number;
  readonly reason: ProblemReason;
  /** The note that the customer wrote. */
  readonly note: string | null;
  /** The part of the picture that the customer marked. */
  readonly area: PictureArea | null;
  /**
   * The file of the picture that the problem is about; null: the order has no picture, or its file was deleted before
   * the report.
   */
  readonly pictureFile: string | null;
  readonly pictureUntil: Instant | null;
  readonly reportedAt: Instant;
  readonly state: ProblemState;
  /** Null while the problem is open. */
  readonly answer: ProblemAnswer | null;
  /**
   * The shop's reply. The customer sees the reply only when the problem is answered. An open problem has a reply only
   * while the refund that comes with the reply waits for a second operator.
   */
  readonly reply: string | null;
  /** The operator's name. */
  readonly answeredBy: string | null;
  /**
   * The time from which the customer can see the answer. For a remake, this is the time at which the new picture was
   * finished.
   */
  readonly answeredAt: Instant | null;
  /** The settings of the new picture; null unless an operator ordered one. */
  readonly remakeDetails: OrderDetails | null;
  /** Why the last remake failed; null: no remake has failed. After a failed remake, the problem is open again. */
  readonly remakeError: string | null;
}

/** A problem with the number of its order. */
export interface OpenProblem extends OrderProblem {
  readonly orderNo: string;
}

export interface ProblemReads {
  /** Returns the problems of an order, oldest first. */
  ofOrder(orderId: number): Promise<OrderProblem[]>;
  byId(id: number): Promise<OrderProblem | undefined>;
  /** Returns open problems with the numbers of their orders, oldest first: at most `limit`. */
  open(limit: number): Promise<OpenProblem[]>;
}

export interface ProblemWrites extends ProblemReads {
  insert(problem: Omit<OrderProblem, 'id'>): Promise<OrderProblem>;
  /** Writes the state, the answer and the picture. The caller holds the order's lock. */
  save(problem: OrderProblem): Promise<void>;
}
