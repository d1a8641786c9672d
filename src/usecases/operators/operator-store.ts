/** The part of the store's port for operators. */

import type { OperatorRole } from '../../domain/operator-roles.ts';
import type { Instant } from '../../domain/zoned-time.ts';

export interface Operator {
  readonly id: number;
  readonly name: string;
  readonly passwordHash: string;
  readonly role: OperatorRole;
  /** Null: the operator was added by a version that did not store the time. */
  readonly createdAt: Instant | null;
  /** When the operator was disabled; null: the operator may sign in. */
  readonly disabledAt: Instant | null;
}

export interface OperatorReads {
  byName(name: string): Promise<Operator | undefined>;
  byId(id: number): Promise<Operator | undefined>;
  /** All operators, sorted by name. */
  all(): Promise<Operator[]>;
  /** The hash of the last `ADMIN_PASSWORD` that was applied to this operator; null: none was applied. */
  environmentHash(operatorId: number): Promise<string | null>;
}

export interface OperatorWrites extends OperatorReads {
  /** Prevents other transactions from changing operators until this transaction ends. */
  lockAll(): Promise<void>;
  insert(operator: {
    readonly name: string;
    readonly passwordHash: string;
    readonly role: OperatorRole;
    readonly createdAt: Instant;
  }): Promise<Operator>;
  /** Writes the role, the password hash and `disabledAt`. */
  save(operator: Operator): Promise<void>;
  saveEnvironmentHash(operatorId: number, hash: string): Promise<void>;
}
