/** A reported problem of an order in the client API: its schema, and its conversion into a response. */

import { Type } from 'typebox';
import {
  areaUnits,
  type PictureArea,
  type ProblemAnswer,
  problemAnswers,
  problemReasons,
  problemStates,
} from '../../domain/order-problem.ts';
import { formatDateTime, type TimeZone } from '../../domain/zoned-time.ts';
import type { ProblemView } from '../../usecases/problems/list-problems.ts';
import { nullableText } from '../console/schema-fields.ts';

const areaField = (description: string) => ({ type: 'integer', minimum: 0, maximum: areaUnits, description });

export const areaSchema = Type.Unsafe<PictureArea | null>({
  type: ['object', 'null'],
  description:
    'The part of the picture that the customer marked, in thousandths of its width and height; null: none.',
  required: ['left', 'top', 'width', 'height'],
  properties: {
    left: areaField('Distance from the left edge.'),
    top: areaField('Distance from the top edge.'),
    width: areaField('Width of the part.'),
    height: areaField('Height of the part.'),
  },
});

export const problemAnswerSchema = (description: string) =>
  Type.Unsafe<ProblemAnswer | null>({
    type: ['string', 'null'],
    enum: [...problemAnswers, null],
    description,
  });

export const problemSchema = Type.Object({
  id: Type.Integer({ description: 'Id of the problem.' }),
  reason: Type.Enum([...problemReasons], { description: 'What is wrong.' }),
  note: nullableText('The customer’s words.'),
  area: areaSchema,
  reported_at: Type.String({
    description: '`YYYY-MM-DD HH:MM:SS` in the shop’s time zone.',
    examples: ['2026-11-02 09:30:00'],
  }),
  state: Type.Enum([...problemStates], {
    description:
      '`open` waits for the shop, `remaking` the shop has a new picture made, `answered` the shop has answered.',
  }),
  answer: problemAnswerSchema(
    'What the shop did: `reply` answered with a text, `remake` made a new picture, `refund` refunded the order or a part of it. Null while the problem is open.',
  ),
  reply: nullableText('The shop’s words; null: none.'),
  answered_at: nullableText('Time of the answer, in the same format; null before.'),
  former_result: nullableText(
    'Signed address of the picture that the new one replaced, while its file is kept; null: none.',
  ),
});

export function problemToWire({ problem, formerPictureUrl }: ProblemView, zone: TimeZone) {
  const isOpen = problem.state === 'open';
  return {
    id: problem.id,
    reason: problem.reason,
    note: problem.note,
    area: problem.area,
    reported_at: formatDateTime(problem.reportedAt, zone),
    state: problem.state,
    answer: problem.answer,
    // The reply of an open problem waits for a refund that a second operator must confirm. Until then the customer does
    // not see it.
    reply: isOpen ? null : problem.reply,
    answered_at: problem.answeredAt === null ? null : formatDateTime(problem.answeredAt, zone),
    former_result: formerPictureUrl,
  };
}
