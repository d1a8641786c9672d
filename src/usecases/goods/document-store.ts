/**
 * The part of the store's port for documents: the versions that operators have made, and the rules that came with
 * releases of the service. Both are append-only.
 */

import type { DocumentRule } from '../../domain/documents/document-rule.ts';
import type { Instant } from '../../domain/zoned-time.ts';

export interface DocumentVersion {
  readonly id: number;
  readonly document: string;
  /** The rule of this version; null: the rule that comes with the service. */
  readonly rule: DocumentRule | null;
  readonly onSale: boolean;
  readonly createdAt: Instant;
}

/** A rule that came with a release of the service. */
export interface ShippedRule {
  readonly rule: DocumentRule;
  readonly createdAt: Instant;
}

export interface DocumentReads {
  /** The newest version of each document, sorted by the time at which the document was first changed. */
  newest(): Promise<DocumentVersion[]>;
  newestOf(document: string): Promise<DocumentVersion | undefined>;
  version(id: number): Promise<DocumentVersion | undefined>;
  /** The hash under which a rule is stored. Equal rules have the same hash in every process and database. */
  hashOf(rule: DocumentRule): string;
  /** @throws Error if this release cannot read the rule. */
  shippedRule(hash: string): Promise<DocumentRule | undefined>;
  shippedHashes(): Promise<string[]>;
}

export interface DocumentWrites extends DocumentReads {
  insert(version: Omit<DocumentVersion, 'id'>): Promise<DocumentVersion>;
  /** Fails if the rule is stored already. */
  insertShipped(rule: ShippedRule): Promise<void>;
  /** Prevents other transactions from changing documents and adding rules until this transaction ends. */
  lock(): Promise<void>;
}
