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
  /** The picture that the problem is about; null: the order has none, or its file was deleted before. */
  readonly pictureFile: string | null;
  readonly pictureUntil: Instant | null;
  readonly reportedAt: Instant;
  readonly state: ProblemState;
  /** Null while the problem is open. */
  readonly answer: ProblemAnswer | null;
  /** The shop's reply. While the problem is open, the reply waits for a refund and the customer does not see it. */
  readonly reply: string | null;
  /** The operator's name. */
  readonly answeredBy: string | null;
  /** When the customer could see the answer: for a remake, when the new picture was finished. */
  readonly answeredAt: Instant | null;
  /** The settings of the new picture; null unless an operator ordered one. */
  readonly remakeDetails: OrderDetails | null;
  /** Why no new picture could be made. The problem is then open again. */
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
