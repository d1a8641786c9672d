/**
 * Stores the rules of documents that come with the service, because a later release may change or remove a rule while
 * orders that were placed with it still need it.
 */

import type { DocumentRule } from '../../domain/documents/document-rule.ts';
import { documentRules } from '../../domain/documents/document-rules.ts';
import type { Deps } from '../deps.ts';

/**
 * Stores the rules that the database does not have. Each process calls this before it places orders, so that processes
 * of every other release find the rules of these orders.
 */
export async function storeShippedRules(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  rules: readonly DocumentRule[] = documentRules,
): Promise<void> {
  await store.transaction(async (tx) => {
    await tx.documents.lock();
    const stored = new Set(await tx.documents.shippedHashes());
    const createdAt = clock.now();
    for (const rule of rules) {
      if (stored.has(tx.documents.hashOf(rule))) continue;
      await tx.documents.insertShipped({ rule, createdAt });
    }
  });
}
