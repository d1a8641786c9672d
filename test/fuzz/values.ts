/** Generators of parameters: values that a JSON Schema accepts, values that it nearly accepts, and hostile ones. */

import fc from 'fast-check';
import { things } from './things.ts';

export interface ValueSchema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ValueSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly required?: readonly string[];
}

/**
 * For each parameter, values that exist: names of things (`things.ts`), ids of goods, and names of operations and
 * channels.
 */
const thingsOfName: Readonly<Record<string, readonly string[]>> = {
  order_no: ['{{unpaid}}', '{{paid}}', '{{cancelled}}'],
  goods_id: ['{{goodId}}', '1', '2', '3', '4', '5'],
  from_user_id: ['{{user}}'],
  user_id: ['{{user}}'],
  path: ['{{upload}}'],
  paymentNo: ['{{payment}}', '{{paidPayment}}'],
  id: ['{{unpaidId}}', '{{paidId}}', '{{user}}', '1', '2', '3'],
  functName: ['mark_order_vip', 'mark_order_yiCunZhao', 'mark_order_zhaopianshangse'],
  operation: ['mark_order_vip'],
  provider: ['sandbox'],
  channel: ['checkout', 'qr'],
};

const thing = fc.constantFrom(...things.map((name) => `{{${name}}}`));

/** Texts at which programs go wrong. */
export const hostileTexts = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\r\nX-Injected: yes',
    '\ud800',
    '\udfff\ud800',
    '\u2028',
    '\ufeff',
    '٣',
    'İ',
    '😀',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '../../etc/passwd',
    '%2e%2e%2f',
    '..\\',
    'file:///',
  ],
  ...["' or 1=1 --", '"; drop table orders; --', '<script>alert(1)</script>', '{{7*7}}', '%s%n', '*'],
  ...['NaN', 'Infinity', '-0', '1e3', '0x1f', '1_000', '9007199254740993', 'null', 'true', '[]', '{}'],
  ...[
    '2026-02-30',
    '2026-11-22T00:00:00Z',
    '275760-09-13T00:00:00.001Z',
    '0000-00-00',
    '2026-11-22T24:00:00Z',
  ],
];

export const hostileText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .tuple(fc.constantFrom('a', '😀', 'e\u0301', '\u200d', '%', '['), fc.nat(3_000))
    .map(([text, n]) => text.repeat(n)),
);

const hostileNumber = fc.oneof(
  fc.constantFrom(-1, 0, -0, 0.5, 1e21, 1e308, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 53), Number.MIN_VALUE),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { toString: 1 }, { length: 1e9 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.nat(2_000).map((depth) => nested(depth)),
);

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
}

export function validValue(name: string, schema: ValueSchema): fc.Arbitrary<unknown> {
  const known = thingsOfName[name];
  const plain = plainValue(name, schema);
  if (known === undefined) return plain;
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: plain });
}

function plainValue(name: string, schema: ValueSchema): fc.Arbitrary<unknown> {
  const [first, ...others] = schema.anyOf ?? [];
  if (first !== undefined)
    return fc.oneof(plainValue(name, first), ...others.map((other) => plainValue(name, other)));
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'integer':
    case 'number': {
      const min = schema.minimum ?? 0;
      return fc.integer({ min, max: Math.max(min, Math.min(schema.maximum ?? 1_000_000, 2 ** 31)) });
    }
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(validValue(name, schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 3, 4) });
    case 'object':
      return validObject(schema);
    default: {
      const minLength = schema.minLength ?? 0;
      const maxLength = Math.max(minLength, Math.min(schema.maxLength ?? 40, 40));
      return fc.string({ unit: 'grapheme', minLength, maxLength });
    }
  }
}

function validObject({ properties = {}, required = [] }: ValueSchema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, validValue(name, schema)] as const,
  );
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}

/** Converts a generated value to text. A generated object may have no prototype and then has no `toString`. */
export function textOfValue(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** One value at the edge of what the schema accepts, or just beyond it. */
function nearlyValid(name: string, schema: ValueSchema): fc.Arbitrary<unknown> {
  const { minimum, maximum, minLength, maxLength } = schema;
  const edges: unknown[] = [
    ...[minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1])),
    ...[minLength, maxLength].flatMap((length) =>
      length === undefined ? [] : [length - 1, length, length + 1].map((n) => 'é'.repeat(Math.max(0, n))),
    ),
    ...(maxLength === undefined ? [] : ['😀'.repeat(maxLength), '😀'.repeat(maxLength + 1)]),
    ...['0', '1', '01', '+1', '1.0', ' 1', [], [1, 2], null, ''],
  ];
  return fc.oneof(fc.constantFrom(...edges), validValue(name, schema).map(textOfValue), thing);
}

/**
 * Generates the parameters of an operation. Most of them are valid; some are nearly valid, hostile, or named like
 * no parameter of the operation.
 */
export function parametersOf(schema: ValueSchema): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(schema.properties ?? {});
  const changed = properties.map(([name, property]) =>
    fc.record({ [name]: fc.oneof(nearlyValid(name, property), hostileValue) }),
  );
  const stray = fc.dictionary(
    fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ maxLength: 8 })),
    hostileValue,
    {
      maxKeys: 3,
    },
  );
  return fc
    .tuple(
      validObject(schema),
      fc.oneof(
        { weight: 2, arbitrary: fc.constant({}) },
        { weight: 3, arbitrary: fc.oneof(fc.constant({}), ...changed) },
      ),
      fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: stray }),
    )
    .map((layers) => Object.assign(Object.create(null), ...layers));
}
