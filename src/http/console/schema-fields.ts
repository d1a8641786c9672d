/** Fields that several schemas of the console's API share. Every field of a response is always present. */

import { Type } from 'typebox';

export const time = (description = 'A time in UTC.') =>
  Type.String({ description, examples: ['2026-11-02T01:30:00.000Z'] });

export const nullableTime = (description = 'A time in UTC.') =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], description });

export const nullableText = (description = '') =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...(description === '' ? {} : { description }) });

export const nullableInteger = (description = '') =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], ...(description === '' ? {} : { description }) });

export const money = (description = 'In 1/100 of the major currency unit.') => Type.Integer({ description });

/** A hook of the console's routes masks the number (`mask-numbers.ts`). */
export const maskedOrderNo = () =>
  Type.String({
    description: 'Masked: only the first 9 and the last 4 characters are shown.',
    examples: ['0HK5X9PAW…B3ND'],
  });

/** An object with varying fields. */
export const anyFields = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true, description });

export const nullableFields = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description,
  });

export const nextPage = nullableText(
  'Send this value as `before` to get the next page; null: this is the last page.',
);

/** The paging parameters of lists. */
export const pageParameters = {
  before: Type.Optional(
    Type.String({ maxLength: 64, description: 'The `before` of the previous page’s response.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
};

export const idParams = Type.Object({ id: Type.Integer({ minimum: 1 }) });

export const reasonText = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Reason for the action, which the audit log keeps.',
});

export const reasonBody = Type.Object({ reason: reasonText });
