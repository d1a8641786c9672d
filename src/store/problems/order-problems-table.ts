/** The table `order_problems`: what customers report about finished orders, with the answers of the shop. */

import {
  type PictureArea,
  type ProblemReason,
  problemAnswers,
  problemStates,
} from '../../domain/order-problem.ts';
import { generatedId, integer, nullable, oneOf, text, textOf } from '../column.ts';
import { isObject, json, textsAndNumbers } from '../json-column.ts';
import { table } from '../table.ts';

/** @throws Error unless the parsed JSON is a rectangle. */
function parseArea(parsed: unknown): PictureArea {
  if (!isObject(parsed)) throw new Error('the JSON is not an area');
  const { left, top, width, height } = parsed;
  if (
    typeof left !== 'number' ||
    typeof top !== 'number' ||
    typeof width !== 'number' ||
    typeof height !== 'number'
  ) {
    throw new Error('the JSON is not an area');
  }
  return { left, top, width, height };
}

export const orderProblemsTable = table('order_problems', {
  id: generatedId,
  orderId: integer,
  reason: textOf<ProblemReason>(),
  note: nullable(text),
  area: nullable(json(parseArea)),
  pictureFile: nullable(text),
  pictureUntil: nullable(integer),
  reportedAt: integer,
  state: oneOf(...problemStates),
  answer: nullable(oneOf(...problemAnswers)),
  reply: nullable(text),
  answeredBy: nullable(text),
  answeredAt: nullable(integer),
  remakeDetails: nullable(json(textsAndNumbers)),
  remakeError: nullable(text),
});
