/** The inbox and internal notes in the console's API. */

import { Type } from 'typebox';
import { noteTargetKinds } from '../../usecases/inbox/inbox-store.ts';
import { inboxTopics } from '../../usecases/ports/inbox-source.ts';
import { nextPage, nullableInteger, nullableText, pageParameters, time } from '../console/schema-fields.ts';

const topic = Type.Enum([...inboxTopics]);
const operatorName = { minLength: 1, maxLength: 64 };

export const inboxSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      topic,
      id: Type.Integer({ description: 'The id of the refund, approval, dispute, difference or job.' }),
      since: time('Since when the item waits, UTC.'),
      order_id: nullableInteger(),
      order_no: nullableText('Masked.'),
      amount: nullableInteger('In 1/100 of the major currency unit.'),
      currency: nullableText(),
      code: nullableText(
        'What happened: the code of the refund’s failure, the provider of the dispute, the kind and type of the difference, or the kind of the job. `settlement`: the approval is for a failed refund that is settled in another way.',
      ),
      words: nullableText('The words of a person, a payment provider or an error.'),
      owner: nullableText('The operator who works on the item.'),
      notes: Type.Integer({
        description: 'The number of notes about the order, or about the item if it belongs to no order.',
      }),
    }),
    { description: 'Oldest first; of each topic at most 100.' },
  ),
  cut_topics: Type.Array(topic, { description: 'The topics that have more items than the list contains.' }),
});

export const itemParams = Type.Object({ topic, id: Type.Integer({ minimum: 1 }) });

export const ownerBody = Type.Object({
  owner: Type.Optional(
    Type.String({ ...operatorName, description: 'The name of the new owner; null or missing: no owner.' }),
  ),
  former_owner: Type.Optional(
    Type.String({
      ...operatorName,
      description: 'The owner that the operator saw before the change; null or missing: no owner.',
    }),
  ),
});

const targetKind = Type.Enum([...noteTargetKinds], {
  description: 'An item of the inbox with an order has its notes at the order.',
});
const targetId = Type.Integer({ minimum: 1 });

const noteTextLengthMax = 2000;

export const notesQuery = Type.Object({ target_kind: targetKind, target_id: targetId, ...pageParameters });

export const noteBody = Type.Object({
  target_kind: targetKind,
  target_id: targetId,
  text: Type.String({ minLength: 1, maxLength: noteTextLengthMax }),
});

export const noteSchema = Type.Object({
  id: Type.Integer(),
  operator: Type.String({ description: 'The author.' }),
  text: Type.String(),
  created_at: time(),
});

export const notesSchema = Type.Object({ notes: Type.Array(noteSchema), before: nextPage });
