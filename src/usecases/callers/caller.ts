/** Who makes a request: an anonymous caller, a guest, a user or an operator. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { Operator } from '../operators/operator-store.ts';

export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'guest'; readonly userId: number }
  | { readonly kind: 'user'; readonly userId: number }
  | OperatorCaller;

/** An operator who is signed in to the console, or sends name and password or an API token with the request. */
export interface OperatorCaller {
  readonly kind: 'operator';
  readonly operator: Operator;
  /** Null: the request carried a name and password, or an API token. */
  readonly sessionId: number | null;
  /** The name of the API token that the request carried. */
  readonly apiToken?: string;
  /** The IP address of the request, for the audit log. */
  readonly address: string;
  readonly requestId: string;
}

/** An operator who is signed in to the console. */
export interface SessionCaller extends OperatorCaller {
  readonly sessionId: number;
  /** When the operator last proved their identity: at the sign-in, or later in the session. */
  readonly provenAt: Instant;
}

export function isSessionCaller(caller: OperatorCaller): caller is SessionCaller {
  return caller.sessionId !== null && 'provenAt' in caller;
}
