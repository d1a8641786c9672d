/** The target `form`: urlencoded bodies of every operation that takes them. */

import fc from 'fast-check';
import { type Operation, operationsWith, plainName, targetOf } from '../operations.ts';
import { requestTarget } from '../request-target.ts';
import { requestText } from '../request-text.ts';
import { hostileText, parametersOf } from '../values.ts';
import { headersFor, personFor } from './request-headers.ts';

const mediaType = 'application/x-www-form-urlencoded';

/** Ways to write a pair that parsers of forms read differently. */
type SpellPair = (name: string, value: string) => string;

const spellPair: fc.Arbitrary<SpellPair> = fc.oneof(
  { weight: 8, arbitrary: fc.constant<SpellPair>((name, value) => `${plainName(name)}=${plainName(value)}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<SpellPair>(
      (name) => plainName(name),
      (name, value) => `${plainName(name)}=${plainName(value)}&${plainName(name)}=${plainName(value)}`,
      (name, value) => `${plainName(name)}[]=${plainName(value)}`,
      (name, value) => `${plainName(name)}[a][b]=${plainName(value)}`,
      (name, value) => `${name}=${value}`,
      (name, value) => `${plainName(name)}=${plainName(value).replaceAll('%20', '+')}`,
      (name, value) => `=${plainName(name)}=${plainName(value)}`,
      (name, value) => `&&${plainName(name)}=${plainName(value)}%`,
      (name, value) => `${plainName(name)}=%c0%80${plainName(value)}%ed%a0%80`,
      (name, value) => `${plainName(name)};${plainName(value)}`,
    ),
  },
);

/** Up to hundreds of pairs, because parsers limit their number. */
const padding = fc.oneof(
  { weight: 9, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc
      .tuple(hostileText, fc.nat(300))
      .map(([text, n]) => `${plainName(text).slice(0, 20)}=1&`.repeat(n)),
  },
);

function inputsOf(operation: Operation): fc.Arbitrary<Buffer> {
  return fc
    .record({
      target: targetOf(operation),
      person: personFor(operation.path),
      headers: headersFor(mediaType),
      parameters: parametersOf(operation.bodies.get(mediaType) ?? {}),
      spellPair,
      padding,
    })
    .map(({ target, person, headers, parameters, spellPair, padding }) => {
      const pairs = Object.entries(parameters).map(([name, value]) =>
        spellPair(name, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
      );
      const line = { method: operation.method, target, headers: [...person, ...headers] };
      return requestText(line, padding + pairs.join('&'));
    });
}

export const formTarget = requestTarget({
  name: 'form',
  inputs: fc.oneof(...operationsWith(mediaType).map(inputsOf)),
  dictionary: ['&', '=', '%', '+', '%00', '%25', '[]', 'order_no={{unpaid}}', 'goods_id=1', '&&', '{{paid}}'],
});
