/** Operators choose which documents are sold, and change and add rules. Every change is a new version. */

import type { DocumentRule } from '../../domain/documents/document-rule.ts';
import { findDocumentRule } from '../../domain/documents/document-rules.ts';
import { parseOwnRule } from '../../domain/documents/own-rule.ts';
import { RuleFault } from '../../domain/documents/rule-fault.ts';
import { AppError, invalidParameter } from '../../domain/errors.ts';
import type { AuditFacts } from '../callers/audit-store.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { type ListedDocument, listAllDocuments } from './documents-on-sale.ts';

type DocumentDeps = Pick<Deps, 'store' | 'clock'>;

/** @throws AppError `forbidden`. */
export async function listDocuments(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
): Promise<ListedDocument[]> {
  requirePermission(caller, 'goods_see');
  return listAllDocuments(store.read);
}

/**
 * @param json the rule as JSON text.
 * @throws AppError `forbidden`, or `invalid_parameters`: the rule cannot be used. The pointer of the error names the
 * wrong field.
 */
export function requireRule(caller: OperatorCaller, json: string): DocumentRule {
  requirePermission(caller, 'goods_change');
  try {
    return parseOwnRule(JSON.parse(json));
  } catch (error) {
    if (!(error instanceof RuleFault)) throw invalidParameter('rule', 'not_a_rule', 'must be JSON');
    throw wrongRule(error.field, error.detail);
  }
}

/**
 * @param field the path of the wrong field in the rule, for example `size.widthMm`; the pointer of the error is then
 * `rule/size/widthMm`.
 */
function wrongRule(field: string, detail: string): AppError {
  return invalidParameter(`rule/${field.replaceAll('.', '/')}`, 'not_a_rule', detail);
}

/** The state that an operator sets for a document. */
export interface DocumentChange {
  readonly document: string;
  /**
   * The version of the document that the operator saw before the change; null: no operator had changed the document
   * before, or the document is new.
   */
  readonly seenVersion: number | null;
  readonly onSale: boolean;
  /** The new rule. `keep`: the rule stays. Null: the rule that comes with the service. */
  readonly rule: DocumentRule | 'keep' | null;
}

/**
 * @throws AppError `forbidden`, `unknown_item`, `invalid_parameters`, `illegal_transition` (another operator has
 * changed the document).
 */
export async function changeDocument(
  deps: DocumentDeps,
  caller: OperatorCaller,
  change: DocumentChange,
): Promise<ListedDocument> {
  requirePermission(caller, 'goods_change');
  const { document, seenVersion, onSale, rule: wanted } = change;
  if (wanted !== null && wanted !== 'keep' && wanted.id !== document) {
    throw wrongRule('id', 'cannot be changed');
  }
  return deps.store.transaction(async (tx) => {
    await tx.documents.lock();
    const before = await foundDocument(tx, document);
    if ((before?.version ?? null) !== seenVersion) throw documentChanged();
    const isNew = wanted !== null && wanted !== 'keep';
    if (before === undefined && !isNew) throw unknownDocument();
    const known = await tx.documents.newestOf(document);
    const rule = wanted === 'keep' ? (known?.rule ?? null) : wanted;
    if (rule === null && findDocumentRule(document) === undefined) throw unknownDocument();
    await tx.documents.insert({ document, rule, onSale, createdAt: deps.clock.now() });
    const after = await foundDocument(tx, document);
    if (after === undefined) throw new Error('the document that was just written is missing');
    await recordAudit({ tx, clock: deps.clock }, caller, {
      action: before === undefined ? 'document_added' : 'document_changed',
      targetKind: 'document',
      targetId: document,
      reason: null,
      before: before === undefined ? null : changesOf(before, after),
      after: before === undefined ? factsOf(after) : changesOf(after, before),
    });
    return after;
  });
}

async function foundDocument(tx: StoreTransaction, id: string): Promise<ListedDocument | undefined> {
  return (await listAllDocuments(tx)).find(({ rule }) => rule.id === id);
}

function unknownDocument(): AppError {
  return new AppError('unknown_item', 'There is no such document.', { reason: 'unknown_document' });
}

function documentChanged(): AppError {
  const detail = 'This document was changed in the meantime. Load it again before you edit it.';
  return new AppError('illegal_transition', detail, { reason: 'document_changed' });
}

/** The fields of the rule for the audit log. Each name is the path of a field, for example `size.widthMm`. */
function factsOf({ rule, onSale, origin }: ListedDocument): AuditFacts {
  const facts: Record<string, string | number | boolean | null> = { on_sale: onSale, origin };
  const add = (path: string, value: unknown): void => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [name, inner] of Object.entries(value))
        add(`${path}${path === '' ? '' : '.'}${name}`, inner);
      return;
    }
    facts[path] = Array.isArray(value)
      ? value.join(', ')
      : typeof value === 'number' || value === null
        ? value
        : String(value);
  };
  add('', rule);
  return facts;
}

/** The facts of `one` that have another value in `other`, or are missing there. */
function changesOf(one: ListedDocument, other: ListedDocument): AuditFacts {
  const [facts, others] = [factsOf(one), factsOf(other)];
  return Object.fromEntries(Object.entries(facts).filter(([name, value]) => others[name] !== value));
}
