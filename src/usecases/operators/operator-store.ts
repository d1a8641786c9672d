/** What the use cases need of the database for operators. */

import type { OperatorRole } from '../../domain/operator-roles.ts';
import type { Instant } from '../../domain/zoned-time.ts';

export interface Operator {
  readonly id: number;
  readonly name: string;
  readonly passwordHash: string;
  readonly role: OperatorRole;
  /** Null: before it was noted. */
  readonly createdAt: Instant | null;
  /** Null: may sign in. */
  readonly disabledAt: Instant | null;
}

export interface OperatorReads {
  byName(name: string): Promise<Operator | undefined>;
  byId(id: number): Promise<Operator | undefined>;
  /** By name. */
  all(): Promise<Operator[]>;
  /** Of the environment's password that this operator was given last; null: of none. */
  environmentHash(operatorId: number): Promise<string | null>;
}

export interface OperatorWrites extends OperatorReads {
  /** Keeps other transactions from changing operators until this one ends. */
  lockAll(): Promise<void>;
  insert(operator: {
    readonly name: string;
    readonly passwordHash: string;
    readonly role: OperatorRole;
    readonly createdAt: Instant;
  }): Promise<Operator>;
  /** Writes role, password and `disabledAt`. */
  save(operator: Operator): Promise<void>;
  saveEnvironmentHash(operatorId: number, hash: string): Promise<void>;
}
