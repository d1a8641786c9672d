/** The target `json`: JSON bodies of every operation of the client API, the console and the checkout page. */

import fc from 'fast-check';
import { type Operation, operationsWith, targetOf } from '../operations.ts';
import { requestTarget } from '../request-target.ts';
import { requestText } from '../request-text.ts';
import { parametersOf } from '../values.ts';
import { headersFor, personFor } from './request-headers.ts';

const mediaType = 'application/json';

/** Ways to write the same parameters that a strict parser refuses and a careless one misreads. */
const spellings: Readonly<Record<string, (json: string) => string>> = {
  plain: (json) => json,
  'with blanks': (json) => ` \r\n\t${json.replace(/:/, ' : ')}\n`,
  'with a byte order mark': (json) => `\ufeff${json}`,
  'every member twice': (json) => json.replace(/^\{(.+)\}$/s, '{$1,$1}'),
  'with a prototype': (json) =>
    json.replace(/^\{/, '{"__proto__":{"order_no":"x"},"constructor":{"prototype":1},'),
  'as an array': (json) => `[${json}]`,
  'as a text': (json) => JSON.stringify(json),
  truncated: (json) => json.slice(0, -1),
  'with a comment': (json) => `${json}//`,
  'with a trailing comma': (json) => json.replace(/\}$/, ',}'),
  escaped: (json) =>
    json.replaceAll(/[a-z](?=[^"]*":)/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
};

const spelling = fc.oneof(
  { weight: 6, arbitrary: fc.constant('plain') },
  { weight: 1, arbitrary: fc.constantFrom(...Object.keys(spellings)) },
);

function inputsOf(operation: Operation): fc.Arbitrary<Buffer> {
  return fc
    .record({
      target: targetOf(operation),
      person: personFor(operation.path),
      headers: headersFor(mediaType),
      parameters: parametersOf(operation.bodies.get(mediaType) ?? {}),
      spelling,
    })
    .map(({ target, person, headers, parameters, spelling }) => {
      const body = spellings[spelling]?.(JSON.stringify(parameters)) ?? '';
      return requestText({ method: operation.method, target, headers: [...person, ...headers] }, body);
    });
}

export const jsonTarget = requestTarget({
  name: 'json',
  inputs: fc.oneof(...operationsWith(mediaType).map(inputsOf)),
  dictionary: [
    '{"',
    '":',
    '"order_no":"{{unpaid}}"',
    '"goods_id":1',
    '[[[[',
    '\\ud83d',
    '1e400',
    '{{paid}}',
    'null',
  ],
});
