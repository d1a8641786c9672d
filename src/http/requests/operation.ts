/** The parts that all operations of the client API share: path, schema, body encodings and common errors. */

import type { FastifySchema } from 'fastify';
import type { TSchema } from 'typebox';
import { type ErrorCode, errorCatalogue } from '../../domain/errors.ts';
import { problemMediaType } from '../errors/problem.ts';
import { problemSchema } from '../errors/problem-schema.ts';
import { errorHeaders, type HeaderDocuments } from './documented-headers.ts';
import { withoutOrigin } from './without-origin.ts';

/** Specification 4: "All paths begin with `/index.php/v1/`." */
export const operationPrefix = '/index.php/v1/';

/** Rewrites `/v1/…` to `/index.php/v1/…`, so that clients can use both. */
export function rewriteUrl(request: { readonly url?: string | undefined }): string {
  const url = withoutOrigin(request.url ?? '/');
  return url.startsWith('/v1/') ? `/index.php${url}` : url;
}

/**
 * The key of a route's schema that contains the request headers for the OpenAPI document. Under the key `headers`,
 * Fastify would validate these headers and remove all others.
 */
export const headersKey = 'x-request-headers';

export interface OperationDocument {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: 'Catalogue' | 'Orders' | 'Uploads' | 'Payment' | 'Account';
  readonly body?: TSchema;
  readonly querystring?: TSchema;
  /** The body is multipart with a file; no other encoding is accepted. */
  readonly multipartOnly?: true;
  readonly answer: TSchema;
  /** Default: JSON. */
  readonly answerMediaType?: string;
  readonly answerDescription: string;
  /** The operation can also answer 204; this describes when. */
  readonly emptyAnswerDescription?: string;
  readonly requestHeaders?: HeaderDocuments;
  /** The operation ignores credentials. */
  readonly open?: true;
  readonly answerHeaders?: HeaderDocuments;
  /** The errors of this operation in addition to those that every call can return. */
  readonly errors?: readonly ErrorCode[];
}

const everyCall: readonly ErrorCode[] = ['malformed_request', 'too_many_requests', 'internal', 'unavailable'];

const withBody: readonly ErrorCode[] = ['body_too_large', 'unsupported_media_type', 'invalid_parameters'];

type Responses = Record<string, unknown>;

/** @returns one response per status. Its description lists the codes with this status. */
export function problemResponses(codes: readonly ErrorCode[]): Responses {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses: Responses = {};
  for (const [status, ofStatus] of [...byStatus].sort(([a], [b]) => a - b)) {
    responses[status] = {
      description: ofStatus.map((code) => `\`${code}\`: ${errorCatalogue[code].title}`).join('. '),
      ...errorHeaders(status),
      content: { [problemMediaType]: { schema: problemSchema } },
    };
  }
  return responses;
}

function answerResponse({
  answer,
  answerDescription,
  answerMediaType,
  answerHeaders,
}: OperationDocument): object {
  const mediaType = answerMediaType ?? 'application/json';
  return {
    description: answerDescription,
    content: { [mediaType]: { schema: answer } },
    ...(answerHeaders === undefined ? {} : { headers: answerHeaders }),
  };
}

export function operationSchema(document: OperationDocument): FastifySchema {
  const bodyErrors = document.querystring === undefined ? withBody : (['invalid_parameters'] as const);
  // Operations that read credentials can return `forbidden`, because a request of another site's page with a
  // guest's cookie is refused.
  const credential: readonly ErrorCode[] = document.open === true ? [] : ['forbidden'];
  const codes = new Set([...everyCall, ...credential, ...bodyErrors, ...(document.errors ?? [])]);
  return {
    operationId: document.name,
    summary: document.summary,
    ...(document.description === undefined ? {} : { description: document.description }),
    tags: [document.tag],
    ...(document.open ? { security: [] } : {}),
    ...(document.requestHeaders === undefined ? {} : { [headersKey]: document.requestHeaders }),
    ...(document.body === undefined
      ? {}
      : {
          body: document.body,
          consumes: document.multipartOnly
            ? ['multipart/form-data']
            : ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
        }),
    ...(document.querystring === undefined ? {} : { querystring: document.querystring }),
    response: {
      200: answerResponse(document),
      ...(document.emptyAnswerDescription === undefined
        ? {}
        : { 204: { description: document.emptyAnswerDescription, type: 'null' } }),
      ...problemResponses([...codes]),
    },
  };
}
