/** Makes the schemas of the console's routes: path prefix, answers, and the errors that every call can return. */

import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import type { ErrorCode } from '../../domain/errors.ts';
import { problemResponses } from '../requests/operation.ts';

export const consolePrefix = '/admin/api/';

export interface ConsoleDocument {
  /** The `operationId` without its prefix `console_`. It is unique among all calls of the console. */
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  /** The body of the call is multipart with a file. Without this field, the body is JSON. */
  readonly multipart?: true;
  /** The call ignores a body, which its method allows. A body that cannot be parsed is refused nevertheless. */
  readonly ignoresBody?: true;
  /** Without a schema the call answers 204. */
  readonly answer?: TSchema;
  /** Default: 200. */
  readonly answerStatus?: 200 | 201;
  /** Default: JSON. */
  readonly answerMediaType?: string;
  readonly answerDescription: string;
  /** The call needs no session. */
  readonly open?: true;
  /** The errors of this call in addition to those that every call can return. */
  readonly errors?: readonly ErrorCode[];
}

/** Schemas of a call's input. Each part is validated before the handler runs. */
export interface ConsoleInput {
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly body?: TSchema;
}

const everyCall: readonly ErrorCode[] = [
  ...(['malformed_request', 'invalid_parameters', 'too_many_requests', 'internal', 'unavailable'] as const),
];
const signedIn: readonly ErrorCode[] = ['unauthenticated', 'forbidden'];
const withBody: readonly ErrorCode[] = ['body_too_large', 'unsupported_media_type'];

function answerResponse(document: ConsoleDocument): Record<string, object> {
  const { answer, answerDescription: description, answerMediaType = 'application/json' } = document;
  if (answer === undefined) return { 204: { description, type: 'null' } };
  const response = { description, content: { [answerMediaType]: { schema: answer } } };
  return { [document.answerStatus ?? 200]: response };
}

/** Keeps the types of `input`, so that handlers read typed values (`withTypeProvider<TypeBoxTypeProvider>()`). */
export function consoleSchema<I extends ConsoleInput>(
  document: ConsoleDocument,
  input: I,
): FastifySchema & I {
  const codes = new Set([
    ...everyCall,
    ...(document.open ? [] : signedIn),
    ...(input.body === undefined && !document.multipart && !document.ignoresBody ? [] : withBody),
    ...(document.errors ?? []),
  ]);
  return {
    ...input,
    operationId: `console_${document.name}`,
    summary: document.summary,
    ...(document.description === undefined ? {} : { description: document.description }),
    tags: ['Console'],
    security: document.open ? [] : [{ console: [] }, { operator_token: [] }],
    ...(input.body === undefined ? {} : { consumes: ['application/json'] }),
    ...(document.multipart ? { consumes: ['multipart/form-data'] } : {}),
    response: { ...answerResponse(document), ...problemResponses([...codes]) },
  };
}
