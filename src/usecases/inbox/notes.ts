/** Internal notes of operators about orders, customers and items of the inbox. Customers never see them. */

import { AppError, invalidParameter } from '../../domain/errors.ts';
import { type ActDeps, perform } from '../act.ts';
import type { AuditTargetKind } from '../callers/audit-store.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor, unknownOrder } from '../callers/order-access.ts';
import { hasPermission, requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import type { Deps } from '../deps.ts';
import type { StoreReads } from '../ports/store.ts';
import type { Note, NoteTarget } from './inbox-store.ts';
import { openItem } from './list-inbox.ts';

export interface NotePage {
  readonly notes: readonly Note[];
  /** The `beforeId` of the next page; null: this was the last page. */
  readonly next: number | null;
}

/** @throws AppError `forbidden`. */
export async function listNotes(
  { store }: Pick<Deps, 'store'>,
  caller: OperatorCaller,
  target: NoteTarget,
  beforeId: number | null,
  limit: number,
): Promise<NotePage> {
  requirePermission(caller, 'orders_see');
  const found = await store.read.inbox.notes(target, beforeId, limit + 1);
  const notes = found.slice(0, limit);
  return { notes, next: found.length > limit ? (notes.at(-1)?.id ?? null) : null };
}

/** @throws AppError `forbidden`, `unknown_order`, `unknown_item`, `invalid_parameters`. */
export async function addNote(
  deps: ActDeps & Pick<Deps, 'jobs'>,
  caller: OperatorCaller,
  target: NoteTarget,
  given: string,
): Promise<Note> {
  requirePermission(caller, 'inbox_work');
  const text = given.trim();
  if (text === '') throw invalidParameter('text', 'blank', 'must not be blank');
  if (target.targetKind !== 'order' && target.targetKind !== 'user') {
    const item = await openItem(deps, caller, target.targetKind, target.targetId);
    if (item === undefined) throw unknownItem();
  }
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  return perform(deps, cause, async (act) => {
    const { tx, clock } = act;
    if (target.targetKind === 'user' && (await tx.members.userById(target.targetId)) === undefined) {
      throw new AppError('unknown_item', 'There is no such user.', { reason: 'unknown_user' });
    }
    const audited = await auditTarget(tx, target);
    const note = await tx.inbox.insertNote({
      ...target,
      operator: caller.operator.name,
      text,
      createdAt: clock.now(),
    });
    // The audit log keeps its entries for ever, so it does not contain the text, which may be personal data.
    const facts = { reason: null, before: null, after: { note_id: note.id } };
    await recordAudit(act, caller, { ...audited, ...facts, action: 'note_added' });
    return note;
  });
}

/** The author of a note and owners may remove it. @throws AppError `forbidden`, `unknown_item`. */
export async function removeNote(deps: ActDeps, caller: OperatorCaller, id: number): Promise<void> {
  requirePermission(caller, 'inbox_work');
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  await perform(deps, cause, async (act) => {
    const note = await act.tx.inbox.note(id);
    if (note === undefined) {
      throw new AppError('unknown_item', 'There is no such note.', { reason: 'unknown_note' });
    }
    if (note.operator !== caller.operator.name && !hasPermission(caller, 'operators_manage')) {
      throw new AppError('forbidden', 'Only its author or an owner may remove a note.', {
        reason: 'note_of_another',
      });
    }
    await act.tx.inbox.removeNote(id);
    await recordAudit(act, caller, {
      ...(await auditTarget(act.tx, note)),
      action: 'note_removed',
      reason: null,
      before: { note_id: id, operator: note.operator },
      after: null,
    });
  });
}

interface AuditTarget {
  readonly targetKind: AuditTargetKind;
  readonly targetId: string;
}

/** @throws AppError `unknown_order`. */
async function auditTarget(
  { orders }: Pick<StoreReads, 'orders'>,
  { targetKind, targetId }: NoteTarget,
): Promise<AuditTarget> {
  if (targetKind === 'user') return { targetKind, targetId: String(targetId) };
  if (targetKind !== 'order') return { targetKind: 'inbox_item', targetId: `${targetKind} ${targetId}` };
  const orderNo = await orders.noById(targetId);
  if (orderNo === undefined) throw unknownOrder();
  return { targetKind, targetId: orderNo };
}

function unknownItem(): AppError {
  return new AppError('unknown_item', 'There is no such item in the inbox.', {
    reason: 'unknown_inbox_item',
  });
}
