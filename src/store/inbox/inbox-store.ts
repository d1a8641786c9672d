/** Owners of inbox items, and the notes that operators write for each other. */

import { sql } from 'kysely';
import type { InboxReads, InboxWrites, NoteTarget } from '../../usecases/inbox/inbox-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow, Row } from '../table.ts';
import { inboxOwnersTable, notesTable } from './inbox-tables.ts';

interface Range {
  readonly fromId: number;
  readonly toId: number;
}

const ownersOf = statement<Range & Pick<Row<typeof inboxOwnersTable>, 'topic'>>()((db, p) =>
  db
    .selectFrom('inbox_owners')
    .select(inboxOwnersTable.all.columns)
    .where('topic', '=', p.topic)
    .where('item_id', '>=', p.fromId)
    .where('item_id', '<=', p.toId),
);

const notesOf = statement<NoteTarget & { readonly beforeId: number; readonly limit: number }>()((db, p) =>
  db
    .selectFrom('notes')
    .select(notesTable.all.columns)
    .where('target_kind', '=', p.targetKind)
    .where('target_id', '=', p.targetId)
    .where('id', '<', p.beforeId)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

const noteById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('notes').select(notesTable.all.columns).where('id', '=', p.id),
);

const countNotes = statement<Range & Pick<NoteTarget, 'targetKind'>>()((db, p) =>
  db
    .selectFrom('notes')
    .select(['target_id as targetId', sql<number>`count(*)`.as('count')])
    .where('target_kind', '=', p.targetKind)
    .where('target_id', '>=', p.fromId)
    .where('target_id', '<=', p.toId)
    .groupBy('target_id'),
);

const saveOwner = statement<Row<typeof inboxOwnersTable>>()((db, p) =>
  db
    .insertInto('inbox_owners')
    .values(inboxOwnersTable.inserted(p))
    .onConflict((conflict) =>
      conflict.columns(['topic', 'item_id']).doUpdateSet(inboxOwnersTable.assigned(p, 'owner', 'since')),
    ),
);

const removeOwner = statement<Pick<Row<typeof inboxOwnersTable>, 'topic' | 'itemId'>>()((db, p) =>
  db.deleteFrom('inbox_owners').where('topic', '=', p.topic).where('item_id', '=', p.itemId),
);

const insertNote = statement<NewRow<typeof notesTable>>()((db, p, dialect) =>
  db.insertInto('notes').values(notesTable.inserted(p)).modifyEnd(dialect.returningId),
);

const removeNote = statement<{ id: number }>()((db, p) => db.deleteFrom('notes').where('id', '=', p.id));

const moveNotes = statement<NoteTarget & { readonly toId: number }>()((db, p) =>
  db
    .updateTable('notes')
    .set({ target_id: p.toId })
    .where('target_kind', '=', p.targetKind)
    .where('target_id', '=', p.targetId),
);

const removeNotesOf = statement<NoteTarget>()((db, p) =>
  db.deleteFrom('notes').where('target_kind', '=', p.targetKind).where('target_id', '=', p.targetId),
);

export function inboxReads(session: Session): InboxReads {
  return {
    owners: (topic, fromId, toId) => session.all(ownersOf, { topic, fromId, toId }),
    notes: ({ targetKind, targetId }, beforeId, limit) =>
      session.all(notesOf, {
        targetKind,
        targetId,
        beforeId: beforeId ?? Number.MAX_SAFE_INTEGER,
        limit,
      }),
    note: (id) => session.first(noteById, { id }),
    noteCounts: (targetKind, fromId, toId) => session.all(countNotes, { targetKind, fromId, toId }),
  };
}

export function inboxWrites(session: TransactionSession): InboxWrites {
  return {
    ...inboxReads(session),
    async saveOwner(owner) {
      await session.run(saveOwner, owner);
    },
    async removeOwner(topic, itemId) {
      await session.run(removeOwner, { topic, itemId });
    },
    async lockItem(topic, itemId) {
      await session.lockName(`inbox ${topic} ${itemId}`);
    },
    async insertNote(note) {
      return { ...note, id: await session.insert(insertNote, note) };
    },
    async removeNote(id) {
      await session.run(removeNote, { id });
    },
    async moveNotes({ targetKind, targetId }, toId) {
      await session.run(moveNotes, { targetKind, targetId, toId });
    },
    async removeNotesOf({ targetKind, targetId }) {
      await session.run(removeNotesOf, { targetKind, targetId });
    },
  };
}
