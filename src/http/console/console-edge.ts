/** What every group of the console's routes is given, and how their schemas are made. */

import type { FastifyRequest, FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import type { ErrorCode } from '../../domain/errors.ts';
import type { SessionCaller } from '../../usecases/callers/caller.ts';
import type { ConsoleDeps, HttpOptions } from '../app-options.ts';
import type { SignedIn } from '../operators/signed-in.ts';
import { problemResponses } from '../requests/operation.ts';

export const consolePrefix = '/admin/api/';

export interface ConsoleEdge {
  readonly deps: ConsoleDeps;
  readonly options: HttpOptions;
  /** Whoever is signed in; the session and the origin of the call were judged before the handler. */
  callerOf(request: FastifyRequest): SessionCaller;
  /** The same, with the session itself. */
  signedInOf(request: FastifyRequest): SignedIn;
}

export interface ConsoleDocument {
  /** Unique among all operations. */
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  /** The body is a file and not JSON. */
  readonly multipart?: true;
  /** Missing: 204. */
  readonly answer?: TSchema;
  /** 200 without one. */
  readonly answerStatus?: 200 | 201;
  /** JSON without one. */
  readonly answerMediaType?: string;
  readonly answerDescription: string;
  /** Nobody need be signed in. */
  readonly open?: true;
  /** Besides those that every call can meet. */
  readonly errors?: readonly ErrorCode[];
}

/** Schemas of what a call brings; each is judged before the handler. */
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

/** The types of `input` are kept, so that a handler reads them (`withTypeProvider<TypeBoxTypeProvider>()`). */
export function consoleSchema<I extends ConsoleInput>(
  document: ConsoleDocument,
  input: I,
): FastifySchema & I {
  const codes = new Set([
    ...everyCall,
    ...(document.open ? [] : signedIn),
    ...(input.body === undefined && !document.multipart ? [] : withBody),
    ...(document.errors ?? []),
  ]);
  return {
    ...input,
    operationId: `console_${document.name}`,
    summary: document.summary,
    ...(document.description === undefined ? {} : { description: document.description }),
    tags: ['Console'],
    security: document.open ? [] : [{ console: [] }],
    ...(input.body === undefined ? {} : { consumes: ['application/json'] }),
    ...(document.multipart ? { consumes: ['multipart/form-data'] } : {}),
    response: { ...answerResponse(document), ...problemResponses([...codes]) },
  };
}
