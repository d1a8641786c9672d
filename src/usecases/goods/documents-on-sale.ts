/**
 * Which documents are sold, and by which rule: the rules that come with the service, changed and extended by operators.
 * An order keeps the rule of its document, so that neither operators nor a new release change the order.
 */

import type { DocumentRule } from '../../domain/documents/document-rule.ts';
import { documentRules, findDocumentRule } from '../../domain/documents/document-rules.ts';
import type { OrderDetails } from '../../domain/goods/parameters.ts';
import type { FindDocument } from '../../domain/goods/photo-details.ts';
import { shippedRuleDetail, versionDetail } from '../../domain/goods/rule-details.ts';
import type { DocumentReads, DocumentVersion } from './document-store.ts';

export interface ListedDocument {
  readonly rule: DocumentRule;
  readonly onSale: boolean;
  /** The newest version; null: no operator has changed the document. */
  readonly version: number | null;
  /** `shipped`: the rule comes with the service. `changed`: an operator has changed it. `own`: an operator added it. */
  readonly origin: 'shipped' | 'changed' | 'own';
}

interface Reads {
  readonly documents: DocumentReads;
}

/** All documents, sold or not: those that come with the service, then those that operators added. */
export async function listAllDocuments({ documents }: Reads): Promise<ListedDocument[]> {
  const changed = new Map((await documents.newest()).map((version) => [version.document, version]));
  const shipped = documentRules.map((rule) => listed(rule, changed.get(rule.id)));
  const own = [...changed.values()].flatMap((version) =>
    version.rule === null || findDocumentRule(version.document) !== undefined
      ? []
      : [listed(version.rule, version)],
  );
  return [...shipped, ...own];
}

function listed(shipped: DocumentRule, version: DocumentVersion | undefined): ListedDocument {
  const isShipped = findDocumentRule(shipped.id) !== undefined;
  return {
    rule: version?.rule ?? shipped,
    onSale: version?.onSale ?? true,
    version: version?.id ?? null,
    origin: !isShipped ? 'own' : version?.rule == null ? 'shipped' : 'changed',
  };
}

export async function documentsOnSale(reads: Reads): Promise<DocumentRule[]> {
  return (await listAllDocuments(reads)).filter(({ onSale }) => onSale).map(({ rule }) => rule);
}

/**
 * Prepares a new order, or the photo check before an order.
 * @returns the details with the present rule of the document, and a function that finds the rule of a document on sale.
 */
export async function forNewOrder(
  { documents }: Reads,
  details: OrderDetails,
): Promise<{ readonly details: OrderDetails; readonly findDocument: FindDocument }> {
  const { document } = details;
  if (typeof document !== 'string') return { details, findDocument: findDocumentRule };
  const version = await documents.newestOf(document);
  const shipped = version?.rule == null ? findDocumentRule(document) : undefined;
  return {
    details: {
      ...details,
      ...(version === undefined ? {} : { [versionDetail]: version.id }),
      ...(shipped === undefined ? {} : { [shippedRuleDetail]: documents.hashOf(shipped) }),
    },
    findDocument:
      version === undefined
        ? findDocumentRule
        : (id) => (version.onSale && id === document ? ruleOf(version) : undefined),
  };
}

/**
 * Returns a function that finds the rule with which a placed order is made. Orders of version 0.1.0 do not name the
 * shipped rule: they have the one of this release, or none if this release does not have the document.
 */
export async function ofPlacedOrder({ documents }: Reads, details: OrderDetails): Promise<FindDocument> {
  const hash = details[shippedRuleDetail];
  if (typeof hash === 'string') {
    const rule = await shippedRule(documents, details, hash);
    return () => rule;
  }
  const id = details[versionDetail];
  if (typeof id !== 'number') return findDocumentRule;
  const version = await documents.version(id);
  if (version === undefined) throw new Error(`document version ${id} does not exist`);
  return () => ruleOf(version);
}

async function shippedRule(
  documents: DocumentReads,
  { document }: OrderDetails,
  hash: string,
): Promise<DocumentRule> {
  const present = findDocumentRule(String(document));
  if (present !== undefined && documents.hashOf(present) === hash) return present;
  const stored = await documents.shippedRule(hash);
  if (stored === undefined) throw new Error(`shipped rule ${hash} does not exist`);
  return stored;
}

/** Whether the order is for a document whose rule `findDocument`, made by `ofPlacedOrder`, does not find. */
export function lacksRule({ document }: OrderDetails, findDocument: FindDocument): boolean {
  return typeof document === 'string' && findDocument(document) === undefined;
}

function ruleOf({ document, rule }: DocumentVersion): DocumentRule | undefined {
  return rule ?? findDocumentRule(document);
}
