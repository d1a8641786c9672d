/** Console API: the inbox, the owners of its items, and internal notes. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { assignItem } from '../../usecases/inbox/assign-item.ts';
import type { Note } from '../../usecases/inbox/inbox-store.ts';
import { type ListedItem, listInbox } from '../../usecases/inbox/list-inbox.ts';
import { addNote, listNotes, removeNote } from '../../usecases/inbox/notes.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idCursor, idCursorText } from '../console/page-cursors.ts';
import { idParams } from '../console/schema-fields.ts';
import { utcText } from '../console/utc-text.ts';
import {
  inboxSchema,
  itemParams,
  noteBody,
  noteSchema,
  notesQuery,
  notesSchema,
  ownerBody,
} from './console-inbox-schemas.ts';

function itemToWire(item: ListedItem) {
  return {
    topic: item.topic,
    id: item.id,
    since: utcText(item.since),
    order_id: item.orderId,
    order_no: item.orderNo,
    amount: item.amountMinor,
    currency: item.currency,
    code: item.code,
    words: item.words,
    owner: item.owner,
    notes: item.noteCount,
  };
}

function noteToWire({ id, operator, text, createdAt }: Note) {
  return { id, operator, text, created_at: utcText(createdAt) };
}

export function registerConsoleInboxRoutes(plain: FastifyInstance, context: ConsoleContext): void {
  registerInbox(plain, context);
  registerNotes(plain, context);
}

function registerInbox(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const list = consoleSchema(
    {
      name: 'inbox',
      summary: 'List what waits for a person',
      description:
        'Failed refunds, refunds that need a second operator, open disputes, open differences to the providers’ bills, and dead jobs. Topics that the operator may not see are left out.',
      answer: inboxSchema,
      answerDescription: 'The items, with their owners and the number of their notes.',
    },
    {},
  );
  app.get(`${consolePrefix}inbox`, { schema: list }, async (request) => {
    const inbox = await listInbox(deps, callerOf(request));
    return { items: inbox.items.map(itemToWire), cut_topics: [...inbox.cutTopics] };
  });

  const assign = consoleSchema(
    {
      name: 'assign_inbox_item',
      summary: 'Change the owner of an item',
      description:
        'Refused if another operator has changed the owner since the caller saw it. The owner must be an operator who may work on the inbox.',
      answerDescription: 'The item has this owner now.',
      errors: ['unknown_item', 'illegal_transition'],
    },
    { params: itemParams, body: ownerBody },
  );
  app.post(`${consolePrefix}inbox/:topic/:id/owner`, { schema: assign }, async (request, reply) => {
    const { params, body } = request;
    await assignItem(deps, callerOf(request), {
      topic: params.topic,
      itemId: params.id,
      owner: body.owner ?? null,
      formerOwner: body.former_owner ?? null,
    });
    return reply.code(204).send();
  });
}

function registerNotes(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const list = consoleSchema(
    {
      name: 'list_notes',
      summary: 'List the notes about an order, a user or an inbox item',
      answer: notesSchema,
      answerDescription: 'The newest first. Customers never see notes.',
    },
    { querystring: notesQuery },
  );
  app.get(`${consolePrefix}notes`, { schema: list }, async (request) => {
    const { target_kind: targetKind, target_id: targetId, before, limit = 50 } = request.query;
    const target = { targetKind, targetId };
    const page = await listNotes(deps, callerOf(request), target, idCursor(before), limit);
    return { notes: page.notes.map(noteToWire), before: idCursorText(page.next) };
  });

  const add = consoleSchema(
    {
      name: 'add_note',
      summary: 'Add a note',
      answer: noteSchema,
      answerStatus: 201,
      answerDescription: 'The note was added. The audit log records this without the text.',
      errors: ['unknown_order', 'unknown_item'],
    },
    { body: noteBody },
  );
  app.post(`${consolePrefix}notes`, { schema: add }, async (request, reply) => {
    const { target_kind: targetKind, target_id: targetId, text } = request.body;
    const note = await addNote(deps, callerOf(request), { targetKind, targetId }, text);
    return reply.status(201).send(noteToWire(note));
  });

  const remove = consoleSchema(
    {
      name: 'remove_note',
      ignoresBody: true,
      summary: 'Remove a note',
      description: 'For the author of the note, and for owners.',
      answerDescription: 'The note was removed.',
      errors: ['unknown_item'],
    },
    { params: idParams },
  );
  app.delete(`${consolePrefix}notes/:id`, { schema: remove }, async (request, reply) => {
    await removeNote(deps, callerOf(request), request.params.id);
    return reply.code(204).send();
  });
}
