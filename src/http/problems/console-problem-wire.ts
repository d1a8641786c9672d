/** A reported problem of an order in the console's API. */

import { Type } from 'typebox';
import { problemReasons, problemStates } from '../../domain/order-problem.ts';
import type { ShownProblem } from '../../usecases/orders/show-order.ts';
import { nullableText, nullableTime, time } from '../console/schema-fields.ts';
import { utcText, utcTextOrNull } from '../console/utc-text.ts';
import { areaSchema, problemAnswerSchema } from './problem-wire.ts';

export const consoleProblemSchema = Type.Object({
  id: Type.Integer(),
  reason: Type.Enum([...problemReasons]),
  note: nullableText('The customer’s words.'),
  area: areaSchema,
  picture: nullableText(
    'Link to the picture that the problem is about, valid for 5 minutes; null if the operator may not see it or it was deleted.',
  ),
  reported_at: time(),
  state: Type.Enum([...problemStates]),
  answer: problemAnswerSchema('Null while the problem is open.'),
  reply: nullableText(
    'The shop’s reply. While the problem is open, the reply waits for a refund that a second operator must confirm, and the customer does not see it.',
  ),
  answered_by: nullableText('The operator.'),
  answered_at: nullableTime(),
  remake_error: nullableText('Why the last new picture could not be made.'),
});

export function consoleProblemToWire(problem: ShownProblem) {
  return {
    id: problem.id,
    reason: problem.reason,
    note: problem.note,
    area: problem.area,
    picture: problem.pictureUrl,
    reported_at: utcText(problem.reportedAt),
    state: problem.state,
    answer: problem.answer,
    reply: problem.reply,
    answered_by: problem.answeredBy,
    answered_at: utcTextOrNull(problem.answeredAt),
    remake_error: problem.remakeError,
  };
}
