/** Every operation of `docs/openapi.json`, with generators of its address. */

import fc from 'fast-check';
import { readRepositoryFile } from '../support/source-files.ts';
import { hostileText, parametersOf, textOfValue, type ValueSchema, validValue } from './values.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema?: ValueSchema;
}

interface MethodDocument {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: ValueSchema } | undefined>>;
  };
}

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The schema of the body for each media type. */
  readonly bodies: ReadonlyMap<string, ValueSchema>;
}

const document = JSON.parse(readRepositoryFile('docs/openapi.json')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, MethodDocument>>>>;
};

/** The checkout page of the sandbox, which the document does not list. */
const sandboxCheckout: Operation = {
  method: 'POST',
  path: '/sandbox/checkout/{paymentNo}',
  parameters: [{ name: 'paymentNo', in: 'path' }],
  bodies: new Map(
    ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'].map((type) => [
      type,
      {
        type: 'object',
        properties: {
          outcome: { enum: ['pay', 'decline', 'cancel', 'pay_late', 'lose_notify', 'repeat_notify'] },
          refund: { enum: ['done', 'pending', 'failed'] },
        },
        required: ['outcome'],
      },
    ]),
  ),
};

export const operations: readonly Operation[] = [
  ...Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      ...{ method: method.toUpperCase(), path, parameters },
      bodies: new Map(
        Object.entries(requestBody?.content ?? {}).map(([type, body]) => [type, body?.schema ?? {}] as const),
      ),
    })),
  ),
  sandboxCheckout,
];

/** Operations that take a body of the media type. */
export function operationsWith(mediaType: string): readonly Operation[] {
  return operations.filter(({ bodies }) => bodies.has(mediaType));
}

/** Generates the path and the query of a request. Most of the parameters are valid. */
export function targetOf({ path, parameters }: Operation): fc.Arbitrary<string> {
  const inPath = fc.tuple(
    ...parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, schema = {} }) =>
        fc
          .oneof(
            { weight: 6, arbitrary: validValue(name, schema).map(textOfValue) },
            { weight: 1, arbitrary: hostileText },
          )
          .map((value) => [`{${name}}`, value] as const),
      ),
  );
  const queried = parameters.filter((parameter) => parameter.in === 'query');
  const query = parametersOf({
    type: 'object',
    properties: Object.fromEntries(queried.map(({ name, schema = {} }) => [name, schema])),
  });
  return fc.tuple(inPath, queried.length === 0 ? fc.constant({}) : query).map(([parts, values]) => {
    const filled = parts.reduce((text, [name, value]) => text.replace(name, () => plainName(value)), path);
    const search = Object.entries(values).map(
      ([name, value]) => `${plainName(name)}=${plainName(textOfValue(value))}`,
    );
    return search.length === 0 ? filled : `${filled}?${search.join('&')}`;
  });
}

/**
 * Percent-encodes the text, but leaves placeholders such as `{{unpaid}}` (`things.ts`) as they are. Characters that
 * UTF-8 cannot encode become replacement characters.
 */
export function plainName(text: string): string {
  return text
    .split(/(\{\{\w+\}\})/)
    .map((part) => (part.startsWith('{{') ? part : encodeURIComponent(part.toWellFormed())))
    .join('');
}
