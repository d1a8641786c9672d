/**
 * The tables `inbox_owners` and `notes`: who works on an item of the inbox, and the notes that operators write for
 * each other.
 */

import type { NoteTargetKind } from '../../usecases/inbox/inbox-store.ts';
import type { InboxTopic } from '../../usecases/ports/inbox-source.ts';
import { generatedId, integer, text, textOf } from '../column.ts';
import { table } from '../table.ts';

export const inboxOwnersTable = table('inbox_owners', {
  topic: textOf<InboxTopic>(),
  itemId: integer,
  owner: text,
  since: integer,
});

export const notesTable = table('notes', {
  id: generatedId,
  targetKind: textOf<NoteTargetKind>(),
  targetId: integer,
  operator: text,
  text,
  createdAt: integer,
});
