/** Who makes a request: nobody known, a customer, or an operator of the shop. */

import type { Operator } from '../operators/operator-store.ts';

export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'guest'; readonly userId: number }
  | { readonly kind: 'user'; readonly userId: number }
  | OperatorCaller;

/** An operator, signed in to the console or with name and password at a single call. */
export interface OperatorCaller {
  readonly kind: 'operator';
  readonly operator: Operator;
  /** Null: name and password came with this call. */
  readonly sessionId: number | null;
  /** Where the request came from, for the audit log. */
  readonly address: string;
  readonly requestId: string;
}

/** An operator who is signed in to the console. */
export interface SessionCaller extends OperatorCaller {
  readonly sessionId: number;
}
