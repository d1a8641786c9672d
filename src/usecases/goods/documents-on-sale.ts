/**
 * Which documents are sold, and by which rule: the rules that come with the service, changed and extended by operators.
 * An order keeps the version of its document, so that a later change of the rule does not change the order.
 */

import type { DocumentRule } from '../../domain/documents/document-rule.ts';
import { documentRules, findDocumentRule } from '../../domain/documents/document-rules.ts';
import type { OrderDetails } from '../../domain/goods/parameters.ts';
import type { FindDocument } from '../../domain/goods/photo-details.ts';
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

/**
 * The name of the detail of an order that contains the version of its document. The service adds this detail; the
 * order operation has no such parameter.
 */
const versionDetail = 'document_version';

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
 * @returns the details with the present version of the document, and a function that finds the rule of a document on
 * sale.
 */
export async function forNewOrder(
  { documents }: Reads,
  details: OrderDetails,
): Promise<{ readonly details: OrderDetails; readonly findDocument: FindDocument }> {
  const { document } = details;
  if (typeof document !== 'string') return { details, findDocument: findDocumentRule };
  const version = await documents.newestOf(document);
  if (version === undefined) return { details, findDocument: findDocumentRule };
  return {
    details: { ...details, [versionDetail]: version.id },
    findDocument: (id) => (version.onSale && id === document ? ruleOf(version) : undefined),
  };
}

/** @returns `details` with the document version of `placed`, the details of a placed order. */
export function withVersionOf(placed: OrderDetails, details: OrderDetails): OrderDetails {
  const { [versionDetail]: version } = placed;
  return version === undefined ? details : { ...details, [versionDetail]: version };
}

/** Returns a function that finds the rule with which a placed order is made. */
export async function ofPlacedOrder({ documents }: Reads, details: OrderDetails): Promise<FindDocument> {
  const id = details[versionDetail];
  if (typeof id !== 'number') return findDocumentRule;
  const version = await documents.version(id);
  if (version === undefined) throw new Error(`document version ${id} does not exist`);
  return () => ruleOf(version);
}

function ruleOf({ document, rule }: DocumentVersion): DocumentRule | undefined {
  return rule ?? findDocumentRule(document);
}
