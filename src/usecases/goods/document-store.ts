/** The part of the store's port for the documents that operators have changed: an append-only list of versions. */

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

export interface DocumentReads {
  /** The newest version of each document, sorted by the time at which the document was first changed. */
  newest(): Promise<DocumentVersion[]>;
  newestOf(document: string): Promise<DocumentVersion | undefined>;
  version(id: number): Promise<DocumentVersion | undefined>;
}

export interface DocumentWrites extends DocumentReads {
  insert(version: Omit<DocumentVersion, 'id'>): Promise<DocumentVersion>;
  /** Prevents other transactions from changing documents until this transaction ends. */
  lock(): Promise<void>;
}
