/** The part of the store's port for API tokens of operators. */

import type { OperatorRole } from '../../domain/operator-roles.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { Operator } from './operator-store.ts';

export interface ApiToken {
  readonly id: number;
  readonly operator: Operator;
  readonly name: string;
  /**
   * The role of the token. A call with the token never has more permissions than the operator of the token has at
   * that time.
   */
  readonly role: OperatorRole;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  /** Null: no call has used the token. */
  readonly usedAt: Instant | null;
}

export interface NewApiToken extends Pick<ApiToken, 'name' | 'role' | 'createdAt' | 'expiresAt'> {
  readonly digest: string;
  readonly operatorId: number;
}

export interface ApiTokenReads {
  /** Finds a token. The caller must check whether the token has expired and whether its operator is disabled. */
  byDigest(digest: string): Promise<ApiToken | undefined>;
  byId(id: number): Promise<ApiToken | undefined>;
  /** The tokens of one operator (null: of all), newest first. */
  ofOperator(operatorId: number | null): Promise<ApiToken[]>;
}

export interface ApiTokenWrites extends ApiTokenReads {
  insert(token: NewApiToken): Promise<number>;
  recordUse(id: number, usedAt: Instant): Promise<void>;
  remove(id: number): Promise<void>;
  /** @returns the number of removed tokens. */
  removeAllOf(operatorId: number): Promise<number>;
  /** Deletes the tokens that expired before `now`. */
  purge(now: Instant): Promise<void>;
}
